import Foundation
import JSON
import System
import TestSupport
import Testing

@testable import Records

@Suite("SQLite files", WithReader())
struct SQLiteTests {
  private static let library = """
    CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, author INTEGER, price REAL, cover BLOB, note TEXT);
    CREATE TABLE lent (book INTEGER, day INTEGER);
    CREATE VIEW cheap AS SELECT title FROM books WHERE price < 5;
    INSERT INTO authors VALUES (1, 'Ada'), (2, 'Bo');
    INSERT INTO books VALUES (1, 'Mills', 1, 4.5, x'00ff', NULL), (2, 'Bread', 2, 10, NULL, 'torn'),
      (3, 'Rye', 1, 9007199254740993, NULL, '');
    INSERT INTO lent SELECT value, value FROM json_each('[1,2,3,4,5,6,7,8,9]');
    """

  private func fault(_ query: String?, in bytes: [UInt8]) -> String? {
    do throws(RecordsError) {
      _ = try List(bytes, query: query)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "Columns of a query are fields; numbers stay numbers, and NULL and blobs are omitted")
  func rows() throws {
    let query =
      "SELECT b.id, title, a.name AS author, price, cover, note FROM books b JOIN authors a ON a.id = author ORDER BY b.id;"
    let list = try List(SQLiteFile.bytes(Self.library), query: query)
    #expect(list.form == .sqlite)
    #expect(
      list.records.map(\.object) == [
        ["id": .number(1), "title": .string("Mills"), "author": .string("Ada"), "price": .number(4.5)],
        [
          "id": .number(2), "title": .string("Bread"), "author": .string("Bo"), "price": .number(10),
          "note": .string("torn"),
        ],
        [
          "id": .number(3), "title": .string("Rye"), "author": .string("Ada"),
          "price": .number(9_007_199_254_740_992), "note": .string(""),
        ],
      ])
  }

  @Test("Integers beyond 2^53 keep all digits, and columns of one name get numbers")
  func edges() throws {
    let list = try List(
      SQLiteFile.bytes("CREATE TABLE t (a); INSERT INTO t VALUES (9007199254740993)"),
      query: "SELECT a, a, a AS '' FROM t")
    #expect(
      list.records.map(\.object) == [
        [
          "a": .string("9007199254740993"), "a 2": .string("9007199254740993"),
          "column 3": .string("9007199254740993"),
        ]
      ])
  }

  @Test("The default query reads the table with titles, else with names, else the longest")
  func table() throws {
    let bytes = try SQLiteFile.bytes(Self.library)
    #expect(try List(bytes)["title"] == ["Mills", "Bread", "Rye"])
    let guess = try RecordGuess(bytes)
    #expect(guess.query == "SELECT * FROM books")
    #expect(guess.fields.first { $0.key == "title" }?.sources == ["title"])
    let names =
      "CREATE TABLE a (v); CREATE TABLE \"select\" (Name); INSERT INTO \"select\" VALUES ('Ada'), ('Bo');"
    let rows = "INSERT INTO a VALUES ('x'), ('y'), ('z');"
    #expect(try RecordGuess(SQLiteFile.bytes(names + rows)).query == "SELECT * FROM \"select\"")
    let others = "CREATE TABLE b (w); INSERT INTO b VALUES ('u');"
    #expect(
      try RecordGuess(SQLiteFile.bytes("CREATE TABLE a (v);" + rows + others)).query == "SELECT * FROM a")
  }

  @Test("Tables of a full-text index are ignored")
  func fullText() throws {
    let bytes = try SQLiteFile.bytes(
      """
      CREATE TABLE plants (name TEXT); INSERT INTO plants VALUES ('Maple'), ('Oak');
      CREATE VIRTUAL TABLE words USING fts5(text);
      INSERT INTO words VALUES ('red leaves in autumn'), ('hard wood'), ('a hedge all around');
      """)
    #expect(try RecordGuess(bytes).query == "SELECT * FROM plants")
  }

  @Test("A compressed file in WAL mode is read")
  func packed() throws {
    var bytes = try SQLiteFile.bytes(Self.library)
    // As a file in WAL mode.
    (bytes[18], bytes[19]) = (2, 2)
    let packed = try #require(Gzip.compress(bytes, effort: .quick))
    #expect(try List(packed, query: "SELECT name FROM authors")["name"] == ["Ada", "Bo"])
  }

  @Test(
    "A query that writes is refused",
    arguments: [
      "DELETE FROM books", "UPDATE books SET title = 'x'", "CREATE TABLE x (y)", "DROP TABLE books",
      "ATTACH '/etc/passwd' AS other", "PRAGMA table_info(books)", "VACUUM INTO '/tmp/copy'",
      "SELECT * FROM pragma_database_list", "BEGIN", "SELECT load_extension('x')",
    ])
  func writing(query: String) throws {
    #expect(try fault(query, in: SQLiteFile.bytes(Self.library)) == "the query must only read")
  }

  @Test(
    "The fault of a query is one sentence",
    arguments: [
      ("", "the query is empty"), (" -- nothing", "the query is empty"),
      ("SELECT 1; SELECT 2", "the query is more than one statement"),
      ("SELECT * FROM book", "the query cannot be run: no such table: book"),
      ("SELECT zeroblob(5000000)", "a value of the query is longer than 4 MB"),
    ])
  func faults(query: String, words: String) throws {
    #expect(try fault(query, in: SQLiteFile.bytes(Self.library)) == words)
  }

  @Test("A slow query ends at the limit of processor time")
  func slow() throws {
    let query = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT count(*) FROM n WHERE length(replace(hex(zeroblob(500000 + i % 2)), '0', '1')) < 0
      """
    var bytes = try SQLiteFile.bytes(Self.library)
    try bytes.withUnsafeMutableBytes { file in
      let records = try SQLiteRecords(SQLiteDatabase(file, seconds: 0.1), query: query)
      #expect(throws: RecordsError("the query takes too long")) { try records.next() }
    }
  }

  @Test("A query that exceeds the limit of memory is ended")
  func memory() throws {
    let query = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
      SELECT hex(zeroblob(1000000)) || i AS t FROM n ORDER BY t
      """
    #expect(try fault(query, in: SQLiteFile.bytes(Self.library)) == "the query needs more than 512 MB")
  }

  @Test("A query with too many columns is refused")
  func columns() throws {
    let query = "SELECT \(Array(repeating: "1", count: 2_001).joined(separator: ","))"
    #expect(
      try fault(query, in: SQLiteFile.bytes(Self.library))
        == "the query cannot be run: too many columns in result set")
  }

  @Test("A query is refused for other files than SQLite")
  func otherForms() {
    #expect(
      fault("SELECT 1", in: Array("name\nAda\n".utf8)) == "it is CSV, and only SQLite files take a query")
  }

  @Test("Files without rows, truncated files and other files with the signature are refused")
  func unusable() throws {
    let whole = try SQLiteFile.bytes(Self.library)
    #expect(
      try fault(nil, in: SQLiteFile.bytes("CREATE TABLE t (a)")) == "the SQLite file has no table with rows")
    #expect(fault(nil, in: Array("SQLite format 3\0".utf8)) != nil)
    #expect(fault("SELECT * FROM books", in: Array(whole.prefix(whole.count / 2))) != nil)
  }

  @Test(
    "If all tables are unreadable, the error has the reason for the first",
    arguments: [
      (
        "CREATE VIEW v AS SELECT nosuch(1) AS title",
        #""v" none can be read: the query cannot be run: no such function"#
      ),
      (
        "CREATE VIRTUAL TABLE words USING fts5(text); INSERT INTO words VALUES ('red leaves')",
        #""words" none can be read: it is virtual"#
      ),
    ])
  func unreadableTables(schema: String, words: String) throws {
    let said = fault(nil, in: try SQLiteFile.bytes(schema))
    #expect(said?.contains(words) == true, "\(said ?? "")")
  }

  @Test("Damaged files give rows or one sentence")
  func damaged() throws {
    let whole = try SQLiteFile.bytes(Self.library)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let said = ConvertedList.$program.withValue(nil) { fault(nil, in: bytes) }
      #expect(said?.contains("\n") != true && said != "")
    }
  }
}
