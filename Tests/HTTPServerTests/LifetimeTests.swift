import Glibc
import HTTPServer
import Synchronization
import Testing

@Suite("Over time the server")
struct LifetimeTests {
  let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("Serves others while an answer is being made")
  func later() throws {
    let gate = Gate()
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      guard request.target == Array("/wait".utf8) else { return .now(Response(status: 200)) }
      return .later {
        gate.wait()
        return Response(status: 201)
      }
    }
    let waiting = Wire(server.port)
    waiting.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
    for _ in 0..<20 { #expect(Wire(server.port).exchange(request)?.status == 200) }
    gate.open()
    #expect(waiting.answer()?.status == 201)
    #expect(waiting.exchange(request)?.status == 200)
  }

  @Test("Answers 503 when too many answers wait to be made")
  func laterFull() throws {
    let gate = Gate()
    let calls = Mutex(0)
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { _ in
      calls.withLock { $0 += 1 }
      return .later {
        gate.wait()
        return Response(status: 200)
      }
    }
    let wires = (0..<100).map { _ in Wire(server.port) }
    for wire in wires { wire.send(request) }
    while calls.withLock({ $0 }) < wires.count { usleep(1_000) }
    // Decided on the polling threads at each call; the last two may still be at it.
    usleep(100_000)
    gate.open()
    let statuses = wires.map { $0.answer()?.status }
    // At most twelve are being made and 64 wait.
    #expect(statuses.count { $0 == 503 } >= 24)
    #expect(statuses.count { $0 == 200 } >= 64)
    #expect(statuses.allSatisfy { $0 == 200 || $0 == 503 })
  }

  @Test("Lets a request in flight finish before it stops, and takes no new connection meanwhile")
  func stopWaits() throws {
    let server = try echoServer()
    let idle = Wire(server.port)
    #expect(idle.exchange(request)?.status == 200)
    let slow = Wire(server.port)
    slow.send("GET /slow/500 HTTP/1.1\r\nHost: x\r\n\r\n")
    usleep(100_000)
    server.stop(within: 20)
    let answer = slow.answer()
    #expect(answer?.status == 200)
    #expect(answer?.body == "slow")
    #expect(slow.isClosed())
    #expect(idle.isClosed())
    #expect(Wire(server.port).exchange(request) == nil)
  }

  @Test("Stops in time though an answer is not there")
  func stopGivesUp() throws {
    let gate = Gate()
    let server = try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { _ in
      .later {
        gate.wait()
        return Response(status: 200)
      }
    }
    let wire = Wire(server.port)
    wire.send(request)
    usleep(100_000)
    server.stop(within: 0.1)
    let status = wire.answer()?.status
    #expect(status == nil || status == 503)
    gate.open()
  }

  @Test("Ends with its last reference")
  func ends() throws {
    var server: Server? = try echoServer()
    let port = try #require(server?.port)
    #expect(Wire(port).exchange(request)?.status == 200)
    server = nil
    #expect(Wire(port).exchange(request) == nil)
  }

  @Test("Cuts off who sends a header byte by byte, and not who asks late")
  func trickle() throws {
    let server = try echoServer {
      $0.requestTimeout = 2
      $0.idleTimeout = 60
    }
    let late = Wire(server.port)
    #expect(late.exchange(request)?.status == 200)
    for start in [
      "GET / HTTP/1.1\r\nHost: x\r\nA: ", "GE", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n",
    ] {
      let wire = Wire(server.port)
      // A whole request first, so that an old connection is no refuge.
      #expect(wire.exchange(request)?.status == 200)
      wire.send(start)
      var sent = 0
      while sent < 60, wire.send("a") {
        sent += 1
        usleep(200_000)
      }
      #expect(sent < 60)
    }
    #expect(late.exchange(request)?.status == 200)
  }

  @Test("Closes a silent connection")
  func idle() throws {
    let server = try echoServer { $0.idleTimeout = 1 }
    let wire = Wire(server.port)
    #expect(wire.exchange(request)?.status == 200)
    #expect(wire.isClosed())
  }

  @Test("Sends one ready answer from many threads at once")
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

  @Test("Gives one ready answer the headers of whichever server sends it")
  func sharedByServers() throws {
    let ready = Response(status: 200)
    func server(_ name: String) throws -> Server {
      var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
      configuration.headers = [("X-Server", name)]
      return try Server(configuration) { _ in .now(ready) }
    }
    let (first, second) = (try server("first"), try server("second"))
    for _ in 0..<2 {
      #expect(Wire(first.port).exchange(request)?.headers["x-server"] == "first")
      #expect(Wire(second.port).exchange(request)?.headers["x-server"] == "second")
    }
  }
}

/// Lets threads wait until it is opened.
private final class Gate: Sendable {
  private let isOpen = Atomic<Bool>(false)

  func open() { isOpen.store(true, ordering: .releasing) }

  func wait() {
    while !isOpen.load(ordering: .acquiring) { usleep(1_000) }
  }
}
