import Catalogs
import Feeds
import Fetching
import JSON
import System
import TestSupport
import Testing

@Suite("Limits of answers")
struct AnswerLimitsTests {
  /// Useless, and thirty times its size as a tree.
  private let bomb = "[" + String(repeating: #"{"":{"":{"":1}}},"#, count: 20_000) + "0]"

  private func cities(_ rows: [String]) throws -> FeedContent {
    let feed = try #require(FeedKinds.feed(from: .object(["kind": .string("cities")])).get().catalog)
    return try feed.decode(FeedAnswer(Array("[\(rows.joined(separator: ","))]".utf8)))
  }

  private func row(_ name: String, _ id: Int = 1, country: String = "") -> String {
    #"{"name":"\#(name)","country":"\#(country)","id":\#(id),"coord":{"lat":1,"lon":1}}"#
  }

  @Test("Unused members of DuckDuckGo's answer do not count")
  func unusedTopics() throws {
    let topic = Topics.topic("Apu").dropLast() + #", "More": \#(bomb)}"#
    let content = try Topics.decode([String(topic), bomb])
    #expect(content.entries.map(\.key) == ["Apu"])
  }

  @Test("An answer of DuckDuckGo with more than 100,000 values is refused")
  func manyTopics() {
    let topics = Array(repeating: #"{"Text":"","Icon":{"URL":""}}"#, count: 25_000)
    let error = thrown(FeedError.self) { try Topics.decode(topics) }
    let expected = "this is not an answer of DuckDuckGo: it holds more than 100000 values (line 1, byte "
    #expect(error?.description.hasPrefix(expected) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("An answer of DuckDuckGo over 4 MB is cancelled while it comes, compressed or not")
  func longAnswer() throws {
    let zeros = try #require(Gzip.compress(Array(repeating: 0x20, count: 5 << 20), effort: .quick))
    #expect(zeros.count < 70_000)
    let server = try StubServer { _ in .status(200, headers: ["Content-Encoding: gzip"], body: zeros) }
    defer { server.stop() }
    let feed = try Topics.feed(server.address())
    #expect(throws: FeedError.fetch(.tooLarge(host: server.host, limit: 4 << 20))) {
      try feed.ask(FeedSource(Fetcher(userAgent: "tests")))
    }
  }

  @Test("Unused members of TMDB's page do not count; too many used ones refuse it")
  func pages() throws {
    let film = Films.film(1, more: #", "more": \#(bomb)"#)
    #expect(try Films.decode([("popular", Films.page([film]))]).entries.count == 1)
    let films = (1...2_000).map { Films.film($0) }
    #expect(throws: FeedError.self) { try Films.decode([("popular", Films.page(films))]) }
    #expect(try Films.decode([("popular", Films.page(Array(films.prefix(1_600))))]).entries.count == 1_600)
  }

  @Test("A page of TMDB over 512 KB is cancelled while it comes")
  func longPage() throws {
    let server = try StubServer { _ in .status(200, body: Array(repeating: 0x20, count: 513 << 10)) }
    defer { server.stop() }
    #expect(throws: FeedError.fetch(.tooLarge(host: server.host, limit: 512 << 10))) {
      try Films.keyed(server).ask(FeedSource(Fetcher(userAgent: "tests")))
    }
  }

  @Test("A city with a name or a country over 300 bytes is skipped")
  func longNames() throws {
    let long = String(repeating: "x", count: 301)
    let content = try cities([
      row("A"), row(long, 2), row("B", 3, country: long), row(bomb.filter(\.isNumber), 4),
    ])
    #expect(content.entries.map(\.key) == ["1"])
    #expect(content.skipped == ["too long a name": 3])
  }

  @Test("A list of cities over 64 MB after decompression is refused")
  func longList() throws {
    let list = try #require(Gzip.compress(Array(repeating: 0x20, count: 65 << 20), effort: .quick))
    let feed = try #require(FeedKinds.feed(from: .object(["kind": .string("cities")])).get().catalog)
    #expect(throws: FeedError.refused("this is not a list of cities: the gzip data holds more than 64 MB")) {
      try feed.decode(FeedAnswer(list))
    }
  }

  @Test("More than 500,000 cities are refused", .enabled(if: isThorough))
  func manyCities() throws {
    let error = thrown(FeedError.self) { try cities((0...500_000).map { row("A", $0) }) }
    #expect(error?.description.contains("the list of cities holds more than 500000 cities") == true)
    #expect(try cities((0..<500_000).map { row("A", $0) }).entries.count == 500_000)
  }
}
