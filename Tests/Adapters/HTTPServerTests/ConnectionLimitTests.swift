import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Connection limits")
struct ConnectionLimitTests {
  private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  /// A server whose answers wait for a gate, except those to `/`.
  private func server(_ gate: Gate, _ change: (inout ServerConfiguration) -> Void) throws -> Server {
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
    change(&configuration)
    return try Server(configuration) { request in
      if request.target == [0x2F] { return .now(Response(status: 200)) }
      return .later {
        gate.pass()
        return .now(Response(status: 200))
      }
    }
  }

  private func busy(_ server: Server, from source: String? = nil) -> Wire {
    let wire = Wire(server.port, from: source)
    wire.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    return wire
  }

  @Test(
    "At the limit of one address, the longest-idle connection is closed", arguments: ["127.0.0.1", nil])
  func idle(listen: String?) throws {
    let answered = Mutex(0)
    let server = try echoServer {
      $0.listen = listen
      $0.connectionsPerNetwork = 3
      $0.idleTimeout = 3_600
      $0.completed = { _ in answered.withLock { $0 += 1 } }
    }
    let wires = (0..<3).map { _ in Wire(server.port) }
    for (others, wire) in wires.reversed().enumerated() {
      #expect(wire.exchange(request)?.status == 200)
      // The answer may arrive before the polling thread records that it was sent.
      try wait(for: "an idle connection") { answered.withLock { $0 } == others + 1 }
    }
    var further = Wire(server.port)
    // Until one of them has been idle for a second, new connections are closed.
    try wait(for: "a free slot", every: 50) {
      further = Wire(server.port)
      return further.exchange(request)?.status == 200
    }
    #expect(wires[2].isClosed())
    for wire in [wires[0], wires[1], further] { #expect(wire.exchange(request)?.status == 200) }
    #expect(Wire(server.port, from: "127.0.0.2").exchange(request)?.status == 200)
  }

  @Test("At the limit of one address, new connections are closed if all others wait for an answer")
  func waiting() throws {
    let gate = Gate()
    let server = try server(gate) { $0.connectionsPerNetwork = 3 }
    let wires = (0..<3).map { _ in busy(server) }
    try gate.awaitArrivals(3)
    for _ in 0..<5 { #expect(Wire(server.port).exchange(request) == nil) }
    #expect(Wire(server.port, from: "127.0.0.2").exchange(request)?.status == 200)
    gate.open()
    for wire in wires { #expect(wire.answer()?.status == 200) }
  }

  @Test(
    "At the limit of all connections, idle and slow ones are closed for new addresses",
    arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\nA: "])
  func allConnections(start: String) throws {
    let gate = Gate()
    let server = try server(gate) { $0.connections = 12 }
    let held = (2...7).map { number in
      (0..<2).map { _ in
        let wire = Wire(server.port, from: "127.0.0.\(number)")
        wire.send(start)
        return wire
      }
    }
    try wait(for: "twelve connections") { server.connections.open == 12 }
    // One at a time: a waiting connection is closed for the next of its own address after a second.
    var visitors: [Wire] = []
    for _ in 0..<3 {
      let visitor = Wire(server.port)
      visitors.append(visitor)
      #expect(visitor.exchange(request)?.status == 200)
    }
    // At most one of each address is closed, and no more than necessary.
    try wait(for: "the closed connections") { server.connections.open <= 13 }
    #expect(held.allSatisfy { $0.contains { !$0.hasAnswer } })
  }

  @Test("A health check from the loopback is accepted while all other connections are busy")
  func reserve() throws {
    let gate = Gate()
    let server = try server(gate) { $0.connections = 4 }
    let wires = (0..<4).map { _ in busy(server, from: "127.0.0.2") }
    try gate.awaitArrivals(4)
    #expect(Wire(server.port).exchange(request)?.status == 200)
    gate.open()
    for wire in wires { #expect(wire.answer()?.status == 200) }
  }
}
