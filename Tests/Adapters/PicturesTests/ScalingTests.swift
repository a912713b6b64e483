import Synchronization
import System
import TestSupport
import Testing

@testable import Pictures

@Suite("Smaller copies")
struct ScalingTests {
  private static let tile = PictureScaling(.tile(width: 2, height: 3), .webp)

  @Test("A copy is made once, counts towards the capacity, and survives a restart")
  func persistent() async throws {
    let fixture = try CacheFixture { _ in .ok(Drawing.plain(width: 300, height: 400)) }
    let address = fixture.server.address("/a.png")
    #expect(try await fixture.fetched("/a.png") == .stored)
    let before = fixture.cache.statistics
    guard case .ready(let first) = try await fixture.scaled(address, Self.tile) else {
      Issue.record("no copy")
      return
    }
    #expect(fixture.cache.statistics.files == before.files + 1)
    #expect(fixture.cache.statistics.bytes > before.bytes)
    let facts = try #require(fixture.cache.facts(of: address))
    #expect((facts.width, facts.height) == (300, 400))
    fixture.cache.stop()

    let again = try CacheFixture(in: fixture.folder, isOffline: true)
    try await wait(for: "the list of what is on disk") { again.cache.facts(of: address) == facts }
    guard case .ready(let second) = again.cache.scaled(address, Self.tile, at: 1) else {
      Issue.record("no copy after the restart")
      return
    }
    #expect(second.bytes == first.bytes)
    again.stop()
    fixture.stop()
  }

  @Test("Pictures are scaled in advance in the given order")
  func inAdvance() async throws {
    let fixture = try CacheFixture { request in
      request.path == "/gone" ? .status(404) : .ok(Drawing.plain(width: 300, height: 400))
    }
    let addresses = ["/gone", "/a", "/b"].map { fixture.server.address($0) }
    fixture.cache.prepare(addresses, Self.tile)
    for address in addresses {
      #expect(fixture.cache.isAwaited(address, Self.tile))
      fixture.cache.want(address)
    }
    try await wait(for: "both kinds of copies and the failure") {
      [Self.tile, PictureScaling(.whole, .webp)].allSatisfy { scaling in
        addresses.allSatisfy { !fixture.cache.isAwaited($0, scaling) }
      }
    }
    // Two originals, and the tiles and whole copies of each.
    #expect(fixture.cache.statistics.files == 6)
    fixture.stop()
  }

  @Test(
    "The version grows only when a picture arrives, is scaled or fails"
  )
  func version() async throws {
    let fixture = try CacheFixture { request in
      request.path == "/gone" ? .status(404) : .ok(Drawing.plain(width: 300, height: 400))
    }
    let (good, gone) = (fixture.server.address("/a"), fixture.server.address("/gone"))
    var versions = [fixture.cache.version]
    #expect(try await fixture.fetched("/a") == .stored)
    versions.append(fixture.cache.version)
    _ = try await fixture.scaled(good, Self.tile)
    #expect(!fixture.cache.isAwaited(good, Self.tile))
    #expect(fixture.cache.isAwaited(good, PictureScaling(.whole, .webp)))
    versions.append(fixture.cache.version)
    _ = try await fixture.fetched("/gone")
    #expect(!fixture.cache.isAwaited(gone, Self.tile))
    versions.append(fixture.cache.version)
    #expect(versions == versions.sorted() && Set(versions).count == 4)
    // It fails again, is requested again, and is still missing; a copy is read again.
    fixture.advance(by: 61)
    #expect(fixture.cache.isAwaited(gone, Self.tile))
    _ = try await fixture.fetched("/gone")
    _ = try await fixture.scaled(good, Self.tile)
    #expect(fixture.cache.version == versions.last)
    fixture.stop()
  }

  @Test("Offline only stored pictures are awaited")
  func awaitedOffline() throws {
    let fixture = try CacheFixture(isOffline: true)
    #expect(!fixture.cache.isAwaited(fixture.server.address("/a"), Self.tile))
    fixture.stop()
  }

  @Test("Beyond the limit of waiting requests further ones return at once")
  func waitingLimit() async throws {
    var rules = CacheFixture.rules
    rules.patience = 3600
    let fixture = try CacheFixture(rules: rules, scaler: CacheFixture.hangingScaler)
    #expect(try await fixture.fetched("/a.png") == .stored)
    let answered = Mutex(0)
    for _ in 0...PictureResources.waitingLimit {
      startThread {
        _ = fixture.cache.scaled(fixture.server.address("/a.png"), Self.tile, at: 1)
        answered.withLock { $0 += 1 }
      }
    }
    // Blocks the thread, so that other tests do not delay this one: hanging work times out after a minute.
    try wait(for: "an answer to the request beyond the limit", every: 1) { answered.withLock { $0 } > 0 }
    #expect(answered.withLock { $0 } == 1)
    #expect(fixture.log == [])
    fixture.stop()
    try await wait(for: "the answers to all others") {
      answered.withLock { $0 } == PictureResources.waitingLimit + 1
    }
  }

  @Test("A broken picture is decoded once, logged, and paused")
  func broken() async throws {
    let fixture = try CacheFixture()
    let address = fixture.server.address("/a.png?key=secret")
    #expect(try await fixture.fetched("/a.png?key=secret") == .stored)
    guard case .failed = try await fixture.scaled(address, Self.tile) else {
      Issue.record("it was opened")
      return
    }
    #expect(fixture.log.count == 1)
    #expect(fixture.log.first?.hasSuffix("/a.png: it is damaged or incomplete") == true)
    guard case .failed = fixture.cache.scaled(address, Self.tile, at: 0) else {
      Issue.record("it was tried again")
      return
    }
    #expect(fixture.log.count == 1)
    fixture.stop()
  }

  @Test("An icon is sent unscaled, and no copy is awaited")
  func icon() async throws {
    let fixture = try CacheFixture { _ in .ok(Samples.icon) }
    #expect(try await fixture.fetched("/a.ico") == .stored)
    guard case .ready(let icon) = try await fixture.scaled(fixture.server.address("/a.ico"), Self.tile) else {
      Issue.record("no icon")
      return
    }
    #expect(icon.bytes == Samples.icon)
    #expect(!fixture.cache.isAwaited(fixture.server.address("/a.ico"), Self.tile))
    fixture.stop()
  }
}
