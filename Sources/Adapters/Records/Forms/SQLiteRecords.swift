import CSQLite
import JSON

/// The rows that a query of an SQLite file gives, one after the other.
final class SQLiteRecords {
  let query: String
  let columns: [String]
  private let database: SQLiteDatabase
  private let statement: OpaquePointer
  /// Rows that have been written.
  private(set) var count = 0
  /// Whether each column is read.
  private let isKept: [Bool]

  init(_ database: SQLiteDatabase, query: String, keeping kept: Set<String>? = nil) throws(RecordsError) {
    self.database = database
    self.query = query
    let statement = try database.prepare(query)
    self.statement = statement
    columns = ColumnNames.different(
      (0..<sqlite3_column_count(statement)).map {
        sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? ""
      })
    isKept = columns.map { kept?.contains($0) != false }
    guard !columns.isEmpty else { throw RecordsError("the query does more than read") }
  }

  deinit { sqlite3_finalize(statement) }

  /// The next row by the names of its columns; what is null and what is not text is left out.
  func next() throws(RecordsError) -> JSONValue? {
    guard try database.step(statement) else { return nil }
    var row = SQLiteEncoder()
    write(to: &row)
    var decoder = SQLiteDecoder(row.bytes[...])
    return decoder.row(columns).map { .object($0) }
  }

  /// Writes the next row as a frame.
  /// - Returns: false after the last one.
  func writeNext(to output: inout SQLiteEncoder) throws(RecordsError) -> Bool {
    guard try database.step(statement) else { return false }
    try output.frame(.row) { (output) throws(RecordsError) in write(to: &output) }
    count += 1
    return true
  }

  private func write(to output: inout SQLiteEncoder) {
    let limit = output.bytes.count + SQLiteFrame.limit
    // Of a row that is too long no more is copied than shows that.
    for index in columns.indices where isKept[index] && output.bytes.count <= limit {
      let column = Int32(index)
      func begin(_ kind: SQLiteFrame.ValueKind) {
        output.number(UInt16(index))
        output.number(kind.rawValue)
      }
      switch sqlite3_column_type(statement, column) {
      case SQLITE_INTEGER:
        begin(.integer)
        output.number(sqlite3_column_int64(statement, column))
      case SQLITE_FLOAT:
        begin(.real)
        output.number(sqlite3_column_double(statement, column))
      case SQLITE_TEXT:
        guard let text = sqlite3_column_text(statement, column) else { continue }
        begin(.text)
        let count = Int(sqlite3_column_bytes(statement, column))
        output.text(UnsafeBufferPointer(start: text, count: count))
      default: continue
      }
    }
  }
}
