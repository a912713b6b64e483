/// Some tables of a database, made and brought up to date by whichever process comes first.
public struct Schema: Sendable {
  /// The table that holds their version.
  private let table: String
  /// Holds up others that migrate the same tables: any number that nobody else has.
  private let lock: Int
  /// What leads from each version to the next.
  private let migrations: [[String]]

  /// - Parameters:
  ///   - table: holds the version of the others.
  ///   - lock: any number that nobody else has.
  ///   - migrations: statements that lead from each version to the next. None is ever changed, for databases have it.
  public init(versionIn table: String, lock: Int, migrations: [[String]]) {
    (self.table, self.lock, self.migrations) = (table, lock, migrations)
  }

  /// Has the tables of this version there. Costs two queries where they are.
  /// - Throws: ``PostgreSQLError/unfit(_:)`` for those of a newer program.
  public func prepare(_ connection: Connection) throws(PostgreSQLError) {
    let deadline = ContinuousClock.now + .seconds(10)
    if try found(connection, deadline) == migrations.count { return }
    _ = try connection.run("BEGIN", until: deadline)
    _ = try connection.run("SELECT pg_advisory_xact_lock(\(lock))", until: deadline)
    _ = try connection.run(
      "CREATE TABLE IF NOT EXISTS \(table) (version integer NOT NULL)", until: deadline)
    // Another may have been faster.
    let found = try found(connection, deadline) ?? 0
    for migration in migrations.dropFirst(found) {
      for statement in migration { _ = try connection.run(statement, until: deadline) }
    }
    _ = try connection.run("DELETE FROM \(table)", until: deadline)
    _ = try connection.run("INSERT INTO \(table) VALUES (\(migrations.count))", until: deadline)
    _ = try connection.run("COMMIT", until: deadline)
  }

  /// The version that is there; nil if there is none.
  private func found(
    _ connection: Connection, _ deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Int? {
    // A table that is missing is not an error, which would end a transaction.
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
