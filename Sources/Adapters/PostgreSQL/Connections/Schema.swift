/// Tables of a database, created and migrated by the process that comes first.
struct Schema: Sendable {
  /// The table that holds the version of the others.
  let table: String
  /// A unique number: the advisory lock of processes that migrate these tables.
  let lock: Int
  /// Statements from each version to the next. They never change, because databases have run them.
  let migrations: [[String]]

  /// Creates or migrates the tables. Costs two queries if they are up to date.
  /// - Throws: ``PostgreSQLError/unfit(_:)`` for those of a newer program.
  func prepare(_ connection: Connection) throws(PostgreSQLError) {
    let deadline = ContinuousClock.now + .seconds(10)
    if try found(connection, deadline) == migrations.count { return }
    _ = try connection.run("BEGIN", until: deadline)
    _ = try connection.run("SELECT pg_advisory_xact_lock(\(lock))", until: deadline)
    _ = try connection.run(
      "CREATE TABLE IF NOT EXISTS \(table) (version integer NOT NULL)", until: deadline)
    // Another process may have been faster.
    let found = try found(connection, deadline) ?? 0
    for migration in migrations.dropFirst(found) {
      for statement in migration { _ = try connection.run(statement, until: deadline) }
    }
    _ = try connection.run("DELETE FROM \(table)", until: deadline)
    _ = try connection.run("INSERT INTO \(table) VALUES (\(migrations.count))", until: deadline)
    _ = try connection.run("COMMIT", until: deadline)
  }

  /// The version of the tables; nil if there are none.
  private func found(
    _ connection: Connection, _ deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Int? {
    // Asking this way is not an error for a missing table, which would end a transaction.
    let known = try connection.run("SELECT to_regclass('\(table)') IS NOT NULL", until: deadline)
    guard known[0, 0] == "t" else { return nil }
    let rows = try connection.run("SELECT version FROM \(table)", until: deadline)
    let found = rows[0, 0].flatMap { Int($0) }
    if let found, found > migrations.count {
      throw .unfit("its tables have version \(found), and this program knows up to \(migrations.count)")
    }
    return found
  }
}
