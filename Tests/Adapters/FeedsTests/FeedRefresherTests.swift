import Catalogs
import Dispatch
import Feeds
import Fetching
import Foundation
import TestSupport
import Testing

@Suite("Refreshing")
struct FeedRefresherTests {
  private static let failure = Result<String, FeedError>.failure(.fetch(.unknownHost(host: "example.org")))

  private let folder: TemporaryFolder
  private let snapshot: Snapshot
  private let log = Log<String>()
  private let published = Log<[String]>()
  private let pauses = Log<Double>()
  private let confirmed = Log<Int>()
  private let noted = Log<RefreshOutcome>()

  init() throws {
    folder = try TemporaryFolder()
    snapshot = Snapshot(directory: folder.path, kind: "stub")
  }

  /// Runs a refresher through so many pauses without waiting for any.
  private func run(
    _ answers: [Result<String, FeedError>], pauses count: Int, interval: Int = 3600, random: Double = 0,
    askingAtOnce: Bool = true, meanwhile: @escaping @Sendable () -> Void = {}
  ) throws {
    let feed = StubFeed(answers)
    let ended = DispatchSemaphore(value: 0)
    let timing = RefreshTiming(
      now: { 1_000_000 }, elapsed: { [pauses] in pauses.lines.reduce(0, +) }, random: { random },
      wait: { [pauses] seconds, wakeUp in
        pauses.append(seconds)
        meanwhile()
        if pauses.lines.count < count { return }
        ended.signal()
        wakeUp.wait()
      })
    let refresher = FeedRefresher(
      feed: feed, fetcher: Fetcher(userAgent: "tests"), snapshot: snapshot, interval: interval,
      timing: timing, report: { [log] in log.append($0) }, count: { [noted] in noted.append($0) },
      confirm: { [confirmed] in confirmed.append($0) },
      publish: { [published] content, time, _ in published.append(content.entries.map(\.key) + ["\(time)"]) })
    refresher.start(askingAtOnce: askingAtOnce)
    defer { refresher.stop() }
    try ended.wait(for: "pause \(count)")
    refresher.stop()
    #expect(feed.timesAsked == (askingAtOnce ? count : count - 1))
  }

  @Test("A good answer is kept, published with its time, and told with its counts")
  func good() throws {
    try run([.success("Apu\nMoe")], pauses: 1)
    #expect(published.lines == [["Apu", "Moe", "1000000"]])
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu\nMoe")
    #expect(log.lines == ["feed: 2 entries; skipped 2: too odd (2)"])
  }

  @Test("More shows wait for their next visit than Dispatch has threads")
  func many() throws {
    let visited = DispatchSemaphore(value: 0)
    let timing = RefreshTiming(
      now: { 1_000_000 }, elapsed: { 0 }, random: { 0 },
      wait: {
        visited.signal()
        $1.wait()
      })
    let refreshers = (0..<300).map { number in
      FeedRefresher(
        feed: StubFeed([.success("Apu")]), fetcher: Fetcher(userAgent: "tests"),
        snapshot: Snapshot(directory: folder.path, kind: "stub\(number)"), interval: 3600, timing: timing,
        report: { _ in }, publish: { _, _, _ in })
    }
    defer { refreshers.forEach { $0.stop() } }
    refreshers.forEach { $0.start() }
    for number in refreshers.indices { try visited.wait(for: "visit \(number + 1)") }
  }

  @Test("The feed is asked again after the interval")
  func again() throws {
    try run([.success("Apu"), .success("Moe")], pauses: 2)
    #expect(published.lines.map(\.first) == ["Apu", "Moe"])
    #expect(pauses.lines == [3600, 3600])
  }

  @Test("An answer that could not be kept is kept with the next visit, and the old one not taken for it")
  func keptLater() throws {
    try snapshot.save(FeedAnswer(Array("Old".utf8)))
    // As on a disk that is full: nothing can be written beside the snapshot.
    let obstacle = "stub.snapshot.new"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(obstacle)", withIntermediateDirectories: false)
    try run([.success("Apu\nMoe")], pauses: 2) { [folder, pauses] in
      guard pauses.lines.count == 1 else { return }
      #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nOld")
      try? folder.remove(obstacle)
    }
    #expect(noted.lines == [.changed, .unchanged])
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu\nMoe")
  }

  @Test("An answer that is the one before is confirmed, and neither decoded nor kept again")
  func unchanged() throws {
    try run([.success("Apu"), .success("Apu"), .success("Apu\nMoe"), .success("Apu\nMoe")], pauses: 4)
    #expect(published.lines.map { $0.dropLast() } == [["Apu"], ["Apu", "Moe"]])
    #expect(confirmed.lines == [1_000_000, 1_000_000])
    #expect(noted.lines == [.changed, .unchanged, .changed, .unchanged])
    #expect(log.lines.count == 2)
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu\nMoe")
  }

  @Test("A snapshot that is gone is kept again with the next answer, though nothing is new")
  func snapshotGone() throws {
    try run([.success("Apu")], pauses: 2) { [folder, pauses] in
      if pauses.lines.count == 1 { try? folder.remove("stub.snapshot") }
    }
    #expect(published.lines.count == 1)
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu")
  }

  @Test("A snapshot that the feed gives again is as young as that answer")
  func snapshotConfirmed() throws {
    try run([.success("Apu")], pauses: 2) { [snapshot, pauses] in
      guard pauses.lines.count == 1 else { return }
      try? FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 77)], ofItemAtPath: snapshot.path)
      #expect((try? snapshot.load())?.takenAt == 77)
    }
    #expect(try #require(try snapshot.load()).takenAt > 77)
  }

  @Test("A month without an answer is told in a line a day, and the end of it in one")
  func month() throws {
    try run(Array(repeating: Self.failure, count: 31 * 24) + [.success("Apu")], pauses: 31 * 24 + 1)
    #expect(pauses.lines.max() == 3600)
    let told = log.lines.filter { $0.contains("was not found") }
    #expect((29...32).contains(told.count))
    #expect(told.first == "feed: the name example.org was not found; asking again in 30 s")
    #expect(
      told.last?.hasPrefix("feed: no answer for 30 days: the name example.org was not found; ") == true)
    #expect(log.lines.contains("feed: answers again after 30 days"))
    #expect(noted.lines.count { $0 == .failed } == 31 * 24)
  }

  @Test("Another reason is told at once, but two that take turns are each told once a day")
  func reasons() throws {
    let other = Result<String, FeedError>.failure(.status(500, host: "example.org", retryAfter: nil))
    try run((0..<40).map { $0 % 2 == 0 ? Self.failure : other }, pauses: 40)
    #expect((4...5).contains(log.lines.count))
    #expect(log.lines.count { $0.contains("status 500") } >= 2)
  }

  @Test("A feed that has just been asked is asked after the interval only")
  func later() throws {
    try run([.success("Apu")], pauses: 2, askingAtOnce: false)
    #expect(published.lines.count == 1)
    #expect(pauses.lines == [3600, 3600])
  }

  @Test("Failures are retried after growing pauses up to the interval, and a success starts anew")
  func growingPauses() throws {
    try run(
      Array(repeating: Self.failure, count: 5) + [.success("Apu"), Self.failure], pauses: 7, interval: 300)
    #expect(pauses.lines == [30, 60, 120, 240, 300, 300, 30])
    #expect(published.lines.count == 1)
  }

  @Test("Pauses vary by a tenth", arguments: [(1.0, [33.0, 66.0]), (-1.0, [27.0, 54.0])])
  func jitter(random: Double, expected: [Double]) throws {
    try run([Self.failure], pauses: 2, random: random)
    #expect(zip(pauses.lines, expected).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test(
    "A source that asks for a pause gets it, up to the interval",
    arguments: [(45, 45.0), (5, 30.0), (9999, 300.0)])
  func retryAfter(seconds: Int, pause: Double) throws {
    try run([.failure(.status(429, host: "example.org", retryAfter: seconds))], pauses: 1, interval: 300)
    #expect(pauses.lines == [pause])
  }

  @Test("A failure and an answer that is nonsense change nothing but the log")
  func failuresChangeNothing() throws {
    try run([.success("Apu"), .success("nonsense"), Self.failure], pauses: 3)
    #expect(published.lines.count == 1)
    #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\nApu")
    #expect(
      log.lines.dropFirst() == [
        "feed: it is nonsense; asking again in 30 s",
        "feed: the name example.org was not found; asking again in 60 s",
      ])
  }

  @Test("An answer that cannot be kept is published all the same")
  func unwritable() throws {
    try folder.write("stub.snapshot.new", "")
    let blocked = Snapshot(directory: "\(folder.path)/stub.snapshot.new", kind: "stub")
    let feed = StubFeed([.success("Apu")])
    let done = DispatchSemaphore(value: 0)
    let refresher = FeedRefresher(
      feed: feed, fetcher: Fetcher(userAgent: "tests"), snapshot: blocked, interval: 3600,
      report: { [log] in log.append($0) }, publish: { _, _, _ in done.signal() })
    refresher.start()
    try done.wait(for: "an answer that is published")
    refresher.stop()
    #expect(log.lines.contains { $0.hasPrefix("feed: no snapshot kept: ") })
  }

  @Test("It asks at once when told to, however long the pause")
  func refreshNow() throws {
    let feed = StubFeed([.success("Apu")])
    let done = DispatchSemaphore(value: 0)
    let refresher = FeedRefresher(
      feed: feed, fetcher: Fetcher(userAgent: "tests"), snapshot: snapshot, interval: 86_400,
      report: { _ in }, confirm: { _ in done.signal() }, publish: { _, _, _ in done.signal() })
    refresher.start()
    try done.wait(for: "the first answer")
    refresher.refreshNow()
    try done.wait(for: "the second answer")
    refresher.stop()
    refresher.stop()
    #expect(feed.timesAsked == 2)
  }

  @Test("Stopping ends a fetch that hangs, and nothing is told or published then")
  func stopping() throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try StubServer { _ in
      asked.signal()
      return .silence
    }
    defer { server.stop() }
    var rules = FeedSource.rules
    rules.timeout = .seconds(3600)
    let refresher = FeedRefresher(
      feed: try Topics.feed(server.address()), fetcher: Fetcher(userAgent: "tests"), rules: rules,
      snapshot: snapshot, interval: 3600, report: { [log] in log.append($0) },
      publish: { [published] _, _, _ in published.append([]) })
    refresher.start()
    try asked.wait(for: "a request")
    refresher.stop()
    #expect(server.requests.count == 1)
    #expect(log.lines.isEmpty)
    #expect(published.lines.isEmpty)
  }
}
