import Configuration
import Feeds
import Fetching
import JSON
import Synchronization
import TestSupport
import Testing

@Suite("The feed of a show's file")
struct FeedKindTests {
  private static let kinds: String = {
    let names = FeedKinds.all.map { "\"\($0.kind)\"" }
    return "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
  }()

  private static let faultyFeeds = [
    (#"7"#, ["feed: expected an object, found a number"]), (#"{}"#, ["feed.kind: is missing"]),
    (#"{"kind": 7, "address": ""}"#, ["feed.kind: expected \(kinds), found 7"]),
    (#"{"kind": "gopher"}"#, ["feed.kind: expected \(kinds), found \"gopher\""]),
    (#"{"kind": "duckduckgo"}"#, ["feed.address: is missing"]),
    (
      #"{"kind": "duckduckgo", "address": "example.org", "pages": 2}"#,
      [
        #"feed.address: expected an http or https address such as "http://api.duckduckgo.com/?q=star+trek+characters&format=json", found "example.org""#,
        "feed.pages: unknown key",
      ]
    ),
    (
      #"{"kind": "cities", "address": "gopher://x/"}"#,
      [
        #"feed.address: expected an http or https address such as "https://bulk.openweathermap.org/sample/city.list.json.gz", found "gopher://x/""#
      ]
    ),
    (
      #"{"kind": "duckduckgo", "address": "htp://me:secret@x/a?key=secret"}"#,
      [
        #"feed.address: expected an http or https address such as "http://api.duckduckgo.com/?q=star+trek+characters&format=json", found "htp://…""#
      ]
    ),
  ]

  @Test(
    "Every fault has its path",
    arguments: faultyFeeds)
  func faults(json: String, expected: [String]) throws {
    let value = try JSONValue(parsing: Array(json.utf8))
    guard case .failure(let error) = FeedKinds.feed(from: value) else {
      Issue.record("it was taken")
      return
    }
    let told = error.faults.map(\.description)
    #expect(told.count == expected.count)
    #expect(zip(told, expected).allSatisfy { $0.hasPrefix($1) }, "\(told)")
  }

  @Test("A feed is asked at its address, and the answer is verbatim")
  func asking() throws {
    let server = try StubServer { _ in .ok(" {\"any\": thing") }
    defer { server.stop() }
    let source = FeedSource(Fetcher(userAgent: "tests"))
    let answer = try Topics.feed(server.address("/?q=cast&format=json")).ask(source)
    #expect(answer == FeedAnswer(Array(" {\"any\": thing".utf8)))
    #expect(server.requests.map(\.path) == ["/?q=cast&format=json"])
    let other = try #require(WebAddress(server.address("/other")))
    _ = try Topics.feed().moved(to: other).ask(source)
    #expect(server.requests.last?.path == "/other")
  }

  @Test("An error status is an error with Retry-After")
  func status() throws {
    let server = try StubServer { _ in .status(429, headers: ["Retry-After: 90"]) }
    defer { server.stop() }
    #expect(throws: FeedError.status(429, host: server.host, retryAfter: 90)) {
      try Topics.feed(server.address()).ask(FeedSource(Fetcher(userAgent: "tests")))
    }
  }

  @Test(
    "An http address is tried over https first",
    arguments: [
      ("http://example.org/a", [200], ["https://example.org/a"]),
      ("http://example.org/a", [0, 200], ["https://example.org/a", "http://example.org/a"]),
      ("http://example.org/a", [404, 200], ["https://example.org/a", "http://example.org/a"]),
      ("http://example.org/a", [429], ["https://example.org/a"]),
      ("http://example.org/a", [0, 500], ["https://example.org/a", "http://example.org/a"]),
      ("https://example.org/a", [0], ["https://example.org/a"]),
      ("http://example.org:8080/a", [0], ["http://example.org:8080/a"]),
    ])
  func secureFirst(address: String, statuses: [Int], expected: [String]) throws {
    let outside = Outside(statuses)
    let source = FeedSource { (address, _) throws(FetchError) in try outside.answer(address) }
    let answer = try? source.body(of: #require(WebAddress(address)), limit: 100)
    #expect((answer != nil) == (statuses.last == 200))
    #expect(outside.asked == expected)
  }
}

/// The faults of a show's `feed` object.
struct FeedFaults: Error {
  let faults: [Fault]
}

extension FeedKinds {
  /// The feed of a `feed` object.
  static func feed(from value: JSONValue) -> Result<ShowFeed, FeedFaults> {
    let reader = SettingsReader(value, at: "feed")
    let feed = read(reader)
    let faults = reader.finish()
    guard let feed, faults.isEmpty else { return .failure(FeedFaults(faults: faults)) }
    return .success(feed)
  }
}

/// Answers requests with the given statuses; 0 is an unreachable host.
final class Outside: Sendable {
  private let state: Mutex<(statuses: [Int], asked: [String])>

  init(_ statuses: [Int]) {
    state = Mutex((statuses, []))
  }

  var asked: [String] { state.withLock { $0.asked } }

  func answer(_ address: String) throws(FetchError) -> Fetched {
    let status = state.withLock { state in
      state.asked.append(address)
      return state.statuses.isEmpty ? 0 : state.statuses.removeFirst()
    }
    guard status != 0 else { throw .unreachable(host: "example.org", reason: "connection refused") }
    return Fetched(status: status, headers: [], address: address, body: [])
  }
}
