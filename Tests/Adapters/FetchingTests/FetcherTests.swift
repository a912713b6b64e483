import Dispatch
import Fetching
import TestSupport
import Testing

@Suite("Fetching")
struct FetcherTests {
  private let fetcher = Fetcher(userAgent: "tests/1")
  private let inside = FetchRules(privateAddresses: .allowed)

  @Test("A response has its status, type, headers and body")
  func goodAnswer() throws {
    let server = try StubServer { request in
      .status(
        200, headers: ["Content-Type: Text/JSON; charset=utf-8", "X-Path: \(request.path)"], body: [1, 0, 2])
    }
    defer { server.stop() }
    let answer = try fetcher.get(server.address("/a?b=c"), headers: ["X-Key: k"], rules: inside)
    #expect(answer.status == 200)
    #expect(answer.isSuccess)
    #expect(answer.header("x-path") == "/a?b=c")
    #expect(answer.body == [1, 0, 2])
    #expect(answer.address == server.address("/a?b=c"))
    let head = try #require(server.requests.first?.head)
    #expect(head.contains("\r\nX-Key: k\r\n"))
    #expect(head.contains("\r\nUser-Agent: tests/1\r\n"))
    #expect(!server.requests[0].hasHeader("cookie"))
  }

  @Test("An error status is a response with its Retry-After")
  func faultStatus() throws {
    let server = try StubServer { _ in .status(429, headers: ["Retry-After: 7"], body: [1]) }
    defer { server.stop() }
    let answer = try fetcher.get(server.address(), rules: inside)
    #expect(answer.status == 429)
    #expect(!answer.isSuccess)
    #expect(answer.retryAfter == 7)
  }

  @Test("A compressed response is decompressed")
  func gzip() throws {
    let body = Array("{\"compressed\": true}".utf8)
    let server = try StubServer { _ in
      .status(200, headers: ["Content-Encoding: gzip"], body: Gzip.stored(body))
    }
    defer { server.stop() }
    #expect(try fetcher.get(server.address(), rules: inside).body == body)
  }

  @Test(
    "The limit applies after decompression", arguments: ["gzip", "X-GZIP"])
  func gzipBomb(encoding: String) throws {
    let bomb = Gzip.bomb(of: 4 << 20)
    #expect(bomb.count < 40_000)
    let server = try StubServer { _ in .status(200, headers: ["Content-Encoding: \(encoding)"], body: bomb) }
    defer { server.stop() }
    var rules = inside
    rules.byteLimit = 1 << 20
    #expect(throws: FetchError.tooLarge(host: server.host, limit: 1 << 20)) {
      try fetcher.get(server.address(), rules: rules)
    }
  }

  @Test("A compressed response that is cut is no response, nor is one of another encoding")
  func cutGzip() throws {
    let whole = Gzip.stored(Array(repeating: 65, count: 1_000))
    for (encoding, body) in [
      ("gzip", Array(whole[..<100])), ("gzip", Array(whole.dropLast())), ("br", whole), ("gzip, gzip", whole),
    ] {
      let server = try StubServer { _ in
        .status(200, headers: ["Content-Encoding: \(encoding)"], body: body)
      }
      defer { server.stop() }
      let error = thrown(FetchError.self) { try fetcher.get(server.address(), rules: inside) }
      guard case .broken = error else {
        Issue.record("\(encoding): \(error.map { "\($0)" } ?? "no error")")
        continue
      }
    }
  }

  @Test("Headers behind the body end the transfer if they have no end")
  func trailers() throws {
    let line = Array("X-\(String(repeating: "a", count: 8_000)): b\r\n".utf8)
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n2\r\n[]\r\n0\r\n"
    let server = try StubServer { _ in .endless(head: head, chunk: line) }
    defer { server.stop() }
    let error = thrown(FetchError.self) { try fetcher.get(server.address(), rules: inside) }
    guard case .broken = error else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
  }

  @Test(
    "A response over the limit is refused, with or without a length",
    arguments: [
      StubAnswer.endless(head: "HTTP/1.1 200 OK\r\n\r\n", chunk: Array(repeating: 32, count: 8192)),
      .status(200, body: Array(repeating: 32, count: 100_001)), .status(200, length: 1 << 40),
    ])
  func tooLarge(answer: StubAnswer) throws {
    let server = try StubServer { _ in answer }
    defer { server.stop() }
    var rules = inside
    rules.byteLimit = 100_000
    #expect(throws: FetchError.tooLarge(host: server.host, limit: 100_000)) {
      try fetcher.get(server.address(), rules: rules)
    }
  }

  @Test("A response of exactly the limit is accepted")
  func atTheLimit() throws {
    let server = try StubServer { _ in .status(200, body: Array(repeating: 32, count: 100_000)) }
    defer { server.stop() }
    var rules = inside
    rules.byteLimit = 100_000
    #expect(try fetcher.get(server.address(), rules: rules).body.count == 100_000)
  }

  @Test(
    "A truncated or invalid response is broken",
    arguments: [
      StubAnswer.status(200, body: [1, 2, 3], length: 10), .bytes([]),
      .bytes(Array("no HTTP at all\r\n\r\n".utf8)),
      .status(200, headers: ["Content-Encoding: gzip"], body: [1, 2, 3]),
      .endless(head: "HTTP/1.1 200 OK\r\n", chunk: Array("X-More: of it\r\n".utf8)),
    ])
  func broken(answer: StubAnswer) throws {
    let server = try StubServer { _ in answer }
    defer { server.stop() }
    let error = thrown(FetchError.self) { try fetcher.get(server.address(), rules: inside) }
    guard case .broken(host: server.host, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A silent server times out")
  func timeout() throws {
    let server = try StubServer { _ in .silence }
    defer { server.stop() }
    var rules = inside
    rules.timeout = .milliseconds(200)
    #expect(throws: FetchError.timedOut(host: server.host, after: .milliseconds(200))) {
      try fetcher.get(server.address(), rules: rules)
    }
  }

  @Test("A closed port is unreachable")
  func closedPort() throws {
    let closed = ClosedPort()
    let error = thrown(FetchError.self) {
      try fetcher.get("http://127.0.0.1:\(closed.port)/", rules: inside)
    }
    withExtendedLifetime(closed) {}
    guard case .unreachable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A server without TLS is not trusted")
  func noTLS() throws {
    let server = try StubServer { _ in .ok("{}") }
    defer { server.stop() }
    let address = server.address().replacing("http:", with: "https:")
    let error = thrown(FetchError.self) { try fetcher.get(address, rules: inside) }
    guard case .untrusted(host: server.host, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Stopping the fetcher cancels current and later fetches")
  func stopping() throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try StubServer { _ in
      asked.signal()
      return .silence
    }
    defer { server.stop() }
    DispatchQueue(label: "stopper").async { [fetcher] in
      try? asked.wait(for: "a request")
      fetcher.stop()
    }
    var rules = inside
    rules.timeout = .seconds(3600)
    #expect(throws: FetchError.cancelled) { try fetcher.get(server.address(), rules: rules) }
    #expect(throws: FetchError.cancelled) { try fetcher.get(server.address(), rules: rules) }
    #expect(server.requests.count == 1)
  }

  @Test("A header with a line break is refused")
  func headerInjection() throws {
    let server = try StubServer { _ in .ok("{}") }
    defer { server.stop() }
    #expect(throws: FetchError.badHeader) {
      try fetcher.get(server.address(), headers: ["X-Key: k\r\nX-Other: o"], rules: inside)
    }
    #expect(server.requests.isEmpty)
  }

  @Test("Errors contain neither paths nor queries nor headers")
  func secrets() throws {
    let server = try StubServer { _ in .status(200, body: [1], length: 10) }
    defer { server.stop() }
    let error = thrown(FetchError.self) {
      try fetcher.get(server.address("/secret?key=secret"), headers: ["X-Key: secret"], rules: inside)
    }
    let description = try #require(error).description
    #expect(description.contains("127.0.0.1"))
    #expect(!description.contains("secret"))
  }
}
