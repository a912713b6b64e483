import CSQLite

/// The same titles in SQLite, in memory: an index for prefixes, trigrams for substrings.
///
/// The titles are folded, so that both search the same bytes.
final class SQLite {
  private var database: OpaquePointer?
  private var statements: [String: OpaquePointer] = [:]

  init(_ folded: [String]) {
    sqlite3_open(":memory:", &database)
    run("CREATE TABLE city(id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE)")
    run("CREATE VIRTUAL TABLE part USING fts5(title, tokenize='trigram', detail=full)")
    run("BEGIN")
    for title in folded {
      step("INSERT INTO city(title) VALUES(?)", [title]) { _ in }
      step("INSERT INTO part(title) VALUES(?)", [title]) { _ in }
    }
    run("COMMIT")
    run("CREATE INDEX city_title ON city(title COLLATE NOCASE)")
    run("INSERT INTO part(part) VALUES('optimize')")
    run("ANALYZE")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// The total, and the number of rows among the first 60.
  func answer(_ typed: String, _ match: SearchMatch) -> (total: Int, rows: Int) {
    if match == .prefix { return answer("FROM city WHERE title LIKE ?", id: "id", ["\(typed)%"]) }
    // Trigrams need three letters; a shorter query scans every title.
    let words = typed.split(separator: " ").map(String.init)
    let long = words.filter { $0.unicodeScalars.count >= 3 }
    let short = words.filter { $0.unicodeScalars.count < 3 }
    let conditions = (long.isEmpty ? [] : ["part MATCH ?"]) + short.map { _ in "title LIKE ?" }
    let match = long.isEmpty ? [] : [long.map { "\"\($0)\"" }.joined(separator: " AND ")]
    return answer(
      "FROM part WHERE \(conditions.joined(separator: " AND "))", id: "rowid", match + short.map { "%\($0)%" }
    )
  }

  private func answer(_ rest: String, id: String, _ values: [String]) -> (total: Int, rows: Int) {
    var (total, rows) = (0, 0)
    step("SELECT count(*) \(rest)", values) { total = Int(sqlite3_column_int64($0, 0)) }
    step("SELECT \(id) \(rest) LIMIT 60", values) { statement in
      _ = sqlite3_column_int64(statement, 0)
      rows += 1
    }
    return (total, rows)
  }

  private func run(_ statement: String) {
    if sqlite3_exec(database, statement, nil, nil, nil) != SQLITE_OK {
      print(String(cString: sqlite3_errmsg(database)))
    }
  }

  private func step(_ text: String, _ values: [String], _ row: (OpaquePointer) -> Void) {
    if statements[text] == nil {
      var prepared: OpaquePointer?
      sqlite3_prepare_v2(database, text, -1, &prepared, nil)
      statements[text] = prepared
    }
    guard let statement = statements[text] else { return }
    for (index, value) in values.enumerated() {
      // The value is copied: SQLITE_TRANSIENT, a cast that is not imported.
      sqlite3_bind_text(
        statement, Int32(index + 1), value, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
    while sqlite3_step(statement) == SQLITE_ROW { row(statement) }
    sqlite3_reset(statement)
  }
}
