import Dispatch
import Synchronization
import System
import TestSupport
import Testing

@testable import PostgreSQL

@Suite(
  "Threads and connections of their own",
  .enabled(if: DatabaseServer.isInstalled, DatabaseServer.isMissing))
struct BulkheadTests {
  private let log = CollectedLog()

  private func bulkhead(_ threads: Int, limit: Duration, probe: String = "SELECT 1") throws -> Bulkhead {
    Bulkhead(
      Bulkhead.Work(use: .read, name: "asking", threads: threads, limit: limit, probe: probe),
      try ConnectionString(try DatabaseServer.shared.get().address()), meter: nil, log: log,
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

  @Test("After three timeouts the circuit breaker opens, until a probe succeeds")
  func circuit() throws {
    // No probe succeeds as long as this test has the lock.
    let lock = Int32.random(in: 1 ... .max)
    let bulkhead = try bulkhead(
      1, limit: .milliseconds(250), probe: "SELECT 1 / pg_try_advisory_xact_lock_shared(\(lock))::int")
    defer { bulkhead.stop() }
    let holder = try Connection(try ConnectionString(try DatabaseServer.shared.get().address()))
    // The first connection may take longer than the limit, and open the circuit: until then a probe succeeds.
    try wait(for: "a connection") { (try? bulkhead.run { _, _ in true }) == true && !bulkhead.isOpen }
    _ = try holder.run("SELECT pg_advisory_lock(\(lock))", until: .now + patience)
    while !bulkhead.isOpen {
      #expect(throws: PostgreSQLError.self) {
        try bulkhead.run { (connection, deadline) throws(PostgreSQLError) in
          _ = try connection.run("SELECT pg_sleep(600)", until: deadline)
        }
      }
    }
    #expect(throws: PostgreSQLError.unavailable("it has not answered for a while")) {
      try bulkhead.run { _, _ in }
    }
    _ = try holder.run("SELECT pg_advisory_unlock_all()", until: .now + patience)
    // The log line follows the change of state.
    try wait(for: "a probe to close the circuit") { log.lines.last == "asking works again" }
    #expect(!bulkhead.isOpen)
  }
}
