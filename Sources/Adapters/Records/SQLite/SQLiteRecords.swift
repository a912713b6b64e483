import CSQLite
import JSON

/// The rows of a query of an SQLite file.
final class SQLiteRecords {
  let query: String
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
    guard columns.reduce(0, { $0 + $1.utf8.count }) <= RecordLimits.record.bytes else {
      throw RecordsError("the names of its columns hold more than \(RecordLimits.record.bytes >> 20) MB")
    }
  }

  deinit { sqlite3_finalize(statement) }

  /// The next row as a record, without nulls and blobs.
  func next() throws(RecordsError) -> JSONValue? {
    var (row, frames, record) = ([UInt8](), SQLiteFrames(), Record(RecordFields()))
    guard try appendNext(to: &row) else { return nil }
    try frames.append(row)
    _ = try frames.next(columns.count, to: &record)
    return record.object(columns)
  }

  /// Appends the frame of the next row; false at the end. A blob is null.
  func appendNext(to output: inout [UInt8]) throws(RecordsError) -> Bool {
    guard try database.step(statement) else { return false }
    let start = output.count
    output.append(SQLiteFrame.Kind.row.rawValue)
    output.append(word: UInt32(0))
    var size = 0
    for column in 0..<Int32(columns.count) {
      switch sqlite3_column_type(statement, column) {
      case SQLITE_INTEGER:
        let number = sqlite3_column_int64(statement, column)
        // A double rounds larger ones.
        if Int64(exactly: Double(number)) == number {
          append(Double(number), to: &output)
        } else {
          Array(String(number).utf8).withUnsafeBytes { append($0, to: &output) }
        }
      case SQLITE_FLOAT: append(sqlite3_column_double(statement, column), to: &output)
      case SQLITE_TEXT:
        let text = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        size += count
        guard size <= RecordLimits.record.bytes else {
          output.removeLast(output.count - start)
          throw RecordsError("a row holds more than \(RecordLimits.record.bytes >> 20) MB")
        }
        append(UnsafeRawBufferPointer(start: text, count: count), to: &output)
      default: output.append(SQLiteFrame.Value.null.rawValue)
      }
    }
    let length = UInt32(output.count - start - SQLiteFrame.headLength)
    for place in 0..<4 { output[start + 1 + place] = UInt8(truncatingIfNeeded: length >> UInt32(8 * place)) }
    return true
  }

  private func append(_ number: Double, to output: inout [UInt8]) {
    output.append(SQLiteFrame.Value.number.rawValue)
    output.append(word: number.bitPattern)
  }

  private func append(_ text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(SQLiteFrame.Value.text.rawValue)
    output.append(word: UInt32(text.count))
    output.append(contentsOf: text)
  }
}
