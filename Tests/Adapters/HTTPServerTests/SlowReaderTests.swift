import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Slow readers")
struct SlowReaderTests {
  private let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  /// More than the kernel buffers.
  private static let size = 8 << 20
  private static let page = [UInt8](repeating: 0x61, count: size)

  private final class Calls: Sendable {
    private let calls = Atomic(0)
    var count: Int { calls.load(ordering: .relaxed) }
    func add() { calls.add(1, ordering: .relaxed) }
  }

  /// A server of a large page, made for each request or shared.
  private func server(
    _ calls: Calls = Calls(), page: Response? = nil, _ change: (inout ServerConfiguration) -> Void
  ) throws -> Server {
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
    change(&configuration)
    return try Server(configuration) { _ in
      calls.add()
      return .now(page ?? Response(status: 200, body: Self.page))
    }
  }

  /// A client with a small receive buffer that has sent a request and reads nothing.
  private func slow(_ server: Server, from source: String = "127.0.0.1") -> Wire {
    let wire = Wire(server.port, from: source, window: 4_096)
    wire.send(request)
    return wire
  }

  @Test("An answer has a deadline, which reading a few bytes does not extend")
  func deadline() throws {
    let server = try server {
      $0.answerTimeout = 2
      $0.idleTimeout = 3_600
    }
    var wire = slow(server)
    var attempts: UInt64 = 1
    try wait(for: "the answer's beginning") {
      // On a busy machine the connection may be closed before this sees the bytes.
      if server.connections.accepted == attempts, server.connections.open == 0 {
        wire = slow(server)
        attempts += 1
      }
      return server.heldBytes == Self.size
    }
    try wait(for: "the end of the connection", every: 50) {
      wire.take(512)
      return server.connections.open == 0
    }
    #expect(server.heldBytes == 0)
    // The kernel does not send the rest of its buffer either.
    #expect(wire.isReset())
  }

  @Test(
    "A reader below the minimum rate is cut off after ten seconds",
    arguments: [
      (0, 9.0, false), (0, 11.0, true), (512, 12.0, true), (1_000, 10.5, false), (100_000, 100.0, false),
      (90_000, 100.0, true), (1 << 40, 299.0, false), (1 << 40, 301.0, true),
    ] as [(Int64, Double, Bool)])
  func leastRate(taken: Int64, seconds: Double, isTooSlow: Bool) {
    let limits = ConnectionLimits(ServerConfiguration(), connections: 1)
    #expect(limits.isTooSlow(taken: taken, in: UInt64(seconds * 1e9)) == isTooSlow)
  }

  @Test("The unsent bytes of one network are limited; the slowest reader is closed for a faster one")
  func oneNetwork() throws {
    let calls = Calls()
    let server = try server(calls) { $0.answerMemory = 4 * Self.size }
    let wires = (0..<10).map { _ in slow(server) }
    try wait(for: "ten calls") { calls.count == 10 }
    #expect((Self.size...(2 * Self.size)).contains(server.heldBytes))
    #expect(Wire(server.port, from: "127.0.0.2").exchange(request)?.body.utf8.count == Self.size)
    // A reader counts as slow after one second.
    try wait(for: "a closed connection", every: 50) { Wire(server.port).exchange(request)?.status == 200 }
    #expect(server.heldBytes <= 2 * Self.size)
    withExtendedLifetime(wires) {}
  }

  @Test("The limit of one network allows the six largest pictures of a browser at once")
  func pictures() {
    let limits = ConnectionLimits(ServerConfiguration(), connections: 1)
    #expect(limits.heldPerNetwork >= 6 * 5 << 20)
  }

  @Test("The unsent bytes of all networks are limited")
  func allNetworks() throws {
    let calls = Calls()
    let server = try server(calls) { $0.answerMemory = 4 * Self.size }
    let wires = (1...9).map { slow(server, from: "127.0.0.\($0)") }
    try wait(for: "nine calls") { calls.count == 9 }
    #expect((Self.size...(4 * Self.size)).contains(server.heldBytes))
    try wait(for: "a closed connection", every: 50) {
      Wire(server.port, from: "127.0.0.99").exchange(request)?.status == 200
    }
    #expect(server.heldBytes <= 4 * Self.size)
    withExtendedLifetime(wires) {}
  }

  @Test("A shared answer counts once")
  func shared() throws {
    let page = Response(status: 200, body: Self.page)
    let calls = Calls()
    let server = try server(calls, page: page) { $0.answerMemory = 4 * Self.size }
    let wires = (0..<20).map { _ in slow(server) }
    try wait(for: "twenty calls") { calls.count == 20 }
    #expect(server.heldBytes == Self.size)
    #expect(Wire(server.port).exchange(request)?.status == 200)
    withExtendedLifetime(wires) {}
  }
}
