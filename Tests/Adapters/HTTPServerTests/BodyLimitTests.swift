import Glibc
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

  private static let large = 2 << 20

  /// A server that takes large bodies at `/large`; answers to `/large?wait` wait for a gate.
  private func server(_ gate: Gate = Gate()) throws -> Server {
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
    configuration.largeBodyLimit = { $0.target.starts(with: "/large".utf8) ? Self.large : 0 }
    return try Server(configuration) { request in
      let (count, isWaiting) = (request.body.count, request.target.contains(UInt8(ascii: "?")))
      return .later {
        if isWaiting { gate.pass() }
        return .now(Response(status: 200, body: Array("\(count)".utf8)))
      }
    }
  }

  /// A connection that has announced a body.
  private func announced(
    _ server: Server, _ target: String = "/large", _ count: Int = large, from source: String,
    more: String = ""
  ) -> Wire {
    let wire = Wire(server.port, from: source)
    wire.send("POST \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\(more)\r\n")
    return wire
  }

  /// Whether a body is asked for: 100 (Continue) instead of a refusal.
  private func isExpected(_ server: Server, from source: String) -> Wire? {
    let wire = announced(server, from: source, more: "Expect: 100-continue\r\n")
    return wire.interimAnswer()?.status == 100 ? wire : nil
  }

  private func sent(_ wire: Wire, _ count: Int = large) -> Wire.Answer? {
    wire.send([UInt8](repeating: 0x61, count: count))
    return wire.answer()
  }

  @Test("A path may accept larger bodies")
  func largeBodies() throws {
    let server = try server()
    #expect(announced(server, "/large", Self.large + 1, from: "127.0.0.1").answer()?.status == 413)
    #expect(announced(server, "/", Self.large, from: "127.0.0.1").answer()?.status == 413)
    for _ in 1...3 { #expect(sent(announced(server, from: "127.0.0.1"))?.body == "\(Self.large)") }
  }

  @Test("Bodies that are only announced keep no other network from sending one")
  func announcedBodies() throws {
    let server = try server()
    let first = try (2...5).flatMap { number in
      try (0..<2).map { _ in try #require(isExpected(server, from: "127.0.0.\(number)")) }
    }
    // Of one network a quarter, until one of its own is slow.
    #expect(isExpected(server, from: "127.0.0.2") == nil)
    for number in 10...12 { #expect(sent(announced(server, from: "127.0.0.\(number)"))?.status == 200) }
    #expect(first.count { $0.hasAnswer } == 1)
    var last: Wire?
    try wait(for: "a slow body to make room") {
      last = isExpected(server, from: "127.0.0.2")
      return last != nil
    }
    #expect(sent(try #require(last))?.status == 200)
    #expect(first[..<2].contains { $0.hasAnswer && $0.isClosed() })
  }

  @Test("Among equals the slowest body makes room")
  func slowest() throws {
    let server = try server()
    let first = try (2...9).map { try #require(isExpected(server, from: "127.0.0.\($0)")) }
    for (number, wire) in first.enumerated() where number != 3 {
      wire.send([UInt8](repeating: 0x61, count: 100_000))
    }
    var last: Wire?
    try wait(for: "a slow body to make room") {
      last = isExpected(server, from: "127.0.0.20")
      return last != nil
    }
    #expect(first[3].isClosed())
    #expect(sent(try #require(last))?.status == 200)
    #expect(first.enumerated().allSatisfy { $0 == 3 || sent($1, Self.large - 100_000)?.status == 200 })
  }

  @Test("Of eight bodies that have arrived, at most two are of one network")
  func arrivedBodies() throws {
    let gate = Gate()
    let server = try server(gate)
    func arrived(_ source: String) -> Wire {
      let wire = announced(server, "/large?wait", from: source)
      wire.send([UInt8](repeating: 0x61, count: Self.large))
      return wire
    }
    let first = (0..<3).map { _ in arrived("127.0.0.2") }
    try wait(for: "a refusal") { first.contains { $0.hasAnswer } }
    #expect(first.count { $0.hasAnswer } == 1)
    // Small requests do not wait for them.
    #expect(Wire(server.port).exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 200)
    let others = (3...5).flatMap { number in (0..<2).map { _ in arrived("127.0.0.\(number)") } }
    // The last one of a network with two that wait makes room for another network.
    let newcomer = arrived("127.0.0.6")
    try wait(for: "a second refusal") { (first + others).count { $0.hasAnswer } == 2 }
    gate.open()
    #expect(newcomer.answer()?.status == 200)
    // Which network that is depends on whose body a thread took first.
    #expect((first + others).filter { $0.answer()?.status == 200 }.count == 7)
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
