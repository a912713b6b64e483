import Feeds
import Fetching
import System
import TestSupport
import Testing

@Suite("Limits of answers")
struct AnswerLimitsTests {
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

  @Test("A page of TMDB over 512 KB is cancelled while it comes")
  func longPage() throws {
    let server = try StubServer { _ in .status(200, body: Array(repeating: 0x20, count: 513 << 10)) }
    defer { server.stop() }
    #expect(throws: FeedError.fetch(.tooLarge(host: server.host, limit: 512 << 10))) {
      try Films.keyed(server).ask(FeedSource(Fetcher(userAgent: "tests")))
    }
  }
}
