import Dispatch
import Synchronization
import System
import TestSupport
import Testing

@testable import Pictures

@Suite("Fairness between devices and sources")
struct FairnessTests {
  private static let tile = PictureScaling(.tile(width: 2, height: 3), .webp)
  /// Waiting work has no timeout, and another name of the server is another source.
  private static let rules = {
    var rules = CacheFixture.rules
    rules.patience = 3_600
    rules.hosts.insert("localhost")
    return rules
  }()

  private static func named(_ address: String) -> String { address.replacing("127.0.0.1", with: "localhost") }

  private func want(_ fixture: CacheFixture, _ addresses: [String]) async throws {
    for address in addresses {
      fixture.cache.want(address)
      #expect(try await fixture.settled(address) == .stored)
    }
  }

  @Test("Waiting requests of one device leave room for another's")
  func waiting() async throws {
    let fixture = try CacheFixture(rules: Self.rules, scaler: CacheFixture.hangingScaler)
    let address = fixture.server.address("/a")
    try await want(fixture, [address])
    let answered = Mutex<[String]>([])
    func ask(_ device: String) {
      startThread {
        _ = fixture.cache.scaled(address, Self.tile, at: 0, for: IPAddress(device))
        answered.withLock { $0.append(device) }
      }
    }
    for _ in 0...PictureResources.waitingLimit { ask("10.0.0.1") }
    try await wait(for: "an answer to one too many") { answered.withLock { $0 } == ["10.0.0.1"] }
    ask("10.0.0.2")
    try await wait(for: "room for the other") { answered.withLock { $0 }.count == 2 }
    #expect(answered.withLock { $0 } == ["10.0.0.1", "10.0.0.1"])
    fixture.stop()
  }

  @Test("A source with failing copies pauses: its placeholders are final, and other sources continue")
  func scalingPause() async throws {
    var rules = Self.rules
    rules.patience = 3_600
    let good = Mutex(false)
    let fixture = try CacheFixture(rules: rules) { request in
      request.path == "/good" || good.withLock({ $0 })
        ? .ok(Drawing.plain(width: 30, height: 40)) : .ok(Samples.png)
    }
    defer { fixture.stop() }
    let broken = (0..<SourcePauses.limit).map { fixture.server.address("/\($0)") }
    let (next, other) = (fixture.server.address("/next"), Self.named(fixture.server.address("/good")))
    try await want(fixture, broken + [other])
    good.withLock { $0 = true }
    try await want(fixture, [next])
    for address in broken.dropLast() { _ = try await fixture.scaled(address, Self.tile) }
    #expect(fixture.cache.isAwaited(next, Self.tile))
    let version = fixture.cache.version
    _ = try await fixture.scaled(try #require(broken.last), Self.tile)
    #expect(fixture.cache.version > version)
    #expect(!fixture.cache.isAwaited(next, Self.tile) && fixture.cache.isAwaited(other, Self.tile))
    guard case .failed = fixture.cache.scaled(next, Self.tile, at: 0) else {
      Issue.record("it was not put off")
      return
    }
    guard case .ready = try await fixture.scaled(other, Self.tile) else {
      Issue.record("another source was put off too")
      return
    }
    fixture.advance(by: 60)
    #expect(fixture.cache.isAwaited(next, Self.tile))
    guard case .ready = try await fixture.scaled(next, Self.tile) else {
      Issue.record("it did not come after the pause")
      return
    }
    #expect(fixture.cache.state.withLock { $0.faults.pause(ofSourceOf: next, .scaling, now: 0) } == nil)
  }

  @Test("An unreachable source is tried three times and pauses for a minute, and others continue")
  func fetchPause() async throws {
    let isDown = Mutex(true)
    let fixture = try CacheFixture(rules: Self.rules) { request in
      request.path.hasPrefix("/down") && isDown.withLock({ $0 }) ? .status(503) : .ok(Samples.png)
    }
    defer { fixture.stop() }
    for number in 0..<3 { #expect(try await fixture.fetched("/down\(number)") == .failed(until: 60)) }
    let (next, other) = (fixture.server.address("/down3"), Self.named(fixture.server.address("/a")))
    #expect(!fixture.cache.isAwaited(next, Self.tile) && fixture.cache.isAwaited(other, Self.tile))
    #expect(try await fixture.fetched("/down3") == .failed(until: 60))
    #expect(fixture.server.requests.count == 3)
    try await want(fixture, [other])
    isDown.withLock { $0 = false }
    fixture.advance(by: 60)
    #expect(fixture.cache.isAwaited(next, Self.tile))
    #expect(try await fixture.fetched("/down3") == .stored)
    #expect(fixture.cache.state.withLock { $0.faults.pause(ofSourceOf: next, .fetching, now: 0) } == nil)
  }

  @Test("Queued fetches of a pausing source are dropped")
  func droppedFetches() async throws {
    let door = DispatchSemaphore(value: 0)
    let fixture = try CacheFixture(rules: Self.rules) { _ in
      try? door.wait(for: "permission to answer")
      return .status(503)
    }
    defer { fixture.stop() }
    let addresses = (0..<20).map { fixture.server.address("/\($0)") }
    for address in addresses { fixture.cache.want(address) }
    try await wait(for: "four requests") { fixture.server.requests.count == 4 }
    for _ in addresses { door.signal() }
    for address in addresses { #expect(try await fixture.settled(address) == .failed(until: 60)) }
    // Two more began after the first and the second failure.
    #expect(fixture.server.requests.count <= 6)
  }

  @Test("A slow source does not delay other sources")
  func slowSource() async throws {
    let door = DispatchSemaphore(value: 0)
    let fixture = try CacheFixture(rules: Self.rules) { request in
      if request.path.hasPrefix("/slow") { try? door.wait(for: "permission to answer") }
      return .ok(Samples.png)
    }
    let slow = (0..<8).map { fixture.server.address("/slow\($0)") }
    for address in slow { fixture.cache.want(address) }
    try await wait(for: "four requests") { fixture.server.requests.count == 4 }
    try await want(fixture, (0..<8).map { Self.named(fixture.server.address("/\($0)")) })
    #expect(slow.allSatisfy { fixture.cache.state(of: $0) == .wanted })
    for _ in slow { door.signal() }
    for address in slow { #expect(try await fixture.settled(address) == .stored) }
    fixture.stop()
  }
}
