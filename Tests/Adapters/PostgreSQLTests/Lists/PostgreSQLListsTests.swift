import Dispatch
import Feeds
import PostgreSQL
import Synchronization
import System
import TestSupport
import Testing

@Suite("Lists in PostgreSQL")
struct PostgreSQLListsTests {
  private let address: String
  private let owner: Connection

  init() throws {
    address = try DatabaseServer.shared.get().address()
    owner = try Connection(try ConnectionString(address))
    // Tests of one process share the server.
    try run("DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
    try run("ALTER ROLE reader SET default_transaction_read_only = on")
  }

  @discardableResult
  private func run(_ statement: String) throws -> Rows { try owner.run(statement, until: .now + patience) }

  private func lists(limit: Int = 120) throws -> PostgreSQLLists {
    PostgreSQLLists(
      try ConnectionString(address.replacing("user=dramatis", with: "user=reader")), limit: limit)
  }

  private func lines(_ query: String) throws -> [String] {
    let rows = try lists().rows(of: query, bytes: 1 << 20)
    return rows.text(0..<rows.count).split(separator: "\n").map(String.init)
  }

  private func fault(_ query: String, limit: Int = 120, bytes: Int = 1 << 20) -> String? {
    do {
      _ = try lists(limit: limit).rows(of: query, bytes: bytes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("Rows are lines of JSON, with numbers, lists and nulls")
  func rows() throws {
    let query = """
      SELECT n AS id, 'Title ' || n AS title, ARRAY['a', 'b'] AS tags, NULL AS nothing, '{"x":
      1}'::json AS more FROM generate_series(1, 2) n ORDER BY n DESC -- the last first
      """
    #expect(
      try lines(query) == [
        #"{"id":2,"title":"Title 2","tags":["a","b"],"nothing":null,"more":{"x": 1}}"#,
        #"{"id":1,"title":"Title 1","tags":["a","b"],"nothing":null,"more":{"x": 1}}"#,
      ])
  }

  @Test("Many rows come one by one")
  func many() throws {
    let rows = try lists().rows(of: "SELECT n FROM generate_series(1, 200000) n;\n", bytes: 8 << 20)
    #expect(rows.count { $0 == UInt8(ascii: "\n") } == 200_000)
  }

  @Test("A superuser is refused")
  func superuser() throws {
    let lists = PostgreSQLLists(try ConnectionString(address))
    #expect(
      throws: FeedError.refused(
        "the database cannot be used: its user is a superuser; lists are read by a user who may only read their tables"
      )
    ) {
      try lists.rows(of: "SELECT 1 AS title", bytes: 100)
    }
  }

  @Test("A query that writes is refused, and changes nothing")
  func writing() throws {
    try run("CREATE TABLE IF NOT EXISTS listed (title text)")
    try run("GRANT ALL ON listed TO reader")
    try run("CREATE SEQUENCE IF NOT EXISTS counted")
    try run("GRANT ALL ON SEQUENCE counted TO reader")
    for query in [
      "INSERT INTO listed VALUES ('x') RETURNING title",
      "WITH new AS (INSERT INTO listed VALUES ('x') RETURNING title) SELECT * FROM new",
      "SELECT 1) AS entry; INSERT INTO listed VALUES ('x'); SELECT (2",
    ] {
      #expect(fault(query) != nil)
    }
    #expect(fault("SELECT nextval('counted') AS title") == "the query must only read")
    #expect(try run("SELECT count(*) FROM listed")[0, 0] == "0")
  }

  @Test("Faults of a query are one sentence")
  func faults() {
    #expect(fault("SELECT FROM WHERE")?.hasSuffix("the statement has a syntax error") == true)
    #expect(fault("SELECT * FROM pg_authid")?.hasSuffix("the user lacks a privilege") == true)
    #expect(fault("SELECT title FROM nowhere")?.hasSuffix("a table or column is missing") == true)
    #expect(fault("SELECT pg_sleep(600)", limit: 1) == "the query takes more than 1 s")
    #expect(
      fault("SELECT n FROM generate_series(1, 1000) n", bytes: 500)
        == "the rows of the query hold more than 0 GB")
  }

  @Test("A query ends when it is no longer wanted")
  func cancelled() throws {
    ProgressDisplay.$current.withValue(ProgressDisplay.silent.whileWanted { false }) {
      #expect(throws: FeedError.fetch(.cancelled)) {
        try lists().rows(of: "SELECT pg_sleep(600)", bytes: 100)
      }
    }
  }

  @Test("A notification on the channel is told, and the end of the wait ends the connection")
  func notified() throws {
    let (heard, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let state = WantedState()
    let lists = try lists()
    startThread {
      lists.listen(to: "the \"books\"", log: CollectedLog(), whileWanted: { state.isWanted }) {
        heard.signal()
      }
      ended.signal()
    }
    try TestSupport.wait(for: "the listener", every: 20) {
      try run("NOTIFY \"the \"\"books\"\"\"")
      return heard.wait(timeout: .now()) == .success
    }
    state.end()
    try ended.wait(for: "the end of the listener")
  }

  @Test("A lost connection is logged once, and counts as a notification when it is back")
  func lost() throws {
    let (heard, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (state, log, lists) = (WantedState(), CollectedLog(), try lists())
    startThread {
      lists.listen(to: "lost", log: log, whileWanted: { state.isWanted }) { heard.signal() }
      ended.signal()
    }
    try TestSupport.wait(for: "the loss of the connection", every: 20) {
      try run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN \"lost\"'")
      return !log.lines.isEmpty
    }
    try heard.wait(for: "the next connection")
    state.end()
    try ended.wait(for: "the end of the listener")
    #expect(log.lines.count == 2, "\(log.lines)")
  }
}

/// Whether a wait is still wanted.
private final class WantedState: Sendable {
  private let state = Mutex(true)
  var isWanted: Bool { state.withLock { $0 } }
  func end() { state.withLock { $0 = false } }
}
