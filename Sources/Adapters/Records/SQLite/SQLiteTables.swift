import JSON

/// The tables and views of an SQLite file, without those that programs and formats keep for themselves.
struct SQLiteTables {
  private let database: SQLiteDatabase
  private(set) var tables: [SQLiteTable] = []
  /// The fault of the first table that cannot be read.
  private var fault: String?

  /// Tables that are looked at.
  private static let limit = 200
  /// Rows of a table that are looked at.
  private static let sample = 300
  /// Rows of a table that are counted.
  static let rowLimit = 100_000
  /// Values by which a column is taken for a reference.
  private static let comparedValues = 20

  init(of database: SQLiteDatabase) throws(RecordsError) {
    self.database = database
    database.beginQuestion(0.5, describing: true)
    let schema = try SQLiteRecords(
      database, query: "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY type")
    var found: [(name: String, sql: String)] = []
    while found.count < Self.limit, let row = try schema.next() {
      guard let name = row["name"]?.string, !SQLiteNames.isBookkeeping(name) else { continue }
      found.append((name, row["sql"]?.string?.uppercased() ?? ""))
    }
    // A full-text index cannot be prepared without writing; its own tables are named after it.
    let virtual = found.filter { $0.sql.hasPrefix("CREATE VIRTUAL") }.map { "\($0.name)_" }
    for (name, sql) in found where !virtual.contains(where: { name.hasPrefix($0) }) {
      // A table that cannot be counted, such as a view without its tables or without end, is not a list.
      do throws(RecordsError) {
        tables.append(try table(name, isView: sql.hasPrefix("CREATE VIEW")))
      } catch {
        let isVirtual = sql.hasPrefix("CREATE VIRTUAL")
        let reason = isVirtual ? "it is virtual, and what it is made of is not a list" : error.description
        fault = fault ?? "of \"\(name)\" none can be read: \(reason)"
      }
    }
    tables.removeAll { $0.rows == 0 }
    for number in tables.indices { tables[number].references = references(of: tables[number]) }
  }

  /// A query for the table that most looks like a list, with the names of what it refers to.
  func query() throws(RecordsError) -> String {
    let scores = tables.indices.map { number in
      let referring = tables.indices.filter { other in
        other != number && tables[other].references.contains { $0.table == number }
      }
      let details = referring.count { !tables[$0].isNamed }
      return (number, tables[number].score(details: details, others: referring.count - details))
    }
    let ranked = scores.compactMap { number, score in score.map { (number, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    for (number, _) in ranked {
      // Joins may take long.
      database.beginQuestion(0.25)
      let joined = SQLiteJoin(number, tables).query
      if let joined, isList(joined) { return joined }
      database.beginQuestion(0.25)
      let plain = "SELECT * FROM \(SQLiteNames.quoted(tables[number].name))"
      if isList(plain) { return plain }
    }
    guard !tables.isEmpty else {
      throw RecordsError("the SQLite file has no table with rows" + (fault.map { "; \($0)" } ?? ""))
    }
    let names = tables.sorted { ($1.rows, $0.name) < ($0.rows, $1.name) }.prefix(8).map { "\"\($0.name)\"" }
    throw RecordsError("none of its tables looks like a list with titles: \(names.joined(separator: ", "))")
  }

  private func isList(_ query: String) -> Bool {
    guard let records = try? SQLiteRecords(database, query: query) else { return false }
    return (try? survey(records)).map {
      $0.count > 0 && FieldChoice($0, columns: records.columns).title != nil
    } ?? false
  }

  private func survey(_ records: SQLiteRecords) throws(RecordsError) -> FieldSurvey {
    var survey = FieldSurvey()
    while survey.count < Self.sample, let row = try records.next() { survey.take(row) }
    return survey
  }

  private func table(_ name: String, isView: Bool) throws(RecordsError) -> SQLiteTable {
    let source = SQLiteNames.quoted(name)
    let rows = try count("SELECT 1 FROM \(source)", isView ? RecordLimits.viewRows + 1 : Self.rowLimit)
    guard !isView || rows <= Double(RecordLimits.viewRows) else {
      throw RecordsError("it holds more than \(RecordLimits.viewRows) rows; a query can choose some")
    }
    let records = try SQLiteRecords(database, query: "SELECT * FROM \(source)")
    let columns = records.columns
    let choice = FieldChoice(try survey(records), columns: columns)
    var primary: [String] = []
    let info = try SQLiteRecords(database, query: "PRAGMA table_info(\(source))")
    while let row = try info.next() {
      if let column = row["name"]?.string, row["pk"]?.number != 0 { primary.append(column) }
    }
    var declared: [(column: String, table: String, target: String?)] = []
    let keys = try SQLiteRecords(database, query: "PRAGMA foreign_key_list(\(source))")
    while let key = try keys.next() {
      guard let column = key["from"]?.string, let name = key["table"]?.string else { continue }
      // Keys of several columns come in parts.
      if key["seq"]?.number == 0 {
        declared.append((column, name, key["to"]?.string))
      } else {
        declared.removeLast()
      }
    }
    return SQLiteTable(
      name: name, isView: isView, columns: columns,
      key: primary.count == 1 ? primary[0] : primary.isEmpty ? key(of: name, columns) : nil, rows: rows,
      choice: choice, declared: declared)
  }

  /// A column that reads as a key and whose values differ.
  private func key(of table: String, _ columns: [String]) -> String? {
    let name = SQLiteNames.singular(table)
    guard let key = columns.first(where: { ["id", "\(name)id"].contains(FieldStatistics.plain($0)) }) else {
      return nil
    }
    let (source, column) = (SQLiteNames.quoted(table), SQLiteNames.quoted(key))
    let repeated = try? count(
      "SELECT 1 FROM \(source) GROUP BY \(column) HAVING count(*) > 1 OR \(column) IS NULL", 1)
    return repeated == 0 ? key : nil
  }

  private func count(_ query: String, _ limit: Int) throws(RecordsError) -> Double {
    let counting = "SELECT count(*) AS n FROM (\(query) LIMIT \(limit))"
    return try SQLiteRecords(database, query: counting).next()?["n"]?.number ?? 0
  }

  // MARK: References

  /// The declared references of a table, and its columns that hold keys of another table and are named after it. The
  /// other column of a table of links may be named freely if the table is named after both.
  private func references(of table: SQLiteTable) -> [SQLiteTable.Reference] {
    var found: [String: SQLiteTable.Reference] = [:]
    for (column, name, target) in table.declared {
      guard let column = table.columns.first(where: { $0.lowercased() == column.lowercased() }),
        let number = tables.firstIndex(where: { $0.name.lowercased() == name.lowercased() }),
        let target = target ?? tables[number].key
      else { continue }
      found[column] = SQLiteTable.Reference(column: column, table: number, target: target)
    }
    let words = SQLiteNames.words(table.name).map(SQLiteNames.singular)
    for isNamed in [true, false] {
      for column in table.columns where found[column] == nil && (isNamed || column != table.key) {
        let names = isNamed ? [SQLiteNames.stem(column), column].map(SQLiteNames.singular) : words
        let number = tables.indices.first { number in
          let other = tables[number]
          return !other.isView && other.name != table.name && names.contains(SQLiteNames.singular(other.name))
            && (isNamed || !found.isEmpty && !found.values.contains { $0.table == number })
        }
        guard let number, let key = tables[number].key, holds(table, column, tables[number], key) else {
          continue
        }
        found[column] = SQLiteTable.Reference(column: column, table: number, target: key)
      }
    }
    return table.columns.compactMap { found[$0] }
  }

  /// Whether most values of a column are keys of another table.
  private func holds(_ table: SQLiteTable, _ column: String, _ other: SQLiteTable, _ key: String) -> Bool {
    let (source, value) = (SQLiteNames.quoted(table.name), SQLiteNames.quoted(column))
    let keys = "SELECT \(SQLiteNames.quoted(key)) FROM \(SQLiteNames.quoted(other.name))"
    let sample = "SELECT \(value) AS v FROM \(source) WHERE \(value) IS NOT NULL LIMIT \(Self.comparedValues)"
    guard let some = try? count("SELECT 1 FROM (\(sample))", Self.comparedValues), some > 0,
      let known = try? count("SELECT 1 FROM (\(sample)) WHERE v IN (\(keys))", Self.comparedValues)
    else { return false }
    return known * 2 > some
  }
}
