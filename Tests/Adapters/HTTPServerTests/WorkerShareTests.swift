import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Sharing of the worker threads")
struct WorkerShareTests {
  private final class Seen: Sendable {
    let asked = Mutex<Set<String>>([])
    let made = Mutex<Set<String>>([])
  }

  /// A server whose answers to `/wait` wait for a gate.
  private func server(_ gate: Gate, _ seen: Seen = Seen(), _ workers: Workers = Workers()) throws -> Server {
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
    configuration.workers = workers
    return try Server(configuration) { request in
      let target = String(decoding: request.target, as: UTF8.self)
      _ = seen.asked.withLock { $0.insert(target) }
      return .later {
        _ = seen.made.withLock { $0.insert(target) }
        if target.hasPrefix("/wait") { gate.pass() }
        return .now(Response(status: 200))
      }
    }
  }

  private func ask(_ target: String, _ server: Server, from source: String) -> Wire {
    let wire = Wire(server.port, from: source)
    wire.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
    return wire
  }

  @Test("Other networks are served while one network fills the workers")
  func oneNetwork() throws {
    let gate = Gate()
    let server = try server(gate)
    let greedy = (0..<100).map { _ in ask("/wait", server, from: "127.0.0.1") }
    try wait(for: "28 refusals") { greedy.count { $0.hasAnswer } >= 28 }
    for _ in 0..<20 { #expect(ask("/", server, from: "127.0.0.2").answer()?.status == 200) }
    gate.open()
    for wire in greedy { _ = wire.answer() }
  }

  @Test("While a polling thread hangs, the others answer")
  func hungThread() throws {
    let gate = Gate()
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0)
    configuration.threads = 2
    let server = try Server(configuration) { request in
      if request.target.elementsEqual("/wait".utf8) { gate.pass() }
      return .later { .now(Response(status: 200)) }
    }
    let hung = ask("/wait", server, from: "127.0.0.1")
    try gate.awaitArrivals()
    #expect(ask("/", server, from: "127.0.0.1").answer()?.status == 200)
    gate.open()
    #expect(hung.answer()?.status == 200)
  }

  @Test("A third network is queued even if two networks fill the queue")
  func twoNetworks() throws {
    let gate = Gate()
    let server = try server(gate)
    var greedy: [Wire] = []
    // Eight and four are in progress; from then on the queue is known, with 64 of each.
    for (source, threads) in [("127.0.0.1", 8), ("127.0.0.2", 4)] {
      greedy += (0..<threads).map { _ in ask("/wait", server, from: source) }
      try gate.awaitArrivals(threads)
      let more = (0..<70).map { _ in ask("/wait", server, from: source) }
      try wait(for: "six refusals") { more.count { $0.hasAnswer } == 6 }
      greedy += more
    }
    let third = ask("/", server, from: "127.0.0.3")
    try wait(for: "the replaced request") { greedy.count { $0.hasAnswer } == 13 }
    gate.open()
    #expect(third.answer()?.status == 200)
    for wire in greedy { _ = wire.answer() }
  }

  @Test("The servers of a program have twelve workers together, and one that stops leaves them to the other")
  func oneProgram() throws {
    let (gate, seen, workers) = (Gate(), Seen(), Workers())
    let servers = try (0..<2).map { _ in try server(gate, seen, workers) }
    let wires = (0..<16).map { ask("/wait/\($0)", servers[$0 % 2], from: "127.0.0.\($0 + 1)") }
    try gate.awaitArrivals(12)
    try wait(for: "all requests") { seen.asked.withLock { $0.count } == 16 }
    servers[0].stop(within: 0)
    #expect(seen.made.withLock { $0.count } == 12)
    gate.open()
    for (number, wire) in wires.enumerated() {
      let status = wire.answer()?.status
      #expect(number % 2 == 0 ? status != 200 : status == 200)
    }
  }

  @Test("Other networks are computed for while one network asks for more than the threads")
  func computing() throws {
    let gate = Gate()
    let threads = WorkerPool.Limits.computing.threads
    let server = try computingServer(gate)
    var greedy = (0..<threads - 1).map { _ in ask("/wait", server, from: "127.0.0.1") }
    try gate.awaitArrivals(threads - 1)
    // The queue is empty now.
    greedy += (greedy.count..<80).map { _ in ask("/wait", server, from: "127.0.0.1") }
    try wait(for: "the refusals") { greedy.count { $0.hasAnswer } == 80 - 64 - (threads - 1) }
    let refused = try #require(greedy.first { $0.hasAnswer })
    let refusal = refused.answer()
    #expect(refusal?.status == 503)
    #expect(refusal?.headers["retry-after"] == "2")
    for _ in 0..<20 { #expect(ask("/", server, from: "127.0.0.2").answer()?.status == 200) }
    gate.open()
    for wire in greedy where wire !== refused { _ = wire.answer() }
  }

  private func computingServer(_ gate: Gate) throws -> Server {
    try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      let isWaiting = request.target.elementsEqual("/wait".utf8)
      return .computed {
        if isWaiting { gate.pass() }
        return .now(Response(status: 200))
      }
    }
  }
}
