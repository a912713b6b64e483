internal import CPQ
internal import Glibc
import System

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
    let found = rows[0, 0]?.number(in: 0...Int.max)
    if let found, found > migrations.count {
      throw .unfit("its tables have version \(found), and this program knows up to \(migrations.count)")
    }
    return found
  }
}

/// The result of a statement: its rows as texts, or the number of changed rows.
public struct Rows: Sendable {
  private let values: [[String?]]
  /// Rows that were changed, inserted or selected.
  public let affected: Int

  init(_ result: OpaquePointer) {
    let columns = PQnfields(result)
    values = (0..<PQntuples(result)).map { row in
      (0..<columns).map { column in
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
          return nil
        }
        return String(cString: value)
      }
    }
    affected = PQcmdTuples(result).flatMap { String(cString: $0).number(in: 0...Int.max) } ?? 0
  }

  public var count: Int { values.count }

  /// A value; nil for null, and beyond the last row or column.
  public subscript(row: Int, column: Int) -> String? {
    guard values.indices.contains(row), values[row].indices.contains(column) else { return nil }
    return values[row][column]
  }
}

/// Calls `body` with these texts as C strings, and a null pointer after the last.
func withCStrings<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) } + [nil])
}
