import TestSupport
import Testing

@testable import HTTPServer

@Suite("Sharing of the worker threads")
struct WorkerShareTests {
  /// A server whose answers to `/wait` wait for a gate.
  private func server(_ gate: Gate, isComputing: Bool = false) throws -> Server {
    try Server(ServerConfiguration(listen: "127.0.0.1", port: 0)) { request in
      let isWaiting = request.target.elementsEqual("/wait".utf8)
      let work: @Sendable () -> Answer = {
        if isWaiting { gate.pass() }
        return .now(Response(status: 200))
      }
      return isComputing ? .computed(work) : .later(work)
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

  @Test("Other networks are computed for while one network asks for more than the threads")
  func computing() throws {
    let gate = Gate()
    let threads = WorkerPool.Limits.computing.threads
    let server = try server(gate, isComputing: true)
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
}
