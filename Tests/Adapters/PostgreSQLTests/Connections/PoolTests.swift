import Dispatch
import Synchronization
import System
import TestSupport
import Testing

@testable import PostgreSQL

@Suite("Connections that callers share")
struct PoolTests {
  private func pool(limit: Duration = holdingPatience) throws -> Pool {
    Pool(
      try ConnectionString(try DatabaseServer.shared.get().address()), limit: limit, log: SilentLog()
    ) { _ throws(PostgreSQLError) in }
  }

  /// Holds so many connections until the gate opens, and returns when they are held.
  private func hold(_ count: Int, _ use: DatabaseUse, of pool: Pool, _ gate: Gate, _ group: DispatchGroup)
    throws
  {
    for _ in 0..<count {
      startThread(in: group) { try? pool.run(use) { _, _ throws(PostgreSQLError) in gate.pass() } }
    }
    try gate.awaitArrivals(count)
  }

  @Test("Changes that wait leave connections for pages")
  func changes() async throws {
    let pool = try pool()
    defer { pool.stop() }
    let (held, group) = (Gate(), DispatchGroup())
    try hold(2, .change, of: pool, held, group)
    for _ in 0..<2 {
      startThread(in: group) { try? pool.run(.change) { _, _ throws(PostgreSQLError) in held.pass() } }
    }
    // By now they would have connections.
    try await Task.sleep(for: .milliseconds(200))
    for _ in 0..<5 {
      let rows = try pool.run(.read) { connection, deadline throws(PostgreSQLError) in
        try connection.run("SELECT 7", until: deadline)
      }
      #expect(rows[0, 0] == "7")
    }
    held.open()
    await withCheckedContinuation { continuation in group.notify(queue: .global()) { continuation.resume() } }
  }

  @Test("A caller waits no longer than the limit for one of four connections")
  func limit() async throws {
    let pool = try pool(limit: .seconds(1))
    defer { pool.stop() }
    let (held, group) = (Gate(), DispatchGroup())
    try hold(4, .read, of: pool, held, group)
    let error = thrown(PostgreSQLError.self) { try pool.run(.read) { _, _ throws(PostgreSQLError) in } }
    #expect(error == .unavailable("no connection was free in time"))
    held.open()
    await withCheckedContinuation { continuation in group.notify(queue: .global()) { continuation.resume() } }
    try pool.run(.read) { _, _ throws(PostgreSQLError) in }
  }
}
