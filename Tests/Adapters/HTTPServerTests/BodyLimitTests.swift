import HTTPServer
import TestSupport
import Testing

@Suite("Limits of request bodies")
struct BodyLimitTests {
  @Test("A Content-Length over the limit gets 413 instead of 100")
  func announcedBody() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 65537\r\n\r\n")
    let answer = wire.interimAnswer()
    #expect(answer?.status == 413)
    #expect(answer?.headers["x-content-type-options"] == "nosniff")
    #expect(wire.isClosed())
  }

  @Test("A chunked body gets 411, and nothing after it is read")
  func chunkedBody() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send("POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    wire.send("3\r\nabc\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = wire.answer()
    #expect(answer?.status == 411)
    #expect(answer?.headers["x-content-type-options"] == "nosniff")
    #expect(wire.isClosed())
  }

  @Test("A client that sends a long chunked body receives the 411")
  func unreadChunks() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = Array("1000\r\n".utf8) + [UInt8](repeating: 0x61, count: 4_096) + [0x0D, 0x0A]
    for _ in 0..<17 { #expect(wire.send(chunk)) }
    #expect(wire.answer()?.status == 411)
  }

  @Test("A client that sends an oversized body receives the 413")
  func unreadBody() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
    let isSent = wire.send([UInt8](repeating: 0x61, count: 1_000_000))
    #expect(isSent)
    #expect(wire.answer()?.status == 413)
  }

  @Test("A body of exactly the limit is accepted")
  func bodyLimit() throws {
    let server = try echoServer()
    let body = String(repeating: "a", count: 65_536)
    let answer = Wire(server.port).exchange(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n\(body)")
    #expect(answer?.body == "POST\n/\n\(body)")
  }
}
