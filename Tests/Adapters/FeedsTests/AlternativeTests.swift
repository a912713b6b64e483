import Catalogs
import Feeds
import Fetching
import Foundation
import JSON
import System
import TestSupport
import Testing

@Suite("Alternative feeds")
struct AlternativeTests {
  private static let failure = Result<String, FeedError>.failure(.fetch(.unknownHost(host: "example.org")))

  private let folder: TemporaryFolder
  private let refreshed = RefresherRun()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func snapshot(_ kind: String) -> Snapshot { Snapshot(directory: folder.path, kind: kind) }

  private func sources(
    _ feeds: [StubFeed], location: FeedLocation? = nil, isOffline: Bool = false
  ) -> Sources {
    Sources(
      CatalogSource(feeds[0], snapshot: snapshot("stub")),
      else: feeds.indices.dropFirst().map { CatalogSource(feeds[$0], snapshot: snapshot("else-\($0)")) },
      location: location, isOffline: isOffline)
  }

  /// The keys of the entries that were published.
  private var published: [[String]] { refreshed.published.values.map { $0.dropLast() } }

  @Test("A failing feed is replaced by the next one until it answers again")
  func failing() throws {
    let first = StubFeed([.success("Apu"), Self.failure, Self.failure, .success("Apu\nMoe")])
    let second = StubFeed([Self.failure])
    let third = StubFeed([.success("Moe")])
    try refreshed.run(sources([first, second, third]), pauses: 4)
    #expect(published == [["Apu"], ["Moe"], ["Apu", "Moe"]])
    #expect(refreshed.meter.sources.values == [0, 2, 0])
    // The first feed is asked again soon; its fallback is not while its answer is young.
    #expect(refreshed.pauses.values == [3600, 30, 60, 3600])
    #expect((second.timesAsked, third.timesAsked) == (2, 1))
    #expect(
      refreshed.log.lines == [
        "feed: 1 entries; skipped 2: too odd (2)",
        "feed.else.1: 1 entries; skipped 2: too odd (2), from the alternative stub",
        "feed: the name example.org was not found; asking again in 30 s",
        "feed.else.0: the name example.org was not found; asking again in 30 s",
        "feed: answers again after 1 minute", "feed: 2 entries; skipped 2: too odd (2)",
      ])
  }

  @Test("An answer with less than half of the entries is accepted at its third repeat")
  func shrunken() throws {
    let whole = Result<String, FeedError>.success("Apu\nMoe\nNed\nOtto\nPatty")
    let few = Result<String, FeedError>.success("Apu\nMoe")
    try refreshed.run(
      sources([StubFeed([whole, few, few, whole, few, few, few]), StubFeed([Self.failure])]), pauses: 7)
    #expect(published.map(\.count) == [5, 2])
    #expect(refreshed.pauses.values == [3600, 30, 60, 3600, 30, 60, 3600])
    #expect(
      refreshed.log.lines.contains {
        $0.hasPrefix(
          "feed: ignored: the answer has 2 entries but 5 are being served; it will be accepted if repeated 3")
      })
  }

  @Test("A list of one source that has lost more than half of its entries waits for two repeats as well")
  func shrunkenAlone() throws {
    let whole = Result<String, FeedError>.success("Apu\nMoe\nNed\nOtto\nPatty")
    let few = Result<String, FeedError>.success("Apu\nMoe")
    try refreshed.run(sources([StubFeed([whole, few, few, few])]), pauses: 4)
    #expect(published.map(\.count) == [5, 2])
  }

  @Test("Half of the entries is accepted; an alternative replaces a feed with fewer")
  func replaced() throws {
    let few = Result<String, FeedError>.success("Apu")
    let half = Result<String, FeedError>.success("Moe\nNed")
    try refreshed.run(
      sources([StubFeed([.success("Apu\nMoe\nNed\nOtto"), few, half]), StubFeed([half])]), pauses: 3)
    #expect(published == [["Apu", "Moe", "Ned", "Otto"], ["Moe", "Ned"], ["Moe", "Ned"]])
    #expect(refreshed.meter.sources.values == [0, 1, 0])
  }

  // MARK: Starting

  private func start(
    _ feeds: [StubFeed], location: FeedLocation? = nil, isOffline: Bool = false
  ) throws -> FeedStart.Outcome {
    try FeedStart(
      sources(feeds, location: location, isOffline: isOffline), store: .forTests(), log: refreshed.log
    )
    .begin(asking: FeedSource(Fetcher(userAgent: "tests")))
  }

  @Test("The first start asks the feeds in turn, and fails with the error of the first")
  func firstStart() throws {
    let outcome = try start([StubFeed([Self.failure]), StubFeed([.success("Moe")])])
    #expect(outcome.catalog?.entries.map(\.title) == ["Moe"])
    #expect(outcome.source == 1)
    #expect(folder.text("else-1.snapshot") == "dramatis-snapshot 2\nMoe")
    #expect(!folder.names.contains("stub.snapshot"))
    let failing = StubFeed([.failure(.status(500, host: "example.net", retryAfter: nil))])
    try folder.remove("else-1.snapshot")
    #expect(throws: FeedError.fetch(.unknownHost(host: "example.org"))) {
      try start([StubFeed([Self.failure]), failing])
    }
  }

  @Test("The youngest snapshot of all feeds is served")
  func youngest() throws {
    try snapshot("stub").save(FeedAnswer(Array("Apu".utf8)))
    try snapshot("else-1").save(FeedAnswer(Array("Moe".utf8)))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 77)], ofItemAtPath: snapshot("stub").path)
    let feeds = [StubFeed([Self.failure]), StubFeed([Self.failure])]
    let outcome = try start(feeds, isOffline: true)
    #expect(outcome.catalog?.entries.map(\.title) == ["Moe"])
    #expect(outcome.source == 1)
    try folder.write("else-1.snapshot", "nonsense")
    #expect(try start(feeds, isOffline: true).catalog?.entries.map(\.title) == ["Apu"])
  }

  // MARK: In the show's file

  private func feed(_ more: String) throws -> Result<ShowFeed, FeedFaults> {
    FeedKinds.feed(
      from: try JSONValue(
        parsing: #"{"kind": "duckduckgo", "address": "http://example.org/"\#(more)}"#.utf8))
  }

  @Test("else lists up to four feeds of any kind with entries")
  func settings() throws {
    let other = #"{"kind": "records", "address": "https://example.net/", "entry": {"title": "name"}}"#
    let found = try feed(#", "else": [\#(other), {"kind": "cities"}]"#).get().alternatives
    #expect(found.map { type(of: $0.feed).kind } == ["records", "cities"])
    let cities = Array(repeating: #"{"kind": "cities"}"#, count: FeedKinds.alternativeLimit)
    #expect(try feed(#", "else": [\#(cities.joined(separator: ","))]"#).get().alternatives.count == 4)
  }

  @Test(
    "Faults under else have their path",
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
    guard case .failure(let error) = try feed(#", "else": \#(value)"#) else {
      Issue.record("\(value) is accepted")
      return
    }
    #expect(error.faults.contains { "\($0)".hasPrefix(fault) }, "\(error.faults)")
  }

  @Test("The User-Agent has the contact of the alternative, else that of the show")
  func userAgent() throws {
    let server = try StubServer { _ in .ok("Moe") }
    defer { server.stop() }
    let feed = try #require(
      try FeedKinds.feed(
        from: JSONValue(parsing: #"{"kind": "duckduckgo", "address": "\#(server.address())"}"#.utf8)
      ).get().catalog)
    for contact in [nil, "b@example.org"] {
      let others = [CatalogSource(feed, snapshot: snapshot("else-1"), contact: contact)]
      let own = CatalogSource(StubFeed([Self.failure]), snapshot: snapshot("stub"))
      let start = FeedStart(Sources(own, else: others), store: .forTests(), log: SilentLog())
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

  @Test("A 202 answer counts if it is whole, and is retried otherwise")
  func accepted() throws {
    let whole = Topics.answer([Topics.topic("Apu")])
    for (body, isWhole) in [
      (whole, true), ("", false), ("{\"Related", false), ("{\"RelatedTopics\": []}", false),
    ] {
      let server = try StubServer { _ in
        .status(202, headers: ["Retry-After: 90"], body: Array(body.utf8))
      }
      defer { server.stop() }
      let source = CatalogSource(
        try Topics.feed(server.address()), snapshot: snapshot("accepted-\(body.utf8.count)"))
      let start = FeedStart(Sources(source), store: .forTests(), log: SilentLog())
      let result = Result { try start.begin(asking: FeedSource(Fetcher(userAgent: "tests"))) }
      if isWhole {
        #expect(try result.get().catalog?.entries.count == 1)
      } else {
        #expect(throws: FeedError.status(202, host: server.host, retryAfter: 90)) { try result.get() }
      }
    }
  }
}
