import Fixtures
import HTTPServer
import Testing

@Suite("A connection's headers that come again")
struct SameHeadersTests {
  @Test("Headers that come again are read as the first time, wherever they lie")
  func sameHeaders() throws {
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      let cookies = request.withCookies { String(decoding: $0, as: UTF8.self) }
      let texts = [request.host, cookies, request.list(.ifNoneMatch), request.list(.acceptEncoding)]
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
}
