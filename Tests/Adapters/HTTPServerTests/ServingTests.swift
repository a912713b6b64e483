import Glibc
import HTTPServer
import TestSupport
import Testing

@Suite("Answered requests")
struct ServingTests {
  @Test("GET, HEAD and POST reach the handler unchanged")
  func methods() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    let got = wire.exchange("GET /a?q=%41 HTTP/1.1\r\nHost: x\r\nX-Echo: yes\r\n\r\n")
    #expect(got?.body == "GET\n/a?q=%41\n\nyes")
    let posted = wire.exchange("POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
    #expect(posted?.body == "POST\n/p\nhello")
    let head = wire.exchange("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(head?.status == 200)
    #expect(head?.body == "")
    #expect(head?.headers["content-length"] == "8")
    #expect(wire.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.body == "GET\n/\n")
  }

  @Test(
    "The host of an absolute target replaces the Host header",
    arguments: [
      ("http://one/a?b", "one", "/a?b"), ("HTTP://one:81", "one:81", "/"), ("https://one?b", "one", "/?b"),
      ("http://[::1]:8/", "[::1]:8", "/"), ("/http://one/", "two", "/http://one/"),
    ])
  func absoluteTarget(target: String, host: String, path: String) throws {
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      let seen = request.withHost { String(decoding: $0, as: UTF8.self) }
      let text = "\(request.host ?? "-") \(seen ?? "-") \(String(decoding: request.target, as: UTF8.self))"
      return .now(Response(status: 200, body: Array(text.utf8)))
    }
    let wire = Wire(server.port)
    #expect(wire.exchange("GET \(target) HTTP/1.1\r\nHost: two\r\n\r\n")?.body == "\(host) \(host) \(path)")
  }

  @Test("Every answer, a refusal too, has the server's headers unless it sets them itself")
  func commonHeaders() throws {
    let own = Response(status: 200, headers: [("referrer-policy", "no-referrer")])
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
    configuration.headers = [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")]
    let server = try Server(configuration) { _ in .now(own) }
    let answer = Wire(server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer?.headers["x-content-type-options"] == "nosniff")
    #expect(answer?.headers["referrer-policy"] == "no-referrer")
    let refusal = Wire(server.port).exchange("PUT / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(refusal?.status == 405)
    #expect(refusal?.headers["x-content-type-options"] == "nosniff")
    #expect(refusal?.headers["referrer-policy"] == "same-origin")
  }

  @Test("Pipelined requests are answered in order")
  func pipelining() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send((0..<100).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    for number in 0..<100 {
      #expect(wire.answer()?.body == "GET\n/\(number)\n")
    }
  }

  @Test(
    "An encoded zero byte does not cut the path", arguments: ["/a%00b", "/a%0d%0ab?c=%00d", "/%2e%2e%2f"])
  func undecoded(target: String) throws {
    let server = try echoServer()
    let answer = Wire(server.port).exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer?.body == "GET\n\(target)\n")
  }

  @Test("Expect: 100-continue gets 100")
  func expectContinue() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(wire.interimAnswer()?.status == 100)
    wire.send("ok")
    #expect(wire.answer()?.body == "POST\n/\nok")
  }

  @Test("An HTTP/1.0 request without Host is answered, and the connection closed")
  func version10() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    #expect(wire.exchange("GET / HTTP/1.0\r\n\r\n")?.status == 200)
    #expect(wire.isClosed())
  }

  @Test("A later minor version is read as 1.1", arguments: ["HTTP/1.2", "HTTP/1.9"])
  func laterMinorVersion(name: String) throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    for _ in 0..<2 {
      #expect(wire.exchange("GET / \(name)\r\nHost: x\r\n\r\n")?.status == 200)
    }
    #expect(wire.exchange("GET / \(name)\r\n\r\n")?.status == 400)
  }

  @Test("HEAD has the same headers as GET, Content-Length included", arguments: ["/", "/later"])
  func head(target: String) throws {
    let page = Response(status: 200, headers: [("ETag", "\"a\"")], body: Array("the page".utf8))
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      request.target == Array("/later".utf8) ? .later { .now(page) } : .now(page)
    }
    let wire = Wire(server.port)
    let answers = ["GET", "HEAD"].map { method in
      var answer = wire.exchange("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
      answer?.headers["date"] = nil
      return answer
    }
    #expect(answers[0]?.body == "the page" && answers[1]?.body == "")
    #expect(answers[0]?.headers == answers[1]?.headers)
    #expect(answers[1]?.headers["content-length"] == "8")
  }

  @Test(
    "Repeated list headers are joined, ignoring the case of their names",
    arguments: [
      ("If-None-Match: \"a\"\r\nif-none-match: \"b\"", "\"a\", \"b\""), ("If-None-Match: \"a\"", "\"a\""),
      ("X: y", "-"),
    ])
  func lists(headers: String, expected: String) throws {
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      .now(Response(status: 200, body: Array((request.list("If-None-Match") ?? "-").utf8)))
    }
    #expect(
      Wire(server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\n\(headers)\r\n\r\n")?.body == expected)
  }

  @Test("A request has no headers of the request before it on the connection")
  func nextRequest() throws {
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      let cookies = request.withHeader("Cookie") { String(decoding: $0, as: UTF8.self) }
      let texts = [request.host, cookies, request.list("Accept-Encoding"), request.list("If-None-Match")]
      let text = texts.map { $0 ?? "-" }.joined(separator: " ")
      return .now(Response(status: 200, body: Array("\(text) \(request.body.count)".utf8)))
    }
    let wire = Wire(server.port)
    let lists = "If-None-Match: a\r\nIf-None-Match: b\r\nAccept-Encoding: gzip"
    let bare = "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
    let full =
      "POST http://one/ HTTP/1.1\r\nHost: two\r\nCookie: c=d\r\n\(lists)\r\nContent-Length: 3\r\n\r\n123"
    for _ in 0..<2 {
      #expect(wire.exchange(full)?.body == "one c=d gzip a, b 3")
      #expect(wire.exchange("GET / HTTP/1.1\r\nHost: three\r\n\r\n")?.body == "three - - - 0")
      #expect(wire.exchange(bare)?.body == "- - - - 0")
    }
  }

  @Test(
    "A zero byte in a name gets 400, also after the same valid headers",
    arguments: ["Host\0 x\r\nCookie: a=b", "Host: x\r\nCookie\0 a=b"])
  func zeroBytes(headers: String) throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    for _ in 0..<2 {
      #expect(wire.exchange("GET / HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\n\r\n")?.status == 200)
    }
    #expect(wire.exchange("GET / HTTP/1.1\r\n\(headers)\r\n\r\n")?.status == 400)
  }

  @Test("A 304 has no body and only the headers that may have changed")
  func notModified() throws {
    let answer = Response(status: 200, body: Array("whole".utf8)).notModified(headers: [("ETag", "\"a\"")])
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
    configuration.headers = [("Referrer-Policy", "same-origin")]
    let server = try Server(configuration) { _ in .now(answer) }
    let wire = Wire(server.port)
    for _ in 0..<2 {
      let got = wire.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(got?.status == 304)
      #expect(got?.headers["etag"] == "\"a\"")
      #expect(got?.headers["referrer-policy"] == nil)
      #expect(got?.headers["content-length"] == "5")
    }
    #expect(answer.body.isEmpty)
  }

  @Test("One listener accepts IPv6 and IPv4, and shows an IPv4 peer as IPv4")
  func dualStack() throws {
    let server = try Server(ServerConfiguration(port: 0)) { request in
      .now(Response(status: 200, body: Array(request.peer.utf8)))
    }
    #expect(Wire(server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.body == "127.0.0.1")
    if hasIPv6 {
      let wire = Wire(server.port, family: AF_INET6)
      #expect(wire.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.body == "::1")
    }
  }

  @Test("A port in use and an invalid address are start errors")
  func startErrors() throws {
    let server = try echoServer()
    let taken = ServerError.cannotListen(
      address: "127.0.0.1", port: server.port, reason: "Address already in use")
    #expect(throws: taken) { try echoServer { $0.port = server.port } }
    #expect(throws: ServerError.badAddress("nowhere")) { try echoServer { $0.listen = "nowhere" } }
  }

  // A polling server stalls at multiples of 128 ready connections.
  @Test(
    "More connections than 128 are served at once if the limit allows it",
    arguments: [128, 256])
  func manyConnections(count: Int) throws {
    let server = try echoServer { $0.connectionsPerNetwork = 1_000 }
    let wires = (0..<count).map { _ in Wire(server.port) }
    for round in 0..<3 {
      for wire in wires { wire.send("GET /\(round) HTTP/1.1\r\nHost: x\r\n\r\n") }
      let answered = wires.count { $0.answer()?.body == "GET\n/\(round)\n" }
      #expect(answered == count)
    }
  }
}
