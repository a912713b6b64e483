import Feeds
import Fetching
import JSON
import TestSupport
import Testing

@Suite("The feed of a show's file")
struct FeedKindTests {
  private static let kinds = #""duckduckgo", "tmdb", "cities", "records" or "suggestions""#

  @Test(
    "Every fault is told with its place",
    arguments: [
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
    ])
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

  @Test("A feed is asked at its address, and an answer is taken verbatim")
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

  @Test("A status that tells a fault is no answer")
  func status() throws {
    let server = try StubServer { _ in .status(429, headers: ["Retry-After: 90"]) }
    defer { server.stop() }
    #expect(throws: FeedError.status(429, host: server.host, retryAfter: 90)) {
      try Topics.feed(server.address()).ask(FeedSource(Fetcher(userAgent: "tests")))
    }
  }

  @Test(
    "An http address is asked over https first, and as it is written only where that fails",
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
