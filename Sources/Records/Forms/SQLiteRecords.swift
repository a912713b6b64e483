import CSQLite
import JSON

/// The rows that a query of an SQLite file gives, one after the other.
final class SQLiteRecords {
  let query: String
  let columns: [String]
  private let database: SQLiteDatabase
  private let statement: OpaquePointer
  /// For each column its name, nil if it is not read.
  private let names: [String?]

  /// - Parameter query: nil for all columns of the table with the most rows that looks like a list.
  convenience init(_ bytes: [UInt8], query: String?, keeping kept: Set<String>?) throws(RecordsError) {
    let database = try SQLiteDatabase(bytes)
    let query = if let query { query } else { try SQLiteTables(of: database).query() }
    database.beginQuestion()
    try self.init(database, query: query, keeping: kept)
  }

  init(_ database: SQLiteDatabase, query: String, keeping kept: Set<String>? = nil) throws(RecordsError) {
    self.database = database
    self.query = query
    let statement = try database.prepare(query)
    self.statement = statement
    columns = ColumnNames.different(
      (0..<sqlite3_column_count(statement)).map {
        sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? ""
      })
    names = columns.map { kept?.contains($0) == false ? nil : $0 }
    guard !columns.isEmpty else { throw RecordsError("the query does more than read") }
  }

  deinit { sqlite3_finalize(statement) }

  /// The next row by the names of its columns; what is null and what is not text is left out.
  func next() throws(RecordsError) -> JSONValue? {
    guard try database.step(statement) else { return nil }
    var members: [String: JSONValue] = [:]
    for (index, name) in names.enumerated() {
      if let name, let value = value(Int32(index)) { members[name] = value }
    }
    return .object(members)
  }

  private func value(_ column: Int32) -> JSONValue? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER:
      let number = sqlite3_column_int64(statement, column)
      // Of larger ones a floating-point number would keep only the beginning.
      return Int64(exactly: Double(number)) == number ? .number(Double(number)) : .string(String(number))
    case SQLITE_FLOAT: return .number(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return nil }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .string(TextEncoding.text(UnsafeBufferPointer(start: text, count: count)))
    default: return nil
    }
  }
}
