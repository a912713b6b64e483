import Dispatch
import Synchronization
import System
import TestSupport
import Testing

@testable import PostgreSQL

@Suite("Threads and connections of their own")
struct BulkheadTests {
  private let log = CollectedLog()

  private func bulkhead(_ threads: Int, limit: Duration, probe: String = "SELECT 1") throws -> Bulkhead {
    Bulkhead(
      Bulkhead.Work(name: "asking", threads: threads, limit: limit, probe: probe),
      try ConnectionString(try DatabaseServer.shared.get().address()), log: log,
      prepare: { _ throws(PostgreSQLError) in })
  }

  @Test("Work with one key is serialised, and other work is concurrent")
  func keys() async throws {
    let bulkhead = try bulkhead(2, limit: holdingPatience)
    defer { bulkhead.stop() }
    let held = Gate()
    let order = Mutex<[String]>([])
    let group = DispatchGroup()
    DispatchQueue(label: "first").async(group: group) {
      try? bulkhead.run(key: "a") { _, _ in
        held.pass()
        order.withLock { $0.append("first") }
      }
    }
    try held.awaitArrivals()
    DispatchQueue(label: "second").async(group: group) {
      try? bulkhead.run(key: "a") { _, _ in order.withLock { $0.append("second") } }
    }
    try bulkhead.run(key: "b") { _, _ in order.withLock { $0.append("other") } }
    held.open()
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(order.withLock { $0 } == ["other", "first", "second"])
  }

  @Test("At most 64 pieces of work wait for a thread, and further ones fail at once")
  func queue() async throws {
    let bulkhead = try bulkhead(1, limit: holdingPatience)
    defer { bulkhead.stop() }
    let held = Gate()
    let done = Mutex(0)
    let refused = Mutex(0)
    let group = DispatchGroup()
    DispatchQueue(label: "first").async(group: group) { try? bulkhead.run { _, _ in held.pass() } }
    try held.awaitArrivals()
    for _ in 0..<(Bulkhead.queueLimit + 6) {
      startThread(in: group) {
        do throws(PostgreSQLError) {
          try bulkhead.run { _, _ in done.withLock { $0 += 1 } }
        } catch {
          refused.withLock { $0 += 1 }
        }
      }
    }
    try await wait(for: "the refused requests") { refused.withLock { $0 } == 6 }
    held.open()
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(done.withLock { $0 } == Bulkhead.queueLimit)
    #expect(refused.withLock { $0 } == 6)
  }
}
