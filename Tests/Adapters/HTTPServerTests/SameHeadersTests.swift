import HTTPServer
import TestSupport
import Testing

@Suite("Headers of successive requests on one connection")
struct SameHeadersTests {
  @Test("Repeated requests on a connection have the same headers")
  func sameHeaders() throws {
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      let cookies = request.withHeader("Cookie") { String(decoding: $0, as: UTF8.self) }
      let texts = [request.host, cookies, request.list("If-None-Match"), request.list("Accept-Encoding")]
      return .now(Response(status: 200, body: Array(texts.map { $0 ?? "-" }.joined(separator: " ").utf8)))
    }
    let wire = Wire(server.port)
    let lists = "If-None-Match: a\r\nIf-None-Match: b\r\nAccept-Encoding: gzip"
    for cookie in ["c=d", "c=e", String(repeating: "c", count: 2_000)] {
      for target in ["/", "/", "/somewhere/else", "/?q=a"] {
        let head = "GET \(target) HTTP/1.1\r\nHost: one\r\nCookie: \(cookie)\r\n\(lists)\r\n\r\n"
        #expect(wire.exchange(head)?.body == "one \(cookie) a, b gzip")
      }
    }
  }

  @Test("Host, Cookie and Accept-Language are those of each request, not of the one before")
  func changes() throws {
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      let texts = [request.host, request.header("Cookie"), request.list("Accept-Language")]
      return .now(Response(status: 200, body: Array(texts.map { $0 ?? "-" }.joined(separator: " ").utf8)))
    }
    let wire = Wire(server.port)
    let long = "X: \(String(repeating: "x", count: 1_100))\r\n"
    let plain = { (cookie: String, more: String) in
      "GET / HTTP/1.1\r\nHost: one\r\n\(more)Cookie: \(cookie)\r\nAccept-Language: en\r\n\r\n"
    }
    let others: [(String, String)] = [
      (plain("b", ""), "one b en"), (plain("b", "Referer: a\r\n"), "one b en"),
      (plain("b", long), "one b en"),
      ("POST / HTTP/1.1\r\nHost: one\r\nCookie: b\r\nContent-Length: 1\r\n\r\nx", "one b -"),
      ("GET http://two/ HTTP/1.1\r\nHost: one\r\nCookie: a\r\nAccept-Language: en\r\n\r\n", "two a en"),
      ("GET / HTTP/1.1\r\nHost: two\r\nCookie: a\r\nAccept-Language: en\r\n\r\n", "two a en"),
      ("GET / HTTP/1.1\r\nHost: one\r\nAccept-Language: en\r\n\r\n", "one - en"),
      (
        "GET / HTTP/1.1\r\nHost: one\r\nCookie: a\r\nAccept-Language: en\r\nAccept-Language: de\r\n\r\n",
        "one a en, de"
      ),
    ]
    for (other, answer) in others {
      for more in ["", "Referer: x\r\n", long] {
        #expect(wire.exchange(plain("a", more))?.body == "one a en")
        #expect(wire.exchange(other)?.body == answer)
        #expect(wire.exchange(other)?.body == answer)
      }
    }
  }
}
