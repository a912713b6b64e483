import JSON
import Testing

@testable import Records

@Suite("The query for an SQLite file", WithReader())
struct SQLiteJoinTests {
  private func rows(_ statements: String) throws -> [[String: JSONValue]] {
    try List(SQLiteFile.bytes(statements)).records.compactMap(\.object)
  }

  private func query(_ statements: String) throws -> String? {
    try RecordGuess(SQLiteFile.bytes(statements)).query
  }

  private static let films = """
    CREATE TABLE films (id INTEGER PRIMARY KEY, title TEXT, studio_id INTEGER REFERENCES studios, land INTEGER);
    CREATE TABLE studios (id INTEGER PRIMARY KEY, name TEXT, town_id INTEGER REFERENCES towns(code));
    CREATE TABLE towns (code INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE actors (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
    CREATE TABLE film_actors (film_id INTEGER, actor_id INTEGER);
    CREATE TABLE film_tags (film_id INTEGER, tag TEXT);
    CREATE TABLE notes (film_id INTEGER, kind TEXT, value TEXT);
    INSERT INTO towns VALUES (7, 'Rye'), (8, 'Hay');
    INSERT INTO studios VALUES (1, 'Lamp', 7), (2, 'Boat', 8);
    INSERT INTO films VALUES (1, 'The Mill', 1, 44), (2, 'The Weir', 2, NULL), (3, 'The Oven', NULL, 44);
    INSERT INTO actors VALUES (1, 'Ada', 'Moor'), (2, 'Bo', 'Dale');
    INSERT INTO film_actors VALUES (1, 1), (1, 2), (2, 2);
    INSERT INTO film_tags VALUES (1, 'old'), (1, 'slow'), (3, 'old');
    INSERT INTO notes VALUES (2, 'sound', 'mono'), (2, 'reel', 'torn');
    """

  @Test("References, links and texts of other tables become columns; every row stays one")
  func joined() throws {
    let rows = try rows(Self.films)
    #expect(
      rows == [
        [
          "id": .number(1), "title": .string("The Mill"), "studio": .string("Lamp"), "land": .number(44),
          "actors": .string("Ada Moor; Bo Dale"), "tag": .string("old; slow"), "town": .string("Rye"),
        ],
        [
          "id": .number(2), "title": .string("The Weir"), "studio": .string("Boat"),
          "actors": .string("Bo Dale"), "notes": .string("sound: mono; reel: torn"), "town": .string("Hay"),
        ],
        [
          "id": .number(3), "title": .string("The Oven"), "land": .number(44), "tag": .string("old"),
        ],
      ])
  }

  @Test("Several values are split in facts")
  func split() throws {
    #expect(try RecordGuess(SQLiteFile.bytes(Self.films)).split == ";")
  }

  @Test("Calibre's library has authors, the other column of its links, comments and covers")
  func calibre() throws {
    let rows = try rows(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, sort TEXT, path TEXT, has_cover BOOL);
      CREATE TABLE languages (id INTEGER PRIMARY KEY, lang_code TEXT, link TEXT);
      CREATE TABLE books_languages_link (id INTEGER PRIMARY KEY, book INTEGER, lang_code INTEGER);
      CREATE TABLE comments (id INTEGER PRIMARY KEY, book INTEGER, text TEXT);
      CREATE TABLE data (id INTEGER PRIMARY KEY, book INTEGER, format TEXT, name TEXT);
      CREATE TABLE identifiers (id INTEGER PRIMARY KEY, book INTEGER, type TEXT, val TEXT);
      CREATE TABLE preferences (id INTEGER PRIMARY KEY, key TEXT, val TEXT);
      INSERT INTO books VALUES (5, 'The Mill', 'Mill, The', 'Ada/The Mill (5)', 1), (6, 'Rye', 'Rye', 'Bo/Rye (6)', 0);
      INSERT INTO languages VALUES (2, 'deu', ''), (3, 'eng', '');
      INSERT INTO books_languages_link VALUES (9, 5, 3), (10, 6, 2);
      INSERT INTO comments VALUES (1, 5, '<p>About a mill; long.</p>');
      INSERT INTO data VALUES (1, 5, 'EPUB', 'The Mill - Ada'), (2, 5, 'PDF', 'The Mill - Ada'), (3, 6, 'EPUB', 'Rye - Bo');
      INSERT INTO identifiers SELECT value, 5, 'kind' || value, value || '-x' FROM json_each('[1,2,3,4,5,6,7]');
      INSERT INTO preferences SELECT value, 'key ' || value, 'x' FROM json_each('[1,2,3,4,5,6,7,8,9]');
      """)
    #expect(rows.map { $0["title"]?.string } == ["The Mill", "Rye"])
    #expect(rows.map { $0["cover"]?.string } == ["Ada/The Mill (5)/cover.jpg", nil])
    #expect(rows.map { $0["format"]?.string } == ["EPUB; PDF", "EPUB"])
    #expect(rows.map { $0["comments"]?.string } == ["<p>About a mill; long.</p>", nil])
    #expect(rows.map { $0["languages"]?.string } == ["eng", "deu"])
    #expect(rows[0]["identifiers"]?.string?.hasPrefix("kind1: 1-x; kind2: 2-x") == true)
    #expect(rows[0]["sort"] == nil && rows[0]["path"] == nil)
  }

  @Test(
    "Tables of programs and formats, logs and accounts are not the list",
    arguments: [
      "schema_migrations", "django_content_type", "alembic_version", "gpkg_spatial_ref_sys", "audit_log",
      "users",
      "SearchHistory", "settings", "room_master_table",
    ])
  func others(table: String) throws {
    let query = try query(
      """
      CREATE TABLE plants (name TEXT); INSERT INTO plants VALUES ('Maple'), ('Oak'), ('Ash');
      CREATE TABLE \(table) (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO \(table) SELECT value, 'Name ' || value FROM json_each('[1,2,3,4,5,6,7,8,9]');
      """)
    #expect(query == "SELECT * FROM plants")
  }

  @Test("A column of names, and one whose values are no keys, are not references")
  func noReferences() throws {
    let query = try query(
      """
      CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO authors VALUES (1, 'Ada'), (2, 'Bo');
      CREATE TABLE books (title TEXT, author TEXT, author_id INTEGER);
      INSERT INTO books VALUES ('Mills', 'Ada', 71), ('Bread', 'Bo', 72), ('Rye', 'Ada', 73), ('Ash', 'Bo', 74);
      """)
    #expect(query == "SELECT * FROM books")
  }

  @Test("A key that repeats multiplies no rows")
  func repeated() throws {
    let rows = try rows(
      """
      CREATE TABLE authors (id INTEGER, name TEXT); INSERT INTO authors VALUES (1, 'Ada'), (1, 'Bo');
      CREATE TABLE books (title TEXT, author_id INTEGER);
      INSERT INTO books VALUES ('Mills', 1), ('Bread', 1), ('Rye', 1), ('Oven', 1);
      """)
    #expect(rows.compactMap { $0["title"]?.string } == ["Mills", "Bread", "Rye", "Oven"])
  }

  @Test("A table that refers to itself shows the name of the other row")
  func itself() throws {
    let rows = try rows(
      """
      CREATE TABLE parts (id INTEGER PRIMARY KEY, name TEXT, whole_id INTEGER REFERENCES parts);
      INSERT INTO parts VALUES (1, 'Mill', NULL), (2, 'Wheel', 1), (3, 'Paddle', 2);
      """)
    #expect(rows.map { $0["whole"]?.string } == [nil, "Mill", "Wheel"])
  }

  @Test("Names that are keywords or have signs are quoted, and equal ones get numbers")
  func names() throws {
    let rows = try rows(
      """
      CREATE TABLE "my ""orders" ("order" INTEGER PRIMARY KEY, title TEXT, "select" TEXT, "group id" INTEGER
        REFERENCES "group", "group" TEXT);
      CREATE TABLE "group" (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO "group" VALUES (1, 'Mills'), (2, 'Boats');
      INSERT INTO "my ""orders" VALUES (1, 'One', 'x', 2, 'g'), (2, 'Two', 'y', 1, 'h'), (3, 'Three', 'z', 1, 'i');
      """)
    #expect(
      rows.first == [
        "order": .number(1), "title": .string("One"), "select": .string("x"), "group_2": .string("Boats"),
        "group": .string("g"),
      ])
  }

  @Test("At most 12 tables are joined")
  func limit() throws {
    let tables = (0..<20).map { "CREATE TABLE k\($0) (id INTEGER PRIMARY KEY, name TEXT);" }
    let values = (0..<20).map { "INSERT INTO k\($0) VALUES (1, 'A'), (2, 'B');" }
    let columns = (0..<20).map { ", k\($0)_id INTEGER REFERENCES k\($0)" }.joined()
    let query = try query(
      """
      \(tables.joined())\(values.joined())
      CREATE TABLE films (id INTEGER PRIMARY KEY, title TEXT\(columns));
      INSERT INTO films (title, k0_id, k19_id) VALUES ('Mill', 1, 2), ('Weir', 2, 1), ('Oven', 1, 1);
      """)
    #expect(query?.ranges(of: "LEFT JOIN").count == 12)
    #expect(query?.contains("films.k19_id") == true)
  }
}
