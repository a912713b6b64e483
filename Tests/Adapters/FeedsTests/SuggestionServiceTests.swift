import Configuration
import Dispatch
import Feeds
import Fetching
import System
import TestSupport
import Testing

@Suite("Asking a suggestion service")
struct SuggestionServiceTests {
  @Test("A configured language is sent as Accept-Language")
  func language() throws {
    let heads = Collected<String>()
    let server = try StubServer {
      heads.append($0.head)
      return Completions.echo($0)
    }
    defer { server.stop() }
    _ = try Completions(server, #", "language": "de, en;q=0.5""#).texts("a")
    #expect(heads.values.first?.contains("\r\nAccept-Language: de, en;q=0.5\r\n") == true)
  }

  @Test(
    "A blank text causes no request, and a long one is cut",
    arguments: [("", 0), (" \n\t", 0), ("\u{0}", 0)])
  func empty(text: String, count: Int) throws {
    let server = try StubServer(answer: Completions.echo)
    defer { server.stop() }
    let completions = try Completions(server)
    #expect(try completions.texts(text).isEmpty)
    #expect(server.requests.count == count)
    _ = try completions.texts(String(repeating: "b", count: 5000))
    #expect(server.requests.first?.path.utf8.count == "/s?q=".utf8.count + 200)
  }

  /// An answer, the log line about it, and the pause of the service in seconds.
  struct Failure: Sendable, CustomTestStringConvertible {
    let answer: StubAnswer
    let reason: String
    var rest = 0.0

    var testDescription: String { reason }
  }

  static let failures = [
    Failure(answer: .status(401), reason: "answered with status 401"),
    Failure(answer: .status(404), reason: "answered with status 404"),
    Failure(answer: .status(500), reason: "answered with status 500"),
    Failure(answer: .status(503), reason: "answered with status 503", rest: 10),
    Failure(answer: .status(429, headers: ["Retry-After: 90"]), reason: "answered with status 429", rest: 90),
    Failure(answer: .status(429, headers: ["Retry-After: 99999"]), reason: "with status 429", rest: 300),
    Failure(answer: .ok("{"), reason: "is not a list of suggestions"),
    Failure(answer: .ok("null"), reason: "is not a list of suggestions"),
    Failure(answer: .silence, reason: "did not answer in full", rest: 3),
    Failure(
      answer: .endless(head: "HTTP/1.1 200 OK\r\n\r\n", chunk: Array(repeating: 32, count: 4096)),
      reason: "is larger than 65536 bytes", rest: 3),
    Failure(answer: .ok(Array(repeating: 32, count: 65_537)), reason: "is larger than 65536 bytes", rest: 3),
    Failure(answer: .bytes([]), reason: "is broken", rest: 3),
    Failure(
      answer: .redirect(to: "file:///etc/hostname"), reason: "redirects to something other than", rest: 3),
  ]

  @Test(
    "A failure is logged without the text, and a busy service gets a pause",
    arguments: failures)
  func failing(_ failure: Failure) throws {
    let server = try StubServer { _ in failure.answer }
    defer { server.stop() }
    var rules = Completions.patientRules
    if case .silence = failure.answer { rules.timeout = .milliseconds(300) }
    let completions = try Completions(server, rules: rules)
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("private words") }
    #expect(completions.log.lines.count == 1)
    let line = completions.log.lines.first ?? ""
    #expect(line.contains(failure.reason), "\(line)")
    #expect(!line.contains("private"))

    if failure.rest > 0 {
      for pause in [0, failure.rest - 0.5] {
        completions.clock.pass(pause)
        #expect(throws: SuggestionFault.unavailable) { try completions.texts("more \(pause)") }
      }
      try wait(for: "the first request") { server.requests.count == 1 }
      completions.clock.pass(1)
    }
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("still more") }
    // A cancelled request may be read only now.
    try wait(for: "the second request") { server.requests.count == 2 }
  }

  @Test("An error is logged once an hour")
  func loggedOnce() throws {
    let server = try StubServer { _ in .status(500) }
    defer { server.stop() }
    let completions = try Completions(server)
    for text in ["a", "b", "c"] { _ = try? completions.texts(text) }
    #expect(completions.log.lines.count == 1)
    completions.clock.pass(3_601)
    _ = try? completions.texts("d")
    #expect(completions.log.lines.count == 2)
  }

  @Test("A failure is not cached")
  func failureNotCached() throws {
    let served = Collected<Int>()
    let server = try StubServer {
      served.append(1)
      return served.values.count == 1 ? .status(500) : Completions.echo($0)
    }
    defer { server.stop() }
    let completions = try Completions(server)
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("a") }
    #expect(try completions.texts("a") == ["aa"])
  }

  @Test("A public service may not redirect to a private address")
  func redirectInwards() throws {
    let house = try StubServer(host: "127.0.0.2") { _ in .ok(#"["x", ["secret"]]"#) }
    let server = try StubServer { [address = house.address()] _ in .redirect(to: address) }
    defer { [house, server].forEach { $0.stop() } }
    let outside = Fetcher(userAgent: "tests", treatingAsPublic: [try #require(IPAddress("127.0.0.1"))])
    let completions = try Completions(server, fetcher: outside)
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("a") }
    #expect(house.requests.isEmpty)
    #expect(completions.log.lines.first?.contains("127.0.0.2 lies at a private address") == true)
  }

  @Test("A private service may not redirect to another private host")
  func redirectInside() throws {
    let other = try StubServer(host: "127.0.0.2") { _ in .ok(#"["x", ["there"]]"#) }
    let server = try StubServer { [address = other.address()] _ in .redirect(to: address) }
    defer { [other, server].forEach { $0.stop() } }
    #expect(throws: SuggestionFault.unavailable) { try Completions(server).texts("a") }
    #expect(other.requests.isEmpty)
  }
}
