import Configuration
import Feeds
import Fetching
import JSON
import TestSupport
import Testing

@Suite("Results in a frame")
struct ResultsFrameTests {
  private func results(
    _ server: StubServer, _ setting: String = "", isOffline: Bool = false, log: CollectedLog = CollectedLog()
  ) throws -> WebSearch.Results {
    let results = #""results": {"address": "\#(server.address("/r?q={query}"))"\#(setting)}"#
    let text = #"{"kind": "suggestions", "address": "http://s.example/{query}", \#(results)}"#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: Array(text.utf8))).get().suggestions)
    return feed.search(asking: nil, isOffline ? nil : Fetcher(userAgent: "tests"), log).results
  }

  private static let page = Array("<h1>Found</h1>".utf8)

  /// Whether a page with these headers is framed, once the first visit has asked it.
  private func isFramed(_ answer: StubAnswer) async throws -> Bool? {
    let server = try StubServer { _ in answer }
    defer { server.stop() }
    let results = try results(server)
    #expect(server.requests.isEmpty)
    #expect(results.isFramed() == false)
    try await wait(for: "the answer") { server.requests.count == 1 && results.isFramed() != false }
    return results.isFramed()
  }

  @Test(
    "A page that any site may frame is framed",
    arguments: [
      [], ["Content-Security-Policy: default-src 'self'"], ["Content-Security-Policy: frame-ancestors *"],
      ["Content-Security-Policy-Report-Only: frame-ancestors 'none'"],
    ])
  func allowed(headers: [String]) async throws {
    #expect(try await isFramed(.status(200, headers: headers, body: Self.page)) == true)
  }

  @Test("Only headers are read, of a word of ours")
  func headersOnly() async throws {
    let endless = StubAnswer.endless(
      head: "HTTP/1.1 200 OK\r\n\r\n", chunk: Array(repeating: 65, count: 65_536))
    let server = try StubServer { _ in endless }
    defer { server.stop() }
    let results = try results(server)
    try await wait(for: "the answer") { results.isFramed() == true }
    #expect(server.requests.map(\.path) == ["/r?q=a"])
  }

  @Test(
    "A page that refuses frames, or is none, is not framed",
    arguments: [
      StubAnswer.status(200, headers: ["X-Frame-Options: SAMEORIGIN"]),
      .status(200, headers: ["x-frame-options: anything"]),
      .status(200, headers: ["Content-Security-Policy: default-src *; Frame-Ancestors 'self'"]),
      .status(200, headers: ["Content-Security-Policy: frame-ancestors * https://a.example"]),
      .status(
        200,
        headers: ["Content-Security-Policy: img-src *", "Content-Security-Policy: frame-ancestors\t'none'"]),
      .status(200, headers: ["Content-Security-Policy: img-src *, frame-ancestors 'self'"]),
      .status(403), .status(503), .status(204),
    ])
  func refused(answer: StubAnswer) async throws {
    let server = try StubServer { _ in answer }
    defer { server.stop() }
    let results = try results(server)
    for _ in 0..<20 {
      #expect(results.isFramed() == false)
      try await Task.sleep(for: .milliseconds(10))
    }
    try await wait(for: "the request") { server.requests.count == 1 }
    #expect(results.isFramed() == false)
  }

  @Test("A redirect within the origin is followed; one to another origin or host inside is not framed")
  func redirects() async throws {
    let other = try StubServer(host: "127.0.0.2") { _ in .ok("x") }
    defer { other.stop() }
    let log = CollectedLog()
    let server = try StubServer { request in
      request.path.hasPrefix("/r") ? .redirect(to: "/found") : .ok("x")
    }
    defer { server.stop() }
    let leaving = try StubServer { _ in .redirect(to: other.address()) }
    defer { leaving.stop() }
    let (staying, left) = (try results(server), try results(leaving, log: log))
    try await wait(for: "both answers") { staying.isFramed() == true && left.isFramed() == nil }
    #expect(other.requests.isEmpty)
    #expect(log.lines.contains { $0.contains("redirects to 127.0.0.2, another private host") })
  }

  @Test("A setting is not questioned, and nothing is asked offline", arguments: [true, false])
  func settings(isFramed: Bool) async throws {
    let server = try StubServer { _ in .ok("x") }
    defer { server.stop() }
    #expect(try results(server, #", "frame": \#(isFramed)"#).isFramed() == isFramed)
    #expect(try results(server, #", "frame": "auto""#, isOffline: true).isFramed() == false)
    try await Task.sleep(for: .milliseconds(50))
    #expect(server.requests.isEmpty)
  }
}
