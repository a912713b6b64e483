import Catalogs
import Dispatch
import Fetching
import Foundation
import System
import TestSupport
import Testing

@testable import Feeds

@Suite("The refresher")
struct FeedRefresherTests {
  private static let failure = Result<String, FeedError>.failure(.fetch(.unknownHost(host: "example.org")))

  private let folder: TemporaryFolder
  private let snapshot: Snapshot
  private let refreshed = RefresherRun()

  init() throws {
    folder = try TemporaryFolder()
    snapshot = Snapshot(directory: folder.path, kind: "stub")
  }

  /// Runs a refresher of one feed.
  private func run(
    _ answers: [Result<String, FeedError>], pauses count: Int, interval: Int = 3600, random: Double = 0,
    askingAtOnce: Bool = true, meanwhile: @escaping @Sendable () -> Void = {}
  ) throws {
    let feed = StubFeed(answers)
    try refreshed.run(
      Sources(CatalogSource(feed, snapshot: snapshot)), pauses: count, interval: interval, random: random,
      askingAtOnce: askingAtOnce, meanwhile: meanwhile)
    #expect(feed.timesAsked == (askingAtOnce ? count : count - 1))
  }

  @Test("A good answer is stored, published with its time, and logged with its counts")
  func good() throws {
    try run([.success("Apu\nMoe")], pauses: 1)
    #expect(refreshed.published.values == [["Apu", "Moe", "1000000"]])
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu\nMoe")
    #expect(refreshed.log.lines == ["feed: 2 entries; skipped 2: too odd (2)"])
  }

  @Test("More refreshers may wait than Dispatch has threads")
  func many() throws {
    let visited = DispatchSemaphore(value: 0)
    let refreshers = (0..<300).map { number in
      let snapshot = Snapshot(directory: folder.path, kind: "stub\(number)")
      return ListKeeper(
        Sources(CatalogSource(StubFeed([.success("Apu")]), snapshot: snapshot)), .forTests(),
        FeedSource(Fetcher(userAgent: "tests")), .holding(visited), refreshed.meter, SilentLog())
    }
    defer { refreshers.forEach { $0.stop() } }
    for refresher in refreshers {
      _ = try refresher.start(within: 0)
      refresher.publish { _ in }
      refresher.begin()
    }
    for number in refreshers.indices { try visited.wait(for: "visit \(number + 1)") }
  }

  @Test("An answer that a full disk refused is stored at the next refresh")
  func storedLater() throws {
    try snapshot.save(FeedAnswer(Array("Old".utf8)))
    // As on a full disk: no file can be written beside the snapshot.
    let obstacle = "stub.snapshot.new"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(obstacle)", withIntermediateDirectories: false)
    try run([.success("Apu\nMoe")], pauses: 2) { [folder, refreshed] in
      guard refreshed.pauses.values.count == 1 else { return }
      #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nOld")
      try? folder.remove(obstacle)
    }
    #expect(refreshed.meter.outcomes.values == [.changed, .unchanged])
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu\nMoe")
  }

  @Test("An unchanged answer is confirmed, and neither decoded nor stored again")
  func unchanged() throws {
    try run([.success("Apu"), .success("Apu"), .success("Apu\nMoe"), .success("Apu\nMoe")], pauses: 4)
    #expect(refreshed.published.values.map { $0.dropLast() } == [["Apu"], ["Apu", "Moe"]])
    #expect(refreshed.confirmed.values == [1_000_000, 1_000_000])
    #expect(refreshed.meter.outcomes.values == [.changed, .unchanged, .changed, .unchanged])
    #expect(refreshed.log.lines.count == 2)
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu\nMoe")
  }

  @Test("A deleted snapshot is written again after an unchanged answer")
  func deletedSnapshot() throws {
    try run([.success("Apu")], pauses: 2) { [folder, refreshed] in
      if refreshed.pauses.values.count == 1 { try? folder.remove("stub.snapshot") }
    }
    #expect(refreshed.published.values.count == 1)
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu")
  }

  @Test("An unchanged answer updates the snapshot's time")
  func snapshotConfirmed() throws {
    try run([.success("Apu")], pauses: 2) { [snapshot, refreshed] in
      guard refreshed.pauses.values.count == 1 else { return }
      try? FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 77)], ofItemAtPath: snapshot.path)
      #expect(snapshot.keptAt == 77)
    }
    #expect(Int(try #require(snapshot.keptAt)) > 77)
  }

  @Test("A month without an answer is logged once a day, and its end once")
  func month() throws {
    try run(Array(repeating: Self.failure, count: 31 * 24) + [.success("Apu")], pauses: 31 * 24 + 1)
    #expect(refreshed.pauses.values.max() == 3600)
    let told = refreshed.log.lines.filter { $0.contains("was not found") }
    #expect((29...32).contains(told.count))
    #expect(told.first == "feed: the name example.org was not found; asking again in 30 s")
    #expect(
      told.last?.hasPrefix("feed: no answer for 30 days: the name example.org was not found; ") == true)
    #expect(refreshed.log.lines.contains("feed: answers again after 30 days"))
    #expect(refreshed.meter.outcomes.values.count { $0 == .failed } == 31 * 24)
  }

  @Test("A new error is logged at once; two alternating ones once a day each")
  func newErrors() throws {
    let other = Result<String, FeedError>.failure(.status(500, host: "example.org", retryAfter: nil))
    try run((0..<40).map { $0 % 2 == 0 ? Self.failure : other }, pauses: 40)
    #expect((4...5).contains(refreshed.log.lines.count))
    #expect(refreshed.log.lines.count { $0.contains("status 500") } >= 2)
  }

  @Test("A feed that has just been asked waits for the interval")
  func justAsked() throws {
    try run([.success("Apu")], pauses: 2, askingAtOnce: false)
    #expect(refreshed.published.values.count == 1)
    #expect(refreshed.pauses.values == [3600, 3600])
  }

  @Test("Retries back off up to the interval; a success resets them")
  func backoff() throws {
    try run(
      Array(repeating: Self.failure, count: 5) + [.success("Apu"), Self.failure], pauses: 7, interval: 300)
    #expect(refreshed.pauses.values == [30, 60, 120, 240, 300, 300, 30])
    #expect(refreshed.published.values.count == 1)
  }

  @Test("Pauses have a jitter of a tenth", arguments: [(1.0, [33.0, 66.0]), (-1.0, [27.0, 54.0])])
  func jitter(random: Double, expected: [Double]) throws {
    try run([Self.failure], pauses: 2, random: random)
    #expect(zip(refreshed.pauses.values, expected).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test(
    "Retry-After is never undercut, not even by a shorter interval",
    arguments: [(45, 45.0), (5, 30.0), (9999, 9999.0)])
  func retryAfter(seconds: Int, pause: Double) throws {
    try run([.failure(.status(429, host: "example.org", retryAfter: seconds))], pauses: 1, interval: 300)
    #expect(refreshed.pauses.values == [pause])
  }

  @Test("A failure or a malformed answer changes only the log")
  func failuresChangeNothing() throws {
    try run([.success("Apu"), .success("nonsense"), Self.failure], pauses: 3)
    #expect(refreshed.published.values.count == 1)
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu")
    #expect(
      refreshed.log.lines.dropFirst() == [
        "feed: it is nonsense; asking again in 30 s",
        "feed: the name example.org was not found; asking again in 60 s",
      ])
  }

  @Test("An answer that cannot be stored is still published")
  func unwritable() throws {
    try folder.write("stub.snapshot.new", "")
    let blocked = Snapshot(directory: "\(folder.path)/stub.snapshot.new", kind: "stub")
    try refreshed.run(Sources(CatalogSource(StubFeed([.success("Apu")]), snapshot: blocked)), pauses: 1)
    #expect(refreshed.published.values.count == 1)
    #expect(refreshed.log.lines.contains { $0.hasPrefix("feed: no snapshot kept: ") })
  }

  @Test("Stopping cancels a hanging fetch without logging or publishing")
  func stopping() throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try StubServer { _ in
      asked.signal()
      return .silence
    }
    defer { server.stop() }
    var rules = FeedSource.rules
    rules.timeout = .seconds(3600)
    let refresher = ListKeeper(
      Sources(CatalogSource(try Topics.feed(server.address()), snapshot: snapshot)), .forTests(),
      FeedSource(Fetcher(userAgent: "tests"), rules: rules), RefreshTiming(interval: 3600), refreshed.meter,
      refreshed.log)
    _ = try refresher.start(within: .infinity)
    refresher.publish { [refreshed] in if case .catalog = $0 { refreshed.published.append([]) } }
    refresher.begin()
    try asked.wait(for: "a request")
    refresher.stop()
    #expect(server.requests.count == 1)
    #expect(refreshed.log.lines.isEmpty)
    #expect(refreshed.published.values.isEmpty)
  }
}
