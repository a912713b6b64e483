import CSQLite
import JSON

/// The rows of a query of an SQLite file.
final class SQLiteRecords: RecordSource {
  let query: String?
  let columns: [String]
  private let database: SQLiteDatabase
  private let statement: OpaquePointer

  init(_ database: SQLiteDatabase, query: String) throws(RecordsError) {
    self.database = database
    self.query = query
    let statement = try database.prepare(query)
    self.statement = statement
    columns = ColumnNames.different(
      (0..<sqlite3_column_count(statement)).map {
        sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? ""
      })
    guard !columns.isEmpty else { throw RecordsError("the query must only read") }
  }

  deinit { sqlite3_finalize(statement) }

  func read(_ record: inout Record) throws(RecordsError) -> Bool {
    record.tree = try next()
    return record.tree != nil
  }

  /// The next row as a record, without nulls and blobs.
  func next() throws(RecordsError) -> JSONValue? {
    guard try database.step(statement) else { return nil }
    var members = [String: JSONValue](minimumCapacity: columns.count)
    for (index, name) in columns.enumerated() { members[name] = value(Int32(index)) }
    return .object(members)
  }

  private func value(_ column: Int32) -> JSONValue? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER:
      let number = sqlite3_column_int64(statement, column)
      // A double rounds larger ones.
      return Int64(exactly: Double(number)) == number ? .number(Double(number)) : .string(String(number))
    case SQLITE_FLOAT:
      let number = sqlite3_column_double(statement, column)
      return number.isFinite ? .numeral(JSONValue.text(number)) : nil
    case SQLITE_TEXT:
      let text = UnsafeRawBufferPointer(
        start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
      return .string(TextEncoding.text(text))
    default: return nil
    }
  }
}
