import Catalogs
import Dispatch
import Feeds
import Fetching
import Foundation
import JSON
import TestSupport
import Testing

@Suite("Feeds that are asked in another's stead")
struct AlternativeTests {
  private static let failure = Result<String, FeedError>.failure(.fetch(.unknownHost(host: "example.org")))

  private let folder: TemporaryFolder
  private let log = Log<String>()
  private let published = Log<[String]>()
  private let pauses = Log<Double>()
  private let sources = Log<Int>()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func snapshot(_ kind: String) -> Snapshot { Snapshot(directory: folder.path, kind: kind) }

  /// Runs a refresher of several sources through so many pauses without waiting for any.
  private func run(_ feeds: [StubFeed], pauses count: Int, interval: Int = 3600) throws {
    let ended = DispatchSemaphore(value: 0)
    let timing = RefreshTiming(
      now: { 1_000_000 }, elapsed: { [pauses] in pauses.lines.reduce(0, +) }, random: { 0 },
      wait: { [pauses] seconds, wakeUp in
        pauses.append(seconds)
        if pauses.lines.count < count { return }
        ended.signal()
        wakeUp.wait()
      })
    let others = feeds.indices.dropFirst().map { CatalogSource(feeds[$0], snapshot: snapshot("else-\($0)")) }
    let refresher = FeedRefresher(
      feed: feeds[0], others: others, fetcher: Fetcher(userAgent: "tests"), snapshot: snapshot("stub"),
      interval: interval, timing: timing, report: { [log] in log.append($0) },
      answered: { [sources] in sources.append($0) },
      publish: { [published] content, _, _ in published.append(content.entries.map(\.key)) })
    refresher.start()
    defer { refresher.stop() }
    try ended.wait(for: "pause \(count)")
  }

  @Test("The next feed is asked when one fails, and the first is taken again when it answers")
  func inTurn() throws {
    let first = StubFeed([.success("Apu"), Self.failure, Self.failure, .success("Apu\nMoe")])
    let second = StubFeed([Self.failure])
    let third = StubFeed([.success("Moe")])
    try run([first, second, third], pauses: 4)
    #expect(published.lines == [["Apu"], ["Moe"], ["Apu", "Moe"]])
    #expect(sources.lines == [0, 2, 0])
    // The first is asked again soon; what stands in for it is not, as long as it is young.
    #expect(pauses.lines == [3600, 30, 60, 3600])
    #expect((second.timesAsked, third.timesAsked) == (2, 1))
    #expect(
      log.lines == [
        "feed: 1 entries; skipped 2: too odd (2)",
        "feed.else.1: 1 entries; skipped 2: too odd (2), from stub in its stead",
        "feed: the name example.org was not found; asking again in 30 s",
        "feed.else.0: the name example.org was not found; asking again in 30 s",
        "feed: answers again after 1 minute", "feed: 2 entries; skipped 2: too odd (2)",
      ])
  }

  @Test("A feed that fails now and then fills no log")
  func quiet() throws {
    let first = StubFeed((0..<40).map { $0 % 2 == 0 ? Self.failure : .success("Apu") } + [Self.failure])
    try run([first, StubFeed([.success("Moe")])], pauses: 40, interval: 60)
    #expect(log.lines.count { $0.contains("was not found") } <= 20)
    #expect(published.lines.count <= 40)
  }

  @Test("An answer with less than half of the entries is taken when it comes three times in a row")
  func shrunken() throws {
    let whole = Result<String, FeedError>.success("Apu\nMoe\nNed\nOtto\nPatty")
    let few = Result<String, FeedError>.success("Apu\nMoe")
    try run([StubFeed([whole, few, few, whole, few, few, few]), StubFeed([Self.failure])], pauses: 7)
    #expect(published.lines.map(\.count) == [5, 2])
    #expect(pauses.lines == [3600, 30, 60, 3600, 30, 60, 3600])
    #expect(
      log.lines.contains {
        $0.hasPrefix("feed: the answer has only 2 entries, and 5 are served; it is taken if it comes 3 times")
      })
  }

  @Test("Half of the entries is enough, and another feed stands in for one that has less")
  func instead() throws {
    let few = Result<String, FeedError>.success("Apu")
    let half = Result<String, FeedError>.success("Moe\nNed")
    try run([StubFeed([.success("Apu\nMoe\nNed\nOtto"), few, half]), StubFeed([half])], pauses: 3)
    #expect(published.lines == [["Apu", "Moe", "Ned", "Otto"], ["Moe", "Ned"], ["Moe", "Ned"]])
    #expect(sources.lines == [0, 1, 0])
  }

  @Test("A feed without others is believed at once")
  func alone() throws {
    try run([StubFeed([.success("Apu\nMoe\nNed"), .success("Apu")])], pauses: 2)
    #expect(published.lines.map(\.count) == [3, 1])
  }

  // MARK: Starting

  private func start(
    _ feeds: [StubFeed], location: FeedLocation? = nil, isOffline: Bool = false
  ) throws -> FeedStart.Outcome {
    let others = feeds.indices.dropFirst().map { CatalogSource(feeds[$0], snapshot: snapshot("else-\($0)")) }
    return try FeedStart(
      feed: feeds[0], others: others, location: location, isOffline: isOffline, snapshot: snapshot("stub"),
      bundled: nil, report: { [log] in log.append($0) }
    ).begin(asking: FeedSource(Fetcher(userAgent: "tests")))
  }

  @Test("The first start asks one after the other, and fails for the reason of the first")
  func firstStart() throws {
    let outcome = try start([StubFeed([Self.failure]), StubFeed([.success("Moe")])])
    #expect(outcome.content?.entries.map(\.key) == ["Moe"])
    #expect(outcome.source == 1)
    #expect(folder.text("else-1.snapshot") == "dramatis-snapshot 2\nMoe")
    #expect(!folder.names.contains("stub.snapshot"))
    let nobody = StubFeed([.failure(.status(500, host: "example.net", retryAfter: nil))])
    try folder.remove("else-1.snapshot")
    #expect(throws: FeedError.fetch(.unknownHost(host: "example.org"))) {
      try start([StubFeed([Self.failure]), nobody])
    }
  }

  @Test("The youngest snapshot is served, whose feed it is read by")
  func youngest() throws {
    try snapshot("stub").save(FeedAnswer(Array("Apu".utf8)))
    try snapshot("else-1").save(FeedAnswer(Array("Moe".utf8)))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 77)], ofItemAtPath: snapshot("stub").path)
    let feeds = [StubFeed([Self.failure]), StubFeed([Self.failure])]
    let outcome = try start(feeds, isOffline: true)
    #expect(outcome.content?.entries.map(\.key) == ["Moe"])
    #expect(outcome.source == 1)
    try folder.write("else-1.snapshot", "nonsense")
    #expect(try start(feeds, isOffline: true).content?.entries.map(\.key) == ["Apu"])
  }

  @Test("Others stand in for a file that cannot be read")
  func file() throws {
    let missing = FeedLocation.path("\(folder.path)/missing")
    let outcome = try start([StubFeed([Self.failure]), StubFeed([.success("Moe")])], location: missing)
    #expect(outcome.content?.entries.map(\.key) == ["Moe"])
    #expect(throws: FeedError.self) { try start([StubFeed([Self.failure])], location: missing) }
  }

  // MARK: In the show's file

  private func yield(_ more: String) throws -> Result<FeedYield, FeedFaults> {
    FeedKinds.feed(
      from: try JSONValue(
        parsing: #"{"kind": "duckduckgo", "address": "http://example.org/"\#(more)}"#.utf8))
  }

  @Test("A show's file names up to four others, of any kind that has entries")
  func settings() throws {
    let other = #"{"kind": "records", "address": "https://example.net/", "entry": {"title": "name"}}"#
    let found = try yield(#", "else": [\#(other), {"kind": "cities"}]"#).get().alternatives
    #expect(found.map { type(of: $0.feed).kind } == ["records", "cities"])
    let cities = Array(repeating: #"{"kind": "cities"}"#, count: FeedKinds.alternativeLimit)
    #expect(try yield(#", "else": [\#(cities.joined(separator: ","))]"#).get().alternatives.count == 4)
  }

  @Test(
    "What is wrong with others is said with its place",
    arguments: [
      (#"{}"#, "feed.else: expected a list of up to 4 objects like feed, found an object"),
      (#"[{"kind": "cities", "else": []}]"#, "feed.else.0.else: unknown key; known keys here: "),
      (#"[{"kind": "cities"}, 5]"#, "feed.else.1: expected an object, found a number"),
      (#"[{"kind": "suggestions"}]"#, "feed.else.0.kind: expected \"duckduckgo\", "),
      (#"[{"kind": "records", "address": "https://example.net/"}]"#, "feed.else.0.entry: is missing; "),
      (
        "[" + Array(repeating: #"{"kind": "cities"}"#, count: 5).joined(separator: ",") + "]",
        "feed.else: expected a list of up to 4 objects like feed, found 5"
      ),
    ])
  func faults(value: String, fault: String) throws {
    guard case .failure(let error) = try yield(#", "else": \#(value)"#) else {
      Issue.record("\(value) is accepted")
      return
    }
    #expect(error.faults.contains { "\($0)".hasPrefix(fault) }, "\(error.faults)")
  }

  @Test(
    "A contact is an address or a mail address",
    arguments: [
      ("https://example.org/about", true), ("somebody@example.org", true), ("somebody", false),
      ("https://example.org/(x)", false), ("a@b.example)\\r\\nX: y", false), ("https://a b/", false),
      ("https://example.org/" + String(repeating: "a", count: 200), false),
    ])
  func contact(text: String, isValid: Bool) throws {
    let found = try yield(#", "contact": "\#(text)""#)
    #expect(((try? found.get()) != nil) == isValid)
  }

  @Test("A service reads the contact of its own feed, or else that of the show")
  func userAgent() throws {
    let server = try StubServer { _ in .ok("Moe") }
    defer { server.stop() }
    let feed = try #require(
      try FeedKinds.feed(
        from: JSONValue(parsing: #"{"kind": "duckduckgo", "address": "\#(server.address())"}"#.utf8)
      ).get().catalog)
    for contact in [nil, "b@example.org"] {
      var manners = RequestManners()
      manners.contact = contact
      let others = [CatalogSource(feed, snapshot: snapshot("else-1"), manners: manners)]
      let start = FeedStart(
        feed: StubFeed([Self.failure]), others: others, location: nil, isOffline: false,
        snapshot: snapshot("stub"), bundled: nil, report: { _ in })
      let fetcher = Fetcher(userAgent: "tests/1", contact: "https://example.org/")
      _ = try? start.begin(asking: FeedSource(fetcher))
    }
    let agents = server.requests.compactMap { request in
      request.head.split(separator: "\r\n").first { $0.hasPrefix("User-Agent: ") }
    }
    #expect(
      agents == ["User-Agent: tests/1 (https://example.org/)", "User-Agent: tests/1 (b@example.org)"])
  }

  // MARK: 202

  @Test("A service that has only taken the request counts if its answer is whole, and is else asked again")
  func accepted() throws {
    let whole = Topics.answer([Topics.topic("Apu")])
    for (body, isWhole) in [
      (whole, true), ("", false), ("{\"Related", false), ("{\"RelatedTopics\": []}", false),
    ] {
      let server = try StubServer { _ in
        .status(202, headers: ["Retry-After: 90"], body: Array(body.utf8))
      }
      defer { server.stop() }
      let start = FeedStart(
        feed: try Topics.feed(server.address()), location: nil, isOffline: false,
        snapshot: snapshot("accepted-\(body.utf8.count)"), bundled: nil, report: { _ in })
      let result = Result { try start.begin(asking: FeedSource(Fetcher(userAgent: "tests"))) }
      if isWhole {
        #expect(try result.get().content?.entries.count == 1)
      } else {
        #expect(throws: FeedError.status(202, host: server.host, retryAfter: 90)) { try result.get() }
      }
    }
  }
}
