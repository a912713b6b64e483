import Dispatch
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Lifetime of answers, connections and the server")
struct LifetimeTests {
  let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("Other requests are answered while a worker makes an answer")
  func whileWorking() throws {
    let gate = Gate()
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      guard request.target == Array("/wait".utf8) else { return .now(Response(status: 200)) }
      return .later {
        gate.pass()
        return .now(Response(status: 201))
      }
    }
    let waiting = Wire(server.port)
    waiting.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    for _ in 0..<20 { #expect(Wire(server.port).exchange(request)?.status == 200) }
    gate.open()
    #expect(waiting.answer()?.status == 201)
    #expect(waiting.exchange(request)?.status == 200)
  }

  @Test("Beyond the limit of waiting requests the answer is 503")
  func fullQueue() throws {
    let gate = Gate()
    let calls = Mutex(0)
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { _ in
      calls.withLock { $0 += 1 }
      return .later {
        gate.pass()
        return .now(Response(status: 200))
      }
    }
    let wires = (0..<100).map { _ in Wire(server.port) }
    for wire in wires { wire.send(request) }
    try wait(for: "the calls of all requests") { calls.withLock { $0 } == wires.count }
    // Eight requests of one network are in progress and 64 wait.
    try wait(for: "24 refusals") { wires.count { $0.hasAnswer } >= 24 }
    gate.open()
    let statuses = wires.map { $0.answer()?.status }
    #expect(statuses.count { $0 == 503 } >= 24)
    #expect(statuses.count { $0 == 200 } >= 64)
    #expect(statuses.allSatisfy { $0 == 200 || $0 == 503 })
  }

  @Test("Stopping finishes a request in flight and accepts no new connection")
  func stopWaits() throws {
    let gate = Gate()
    // An address of its own, where no other test can take the port.
    let host = "127.0.7.1"
    let server = try Server(ServerConfiguration(listen: host, port: 0)) { request in
      guard request.target == Array("/slow".utf8) else { return .now(Response(status: 200)) }
      return .later {
        gate.pass()
        return .now(Response(status: 200, body: Array("slow".utf8)))
      }
    }
    let idle = Wire(server.port, to: host)
    #expect(idle.exchange(request)?.status == 200)
    let slow = Wire(server.port, to: host)
    slow.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    try gate.awaitArrivals()
    let port = server.port
    DispatchQueue(label: "opener").async {
      try? wait(for: "the end of listening") { !Wire(port, to: host).isConnected }
      gate.open()
    }
    server.stop(within: 180)
    let answer = slow.answer()
    #expect(answer?.status == 200)
    #expect(answer?.body == "slow")
    #expect(slow.isClosed())
    #expect(idle.isClosed())
    #expect(Wire(port, to: host).exchange(request) == nil)
  }

  @Test("Stopping ends at its timeout even if an answer is unfinished")
  func stopTimeout() throws {
    let gate = Gate()
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { _ in
      .later {
        gate.pass()
        return .now(Response(status: 200))
      }
    }
    let wire = Wire(server.port)
    wire.send(request)
    try gate.awaitArrivals()
    server.stop(within: 0.1)
    let status = wire.answer()?.status
    #expect(status == nil || status == 503)
    gate.open()
  }

  @Test("A request sent byte by byte is cut off at its timeout; an idle connection stays")
  func trickle() throws {
    let server = try echoServer {
      $0.requestTimeout = 2
      $0.idleTimeout = 3_600
    }
    let late = try answered(server)
    let starts = [
      "GET / HTTP/1.1\r\nHost: x\r\nA: ", "GE", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n",
    ]
    let wires = try starts.map { start in
      // A complete request first, since an old connection has the same timeout.
      let wire = try answered(server)
      wire.send(start)
      return wire
    }
    // Fewer bytes than each request announces or may have.
    try wait(for: "the end of three slow requests", every: 50) {
      wires.count { $0.send("a") } == 0
    }
    #expect(late.exchange(request)?.status == 200)
  }

  @Test("An idle connection is closed")
  func idle() throws {
    let server = try echoServer { $0.idleTimeout = 1 }
    #expect(try answered(server).isClosed())
  }

  /// A connection with an answered request, retried because a busy machine may be too slow for the timeout.
  private func answered(_ server: Server) throws -> Wire {
    var wire = Wire(server.port)
    try wait(for: "an answer in time") {
      if wire.exchange(request)?.status == 200 { return true }
      wire = Wire(server.port)
      return false
    }
    return wire
  }

  @Test("A ready answer is sent from several threads at once")
  func shared() async throws {
    let body = [UInt8](repeating: 0x62, count: 100_000)
    let ready = Response(status: 200, body: body)
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0, threads: 4)) { _ in .now(ready)
    }
    let text = String(decoding: body, as: UTF8.self)
    let right = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let wire = Wire(server.port)
          return (0..<50).count { _ in wire.exchange(request)?.body == text }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(right == 400)
    #expect(ready.body == body)
  }
}
