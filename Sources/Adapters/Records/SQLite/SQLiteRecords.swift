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

/// The tables and views of an SQLite file.
struct SQLiteTables {
  private let database: SQLiteDatabase
  /// Those with the most rows first.
  private let tables: [(name: String, rows: Double)]
  /// Why the first of those that cannot be read is not among them.
  private let fault: String?

  /// Tables of which the rows are counted.
  private static let limit = 200

  init(of database: SQLiteDatabase) throws(RecordsError) {
    self.database = database
    let schema = try SQLiteRecords(
      database,
      query:
        "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type"
    )
    var found: [(name: String, isVirtual: Bool)] = []
    while found.count < Self.limit, let row = try schema.next() {
      guard let name = row["name"]?.string else { continue }
      found.append((name, row["sql"]?.string?.uppercased().hasPrefix("CREATE VIRTUAL") == true))
    }
    // The index of a full text cannot be made ready without writing, and is kept in tables called after it.
    let virtual = found.filter(\.isVirtual).map { "\($0.name)_" }
    var tables: [(name: String, rows: Double)] = []
    var fault: String?
    for (name, isVirtual) in found where !virtual.contains(where: { name.hasPrefix($0) }) {
      // One that cannot be counted, as a view of what is gone or one that never ends, is no list.
      do throws(RecordsError) {
        let rows = try Self.count(name, database)
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

  private static func count(_ name: String, _ database: SQLiteDatabase) throws(RecordsError) -> Double {
    let limit = RecordLimits.records + 1
    let query = "SELECT count(*) AS n FROM (SELECT 1 FROM \(quoted(name)) LIMIT \(limit))"
    let rows = try SQLiteRecords(database, query: query).next()?["n"]?.number ?? 0
    guard rows < Double(limit) else {
      throw RecordsError("it holds more than \(RecordLimits.records) rows; a query can choose some")
    }
    return rows
  }

  private static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
