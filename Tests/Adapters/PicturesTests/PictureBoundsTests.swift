import Dispatch
import Glibc
import System
import TestSupport
import Testing

@testable import Pictures

@Suite("Limits of pictures")
struct PictureBoundsTests {
  @Test("Beyond the limit all failures are forgotten")
  func failures() {
    var failures = PictureFailures()
    for number in 0..<PictureFailures.countLimit { failures.insert("\(number)", now: 0) }
    #expect(failures.pause(of: "0", now: 1) != nil)
    failures.insert("another", now: 0)
    #expect(failures.pause(of: "0", now: 1) == nil)
    #expect(failures.pause(of: "another", now: 1) != nil)
  }

  @Test("Simultaneous reads of originals are limited in bytes across all shows")
  func reading() async throws {
    let resources = PictureResources(processes: 1, readingLimit: 60)
    let shows = try (0..<2).map { _ in try CacheFixture(resources: resources) }
    let addresses = zip(shows, ["/slow.png", "/b.png"]).map { $0.server.address($1) }
    for (show, path) in zip(shows, ["/slow.png", "/b.png"]) {
      #expect(try await show.fetched(path) == .stored)
    }
    // A pipe replaces the file: its reader waits for a writer.
    let slow = "\(shows[0].folder.path)/\(PictureFile.name(of: addresses[0]))"
    #expect(unlink(slow) == 0 && mkfifo(slow, 0o600) == 0)
    let first = onAThread { shows[0].cache.original(of: addresses[0]) }
    try await wait(for: "a reader") { resources.bytesRead > 0 }
    #expect(shows[1].cache.original(of: addresses[1]) == nil)
    close(open(slow, O_WRONLY))
    try await wait(for: "the end of the first") { first.wait(timeout: .now()) == .success }
    #expect(shows[1].cache.original(of: addresses[1]) != nil)
    for show in shows { show.stop() }
  }

  @Test("Beyond the limit of waiting scalings a request returns at once")
  func scalings() async throws {
    var rules = CacheFixture.rules
    rules.patience = 3600
    let resources = PictureResources(processes: 1, queueLimit: 1)
    let fixture = try CacheFixture(rules: rules, resources: resources, scaler: CacheFixture.hangingScaler)
    for path in ["/a.png", "/b.png"] { #expect(try await fixture.fetched(path) == .stored) }
    let addresses = ["/a.png", "/b.png"].map(fixture.server.address)
    let first = onAThread { fixture.cache.scaled(addresses[0], Self.tile, at: 1) }
    // Blocks the thread, so that other tests do not delay this one: hanging work times out after a minute.
    try wait(for: "a scaling", every: 1) {
      resources.contains(Scaling(show: fixture.cache, address: addresses[0], scaling: Self.tile))
    }
    let second = onAThread { fixture.cache.scaled(addresses[1], Self.tile, at: 1) }
    try wait(for: "an answer to the second", every: 1) { second.wait(timeout: .now()) == .success }
    fixture.stop()
    try await wait(for: "the end of the first") { first.wait(timeout: .now()) == .success }
  }

  @Test("Beyond the limit the facts of all pictures are forgotten")
  func facts() async throws {
    var rules = CacheFixture.rules
    rules.factsLimit = 1
    let fixture = try CacheFixture(rules: rules) { _ in .ok(Drawing.plain(width: 3, height: 4)) }
    defer { fixture.stop() }
    let addresses = ["/a.png", "/b.png"].map(fixture.server.address)
    for (address, path) in zip(addresses, ["/a.png", "/b.png"]) {
      #expect(try await fixture.fetched(path) == .stored)
      _ = try await fixture.scaled(address, Self.tile)
      #expect(fixture.cache.facts(of: address) != nil)
    }
    #expect(fixture.cache.facts(of: addresses[0]) == nil)
  }

  @Test(
    "A small animation is sent whole, a large one as its first frame",
    arguments: [true, false])
  func animations(isSmall: Bool) async throws {
    var rules = CacheFixture.rules
    if !isSmall { rules.movingLimit = Samples.movingGIF.count - 1 }
    let fixture = try CacheFixture(rules: rules) { _ in .ok(Samples.movingGIF) }
    defer { fixture.stop() }
    #expect(try await fixture.fetched("/a.gif") == .stored)
    let scaled = try await fixture.scaled(fixture.server.address("/a.gif"), PictureScaling(.whole, .webp))
    guard case .ready(let picture) = scaled else {
      Issue.record("no picture")
      return
    }
    #expect(picture.mediaType == (isSmall ? "image/gif" : "image/webp"))
  }

  /// Runs blocking work on its own thread, because the threads of tasks are few.
  private func onAThread<Result>(_ work: @escaping @Sendable () -> Result) -> DispatchGroup {
    let group = DispatchGroup()
    startThread(in: group) { _ = work() }
    return group
  }

  private static let tile = PictureScaling(.tile(width: 2, height: 3), .webp)
}
