import Foundation
import Testing

@testable import Pictures

@Suite("Housekeeping of the picture cache")
struct HousekeepingTests {
  @Test("Statistics count files, bytes, fetches and failures")
  func statistics() async throws {
    let fixture = try CacheFixture { $0.path == "/a" ? .ok(Samples.png) : .status(404) }
    defer { fixture.stop() }
    #expect(try await fixture.fetched("/a") == .stored)
    #expect(try await fixture.fetched("/b") == .failed(until: 60))
    let statistics = fixture.cache.statistics
    #expect(statistics.files == 1)
    #expect(statistics.bytes == fixture.folder.names.first.flatMap(fixture.folder.bytes)?.count)
    #expect(statistics.fetched == 1)
    #expect(statistics.failed == 1)
  }

  @Test("The order of use survives a restart")
  func orderOfUse() async throws {
    var rules = CacheFixture.rules
    let first = try CacheFixture(rules: rules) { _ in .ok(Samples.png(1, size: 1000 - 14)) }
    let addresses = (0..<10).map { first.server.address("/\($0)") }
    for number in 0..<10 { #expect(try await first.fetched("/\(number)") == .stored) }
    for (age, name) in first.folder.names.enumerated() {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -200_000 - Double(age))],
        ofItemAtPath: "\(first.folder.path)/\(name)")
    }
    #expect(first.cache.load(addresses[7]) != nil)
    first.stop()

    rules.capacity = 2_000
    let second = try CacheFixture(in: first.folder, rules: rules)
    // The first request waits until the folder is listed.
    #expect(try await second.fetched("/any") == .stored)
    #expect(second.cache.state(of: addresses[7]) == .stored)
    #expect(addresses.count { second.cache.state(of: $0) == .stored } == 1)
    second.stop()
  }

  @Test("Tiles are evicted after all other files")
  func tilesLast() {
    var index = PictureIndex()
    let names = ["0123456789abcde", "1123456789abcde", "2123456789abcde"]
    for name in names {
      for suffix in ["1-2x3-webp", "1", "1-whole-webp"] { index.insert(name + suffix, size: 100) }
    }
    #expect(index.evict(costLimit: 900).isEmpty)
    #expect(index.evict(costLimit: 700).first == names[0] + "1")
    #expect(index.evict(costLimit: 300).allSatisfy { !$0.contains("2x3") })
    #expect((index.count, index.cost) == (3, 300))
    #expect(index.evict(costLimit: 200) == names.prefix(2).map { "\($0)1-2x3-webp" })
  }

  @Test("Failures are logged a few times an hour")
  func logging() async throws {
    let fixture = try CacheFixture { _ in .status(404) }
    for number in 0..<30 { _ = try await fixture.fetched("/\(number)") }
    #expect(fixture.log.count == 11)
    #expect(fixture.log.last == "pictures: further failures are not logged for an hour")
    fixture.advance(by: 3_600)
    _ = try await fixture.fetched("/30")
    fixture.stop()
    #expect(fixture.log.count == 12)
  }
}
