import CMicroHTTPD
import Glibc
import HTTPServer
import Testing

@Suite("Refused requests")
struct RefusalTests {
  @Test(
    "A method other than GET, HEAD and POST gets 405",
    arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT"])
  func method(name: String) throws {
    let server = try echoServer()
    let answer = Wire(server.port).exchange("\(name) / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer?.status == 405)
    #expect(answer?.headers["allow"] == "GET, HEAD, POST")
  }

  @Test("A 405 lists the allowed methods of the path")
  func allowed() throws {
    let server = try echoServer {
      $0.allowed = { String(decoding: $0, as: UTF8.self) == "/a?b" ? "GET, HEAD" : "POST" }
    }
    for (target, methods) in [("/a?b", "GET, HEAD"), ("/c", "POST")] {
      let answer = Wire(server.port).exchange("PUT \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(answer?.headers["allow"] == methods)
    }
  }

  @Test("A non-standard method gets 501", arguments: ["get", "BREW", "GETT"])
  func unknownMethod(name: String) throws {
    let server = try echoServer()
    let answer = Wire(server.port).exchange("\(name) / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer?.status == 501)
    #expect(answer?.headers["allow"] == nil)
  }

  @Test(
    "An ambiguous request (request smuggling) gets 400 and is closed",
    arguments: [
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nbody",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n\r\n\r\n",
      "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 4\r\n\r\nbody",
      "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA(B): c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA\"B: c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
      "GET / HTTP/1.1\r\n A: b\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA\u{0}B: c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{1}c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA: b\rC: d\r\n\r\n",
      "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /a\u{1}b HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /a\u{7f}b HTTP/1.1\r\nHost: x\r\n\r\n",
      "G(T / HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET http:///a HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET http:// HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET http://a@x/ HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET * HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET index HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/11\r\nHost: x\r\n\r\n",
    ])
  func ambiguous(request: String) throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send(request + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(wire.answer()?.status == 400)
    #expect(wire.isClosed())
  }

  @Test(
    "A head that libmicrohttpd 0.9 changes without a trace is not served with 1.0",
    .enabled(if: String(cString: MHD_get_version()) >= "1"),
    arguments: [
      "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n folded\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA: b\u{0}\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA: \u{0}\u{0}B: c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\n: c\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\n\u{0}: ends the head?\r\nA: b\r\n\r\n",
      "GET / HTTP/1.1\nHost: x\n\n",
      "GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n\n",
      "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /a\u{0}b HTTP/1.1\r\nHost: x\r\n\r\n",
    ])
  func changed(request: String) throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send(request + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(wire.statusesUntilClosed().allSatisfy { $0 == 400 })
  }

  @Test(
    "An invalid Content-Length gets 400 or 413",
    arguments: ["+4", "-1", "0x4", "4,4", "4 4", "99999999999999999999", ""])
  func malformedLength(text: String) throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(text)\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
    let statuses = wire.statusesUntilClosed()
    #expect(!statuses.isEmpty)
    #expect(statuses.allSatisfy { $0 == 400 || $0 == 413 })
  }

  @Test("Requests behind a malformed head are not answered; other connections continue")
  func othersContinue() throws {
    let server = try echoServer()
    let other = Wire(server.port)
    #expect(other.exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 200)
    let begun = Wire(server.port)
    begun.send("GET /b HTTP/1.1\r\nHost: x\r\nA: ")
    let wire = Wire(server.port)
    wire.send("GET /c HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n")
    let statuses = wire.statusesUntilClosed()
    // libmicrohttpd 0.9 writes the header block of its refusal twice.
    #expect(statuses == [200, 400] || statuses == [200, 400, 400])
    #expect(begun.exchange("b\r\n\r\n")?.status == 200)
    #expect(other.exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 200)
  }

  @Test("Another major version of HTTP gets 505", arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/3.1"])
  func version(name: String) throws {
    let server = try echoServer()
    #expect(Wire(server.port).exchange("GET / \(name)\r\nHost: x\r\n\r\n")?.status == 505)
  }

  @Test("A head of almost 16 KB in many headers is accepted")
  func manyHeaders() throws {
    let server = try echoServer()
    let headers = (0..<24).map { "Name-\($0): \(String(repeating: "v", count: 640))\r\n" }.joined()
    let answer = Wire(server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\n\(headers)\r\n")
    #expect(answer?.status == 200)
  }

  @Test(
    "A head over 16 KB gets 431, and one just under is accepted",
    arguments: [(16_000, 200), (16_390, 431), (40_000, 431)])
  func headLimit(size: Int, status: Int) throws {
    let server = try echoServer()
    let start = "GET / HTTP/1.1\r\nHost: x\r\nA: "
    let filler = String(repeating: "a", count: size - start.utf8.count - 4)
    #expect(Wire(server.port).exchange("\(start)\(filler)\r\n\r\n")?.status == status)
  }

  @Test("A request line over 16 KB gets 414")
  func lineLimit() throws {
    let server = try echoServer()
    let target = "/" + String(repeating: "a", count: 40_000)
    #expect(Wire(server.port).exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 414)
  }

  @Test("An unknown Expect header gets 417")
  func expectation() throws {
    let server = try echoServer()
    let answer = Wire(server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n")
    #expect(answer?.status == 417)
  }

  @Test("A refusal has the program's own page")
  func ownPages() throws {
    let server = try echoServer {
      $0.refusal = {
        let language = $1.list("Accept-Language") ?? ""
        return Response(
          status: $0, headers: [("Content-Type", "text/html")], body: Array("<p>\($0) \(language)".utf8))
      }
    }
    let answer = Wire(server.port).exchange(
      "PUT / HTTP/1.1\r\nHost: x\r\nAccept-Language: de\r\n\r\n")
    #expect(answer?.body == "<p>405 de")
    #expect(answer?.headers["allow"] == "GET, HEAD, POST")
  }
}
