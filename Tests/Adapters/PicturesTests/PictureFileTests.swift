import Foundation
import System
import TestSupport
import Testing

@testable import Pictures

@Suite("Local pictures")
struct PictureFileTests {
  private let folder: TemporaryFolder
  private let enclosed: EnclosedFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shown/a.png", Samples.png)
    try folder.write("secret.png", Samples.png)
    enclosed = EnclosedFolder(path: "\(folder.path)/shown")
  }

  private func fixture(_ enclosed: EnclosedFolder?, capacity: Int = .max) throws -> CacheFixture {
    var rules = CacheFixture.rules
    (rules.folder, rules.capacity) = (enclosed, capacity)
    return try CacheFixture(rules: rules, isOffline: true)
  }

  @Test("Local pictures are served without a fetcher, and only their copies are stored")
  func served() async throws {
    try folder.write("shown/b.png", Drawing.plain(width: 300, height: 400))
    let fixture = try fixture(enclosed)
    defer { fixture.stop() }
    for name in ["a.png", "b.png"] {
      let address = try #require(enclosed.address(of: name))
      #expect(fixture.cache.state(of: address) == .stored)
      fixture.cache.want(address)
      let bytes = fixture.cache.load(address)?.bytes
      #expect(bytes.map { $0 == folder.bytes("shown/\(name)") } == true)
    }
    #expect(fixture.cache.statistics.files == 0)
    let address = try #require(enclosed.address(of: "b.png"))
    guard case .ready = try await fixture.scaled(address, PictureScaling(.whole, .webp)) else {
      Issue.record("no copy")
      return
    }
    #expect(fixture.folder.names.count == 1)
  }

  @Test("Files outside the folder, other files and pictures over 32 MB are refused")
  func refused() async throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(enclosed.path)/link.png", withDestinationPath: "../secret.png")
    try folder.write("shown/text.png", "text")
    try folder.write("shown/large.png", Samples.png + Array(repeating: 0, count: 32 << 20))
    let fixture = try fixture(enclosed)
    defer { fixture.stop() }
    for name in ["../secret.png", "link.png", "text.png", "large.png", "/etc/hostname", "missing.png"] {
      let address = "file:\(name)?1-1"
      #expect(fixture.cache.load(address) == nil)
      #expect(fixture.cache.state(of: address) == .failed(until: 60))
      #expect(fixture.log.last?.hasPrefix("pictures: cannot read file:\(name): ") == true)
    }
    #expect(fixture.log[3].hasSuffix("it is larger than 32 MB"))
  }

  @Test("Originals that an earlier version copied are removed, and their copies stay")
  func copiedOriginals() async throws {
    let address = try #require(enclosed.address(of: "a.png"))
    let state = try TemporaryFolder()
    for (address, suffix) in [(address, ""), (address, "-whole-webp"), ("http://example.org/a.png", "")] {
      let text = "\(Samples.png.count) \(address)\n"
      try state.write(PictureFile.name(of: address) + suffix, Array(text.utf8) + Samples.png)
    }
    var rules = CacheFixture.rules
    rules.folder = enclosed
    let fixture = try CacheFixture(in: state, rules: rules, isOffline: true)
    defer { fixture.stop() }
    try await wait(for: "the list of what is on disk") { fixture.cache.statistics.files == 2 }
    #expect(!state.names.contains(PictureFile.name(of: address)))
    #expect(fixture.cache.load(address)?.bytes == Samples.png)
  }

  @Test("A show without a folder reads no local pictures")
  func none() throws {
    let fixture = try fixture(nil)
    defer { fixture.stop() }
    let address = try #require(enclosed.address(of: "a.png"))
    fixture.cache.want(address)
    #expect(fixture.cache.state(of: address) == .unknown)
  }
}
