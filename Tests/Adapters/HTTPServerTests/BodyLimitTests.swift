import Glibc
import HTTPServer
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

  @Test("A chunked body over the limit gets 413")
  func chunkedBody() throws {
    let server = try echoServer()
    let wire = Wire(server.port)
    wire.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "1000\r\n" + String(repeating: "a", count: 4_096) + "\r\n"
    for _ in 0..<17 { wire.send(chunk) }
    let answer = wire.answer()
    #expect(answer?.status == 413)
    #expect(answer?.headers["x-content-type-options"] == "nosniff")
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

  @Test("A path may accept larger bodies, a few at a time")
  func largeBodies() throws {
    let server = try echoServer {
      $0.largeBodyLimit = { $0.prefix { $0 != UInt8(ascii: "?") }.elementsEqual("/large".utf8) ? 100_000 : 0 }
    }
    func post(_ target: String, _ count: Int) -> Wire {
      let wire = Wire(server.port)
      wire.send("POST \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
      return wire
    }
    #expect(post("/large", 100_001).answer()?.status == 413)
    #expect(post("/larger", 100_000).answer()?.status == 413)
    for _ in 1...20 {
      let wire = post("/large?x=1", 100_000)
      wire.send([UInt8](repeating: 0x61, count: 100_000))
      #expect(wire.answer()?.status == 200)
    }
    // Each gets 100 (Continue) once it has a slot; earlier requests may still be freeing theirs.
    let waiting = try (1...8).map { _ in
      let wire = (1...50).lazy.map { _ in
        let wire = Wire(server.port)
        wire.send(
          "POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n")
        return wire
      }.first { $0.interimAnswer()?.status == 100 }
      return try #require(wire)
    }
    #expect(post("/large", 100_000).answer()?.status == 503)
    #expect(post("/large", 1).send("a"))
    for wire in waiting {
      wire.send([UInt8](repeating: 0x61, count: 100_000))
      #expect(wire.answer()?.status == 200)
    }
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
