internal import PostgreSQL

/// The tables, made and brought up to date by whichever process comes first.
enum Schema {
  /// Of the tables that this program knows.
  static let version = migrations.count

  /// Holds up others that migrate the same database: any number that nobody else has.
  private static let lock = 4_738_215_906

  /// What leads from each version to the next. None is ever changed, for databases have it.
  private static let migrations = [
    [
      """
      CREATE TABLE dramatis_favorites (
        show text NOT NULL, visitor uuid NOT NULL, version bigint NOT NULL, day date NOT NULL,
        document text NOT NULL, PRIMARY KEY (show, visitor))
      """,
      "CREATE TABLE dramatis_keys (show text PRIMARY KEY, key text NOT NULL)",
      "CREATE INDEX dramatis_favorites_day ON dramatis_favorites (show, day)",
      "CREATE INDEX dramatis_favorites_empty ON dramatis_favorites (show, day) WHERE document = ''",
    ]
  ]

  /// Has the tables of this version there. Costs one query where they are.
  /// - Throws: ``PostgreSQLError/unfit(_:)`` for those of a newer program.
  static func prepare(_ connection: Connection) throws(PostgreSQLError) {
    let deadline = ContinuousClock.now + .seconds(10)
    if try found(connection, deadline) == version { return }
    _ = try connection.run("BEGIN", until: deadline)
    _ = try connection.run("SELECT pg_advisory_xact_lock(\(lock))", until: deadline)
    _ = try connection.run(
      "CREATE TABLE IF NOT EXISTS dramatis_schema (version integer NOT NULL)", until: deadline)
    // Another may have been faster.
    let found = try found(connection, deadline) ?? 0
    for migration in migrations.dropFirst(found) {
      for statement in migration { _ = try connection.run(statement, until: deadline) }
    }
    _ = try connection.run("DELETE FROM dramatis_schema", until: deadline)
    _ = try connection.run("INSERT INTO dramatis_schema VALUES (\(version))", until: deadline)
    _ = try connection.run("COMMIT", until: deadline)
  }

  /// The version that is there; nil if there is none.
  private static func found(
    _ connection: Connection, _ deadline: ContinuousClock.Instant
  ) throws(PostgreSQLError) -> Int? {
    // A table that is missing is not an error, which would end a transaction.
    let known = try connection.run("SELECT to_regclass('dramatis_schema') IS NOT NULL", until: deadline)
    guard known[0, 0] == "t" else { return nil }
    let rows = try connection.run("SELECT version FROM dramatis_schema", until: deadline)
    let found = rows[0, 0].flatMap { Int($0) }
    if let found, found > version {
      throw .unfit("its tables have version \(found), and this program knows up to \(version)")
    }
    return found
  }
}
