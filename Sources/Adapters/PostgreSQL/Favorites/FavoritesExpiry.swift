import Favorites
import Synchronization
import System

/// The end of lists that were unused for 400 days: their rows are marked, and deleted 30 days later.
///
/// A list that is read or changed meanwhile is not expired any more. Days are those of ``ExpiryClock``.
final class FavoritesExpiry: Sendable {
  private let table: FavoritesTable
  private var show: String { table.show }
  private let log: any Log
  /// Nil before the database has been asked.
  private let clock = Mutex<ExpiryClock?>(nil)

  /// A column and a table that programs up to version 0.9.0 neither read nor write.
  static let schema = Schema(
    table: "dramatis_expiry_schema", lock: 4_738_215_909,
    migrations: [
      [
        "ALTER TABLE dramatis_favorites ADD COLUMN IF NOT EXISTS expired bigint",
        "CREATE TABLE dramatis_clocks (show text PRIMARY KEY, clock text NOT NULL)",
      ]
    ])

  /// Rows of each kind that one sweep changes.
  private static let limit = 100
  /// Rows that are counted for the share of those that expire.
  private static let countLimit = 120_000

  init(of table: FavoritesTable, log: any Log) { (self.table, self.log) = (table, log) }

  func sweep(on connection: Connection, until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
    guard let (read, before) = try readClock(on: connection, until: deadline) else { return }
    var clock = read
    func run(_ statement: String, _ parameters: String...) throws(PostgreSQLError) -> Rows {
      try connection.run(statement, [show] + parameters, until: deadline)
    }
    // A clock that is behind deletes nothing either.
    let today = "least(to_timestamp(\(clock.time)), now())::date"
    let old = "show = $1 AND day < \(today) - \(ExpiryClock.listAge / 86_400)"
    let count = try run(
      """
      SELECT count(*) FROM (
        SELECT FROM dramatis_favorites WHERE show = $1 AND document <> '' LIMIT \(Self.countLimit)) AS lists
      """)
    let lists = count[0, 0]?.number(in: 0...Int.max) ?? 0
    let found = try run(
      """
      SELECT visitor FROM dramatis_favorites WHERE \(old) AND document <> '' AND expired IS NULL
      LIMIT \(min(Self.limit, clock.allowance(of: lists)))
      """)
    clock.count(expired: found.count)
    // Another replica may be sweeping at the same time.
    guard
      try run("UPDATE dramatis_clocks SET clock = $2 WHERE show = $1 AND clock = $3", clock.text, before)
        .affected == 1
    else { return }
    self.clock.withLock { [clock] in $0 = clock }
    let visitors = (0..<found.count).compactMap { found[$0, 0] }.joined(separator: ",")
    _ = try run(
      "UPDATE dramatis_favorites SET expired = \(clock.time) WHERE \(old) AND visitor = ANY ($2::uuid[])",
      "{\(visitors)}")
    // Programs that do not know the column may have used the list.
    _ = try run(
      "UPDATE dramatis_favorites SET expired = NULL WHERE show = $1 AND expired IS NOT NULL AND NOT (\(old))")
    func delete(_ condition: String) throws(PostgreSQLError) -> Int {
      // A row that an older program has emptied does not mean that the lists are unused.
      try run(
        """
        WITH gone AS (
          DELETE FROM dramatis_favorites WHERE \(condition) AND visitor IN (
            SELECT visitor FROM dramatis_favorites WHERE \(condition) LIMIT \(Self.limit))
          RETURNING visitor, document
        ), lists AS (
          DELETE FROM dramatis_lists WHERE show = $1 AND visitor IN (
            SELECT visitor FROM gone WHERE document <> '')
        ) SELECT FROM gone
        """
      ).affected
    }
    let deleted = try delete("\(old) AND expired <= \(clock.time - ExpiryClock.restAge)")
    _ = try delete("show = $1 AND document = '' AND day < \(today) - 2")
    try table.insertMissingRows(Self.limit, on: connection, until: deadline)
    if found.count + deleted > 0 {
      log.warning(
        "favorites: \(found.count) of \(lists) lists were unused for 400 days and wait for 30 days; "
          + "deleted \(deleted) that had waited")
    }
  }

  /// The clock of all replicas, and its text in the database; nil without lists.
  private func readClock(
    on connection: Connection, until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> (ExpiryClock, String)? {
    // Lists of today have the day of a clock that may be wrong.
    _ = try connection.run(
      """
      INSERT INTO dramatis_clocks (show, clock)
      SELECT $1, newest || ' ' || newest || ' 0' FROM (
        SELECT extract(epoch FROM max(day))::bigint AS newest FROM dramatis_favorites
        WHERE show = $1 AND day < CURRENT_DATE) AS days WHERE newest IS NOT NULL
      ON CONFLICT DO NOTHING
      """, [show], until: deadline)
    let rows = try connection.run(
      "SELECT clock FROM dramatis_clocks WHERE show = $1", [show], until: deadline)
    let running = Int(MonotonicClock.awake.seconds)
    guard let text = rows[0, 0], let shared = ExpiryClock(text, running: running) else { return nil }
    var clock = clock.withLock(\.self) ?? shared
    clock.advance(to: running, sharedWith: shared)
    return (clock, text)
  }
}
