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

/// The tables and views of an SQLite file.
struct SQLiteTables {
  private let database: SQLiteDatabase
  /// Sorted by their rows, most first.
  private let tables: [(name: String, rows: Double)]
  /// The fault of the first table that cannot be read.
  private let fault: String?

  /// Tables whose rows are counted.
  private static let limit = 200

  init(of database: SQLiteDatabase) throws(RecordsError) {
    self.database = database
    let schema = try SQLiteRecords(
      database,
      query:
        "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type"
    )
    var found: [(name: String, isVirtual: Bool, limit: Int)] = []
    while found.count < Self.limit, let row = try schema.next() {
      guard let name = row["name"]?.string else { continue }
      let sql = row["sql"]?.string?.uppercased() ?? ""
      let limit = sql.hasPrefix("CREATE VIEW") ? RecordLimits.viewRows : RecordLimits.records
      found.append((name, sql.hasPrefix("CREATE VIRTUAL"), limit))
    }
    // A full-text index cannot be prepared without writing; its own tables are named after it.
    let virtual = found.filter(\.isVirtual).map { "\($0.name)_" }
    var tables: [(name: String, rows: Double)] = []
    var fault: String?
    for (name, isVirtual, limit) in found where !virtual.contains(where: { name.hasPrefix($0) }) {
      // A table that cannot be counted, such as a view without its tables or without end, is not a list.
      do throws(RecordsError) {
        let rows = try Self.count(name, database, limit)
        if rows > 0 { tables.append((name, rows)) }
      } catch {
        let reason = isVirtual ? "it is virtual, and what it is made of is not a list" : error.description
        fault = fault ?? "of \"\(name)\" none can be read: \(reason)"
      }
    }
    self.fault = fault
    self.tables = tables.sorted { ($1.rows, $0.name) < ($0.rows, $1.name) }
  }

  /// A query for the table with the most rows that looks like a list.
  func query() throws(RecordsError) -> String {
    for (name, _) in tables {
      let query = "SELECT * FROM \(Self.quoted(name))"
      guard let records = try? SQLiteRecords(database, query: query) else { continue }
      var survey = FieldSurvey()
      while survey.count < RecordGuess.sample, let row = try? records.next() { survey.take(row) }
      if survey.count > 0, FieldChoice(survey, columns: records.columns).title != nil { return query }
    }
    guard !tables.isEmpty else {
      throw RecordsError("the SQLite file has no table with rows" + (fault.map { "; \($0)" } ?? ""))
    }
    let names = tables.prefix(8).map { "\"\($0.name)\"" }.joined(separator: ", ")
    throw RecordsError("none of its tables looks like a list with titles: \(names)")
  }

  private static func count(
    _ name: String, _ database: SQLiteDatabase, _ limit: Int
  ) throws(RecordsError) -> Double {
    let query = "SELECT count(*) AS n FROM (SELECT 1 FROM \(quoted(name)) LIMIT \(limit + 1))"
    let rows = try SQLiteRecords(database, query: query).next()?["n"]?.number ?? 0
    guard rows <= Double(limit) else {
      throw RecordsError("it holds more than \(limit) rows; a query can choose some")
    }
    return rows
  }

  private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
