import CSQLite
import JSON

/// The tables and views of an SQLite file, without those that programs and formats keep for themselves.
struct SQLiteTables {
  private struct Table {
    let name: String
    let isView: Bool
    /// 2 with a column of titles, 1 with one of names.
    let rank: Int
    let rows: Double
  }

  private var tables: [Table] = []
  /// The fault of the first table that cannot be read.
  private var fault: String?

  /// Tables that are looked at.
  private static let limit = 200
  /// Rows of a table that are counted.
  static let rowLimit = 100_000
  /// Rows of a view that are counted: each has to be computed.
  private static let viewLimit = 1_000

  init(of database: SQLiteDatabase) throws(RecordsError) {
    database.beginQuestion(0.5)
    let schema = try SQLiteRecords(
      database, query: "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY type")
    var found: [(name: String, sql: String)] = []
    while found.count < Self.limit, let row = try schema.next() {
      guard let name = row["name"]?.string, !Self.isBookkeeping(name) else { continue }
      found.append((name, row["sql"]?.string?.uppercased() ?? ""))
    }
    // A full-text index cannot be prepared without writing; its own tables are named after it.
    let virtual = found.filter { $0.sql.hasPrefix("CREATE VIRTUAL") }.map { "\($0.name)_" }
    for (name, sql) in found where !virtual.contains(where: { name.hasPrefix($0) }) {
      // A table that cannot be counted, such as a view without its tables or without end, is not a list.
      do throws(RecordsError) {
        tables.append(try Self.table(name, isView: sql.hasPrefix("CREATE VIEW"), database))
      } catch {
        let isVirtual = sql.hasPrefix("CREATE VIRTUAL")
        let reason = isVirtual ? "it is virtual, and what it is made of is not a list" : error.description
        fault = fault ?? "of \"\(name)\" none can be read: \(reason)"
      }
    }
    tables.removeAll { $0.rows == 0 }
  }

  /// A query for a table with a column of titles, before one of names, before the longest. Views come after tables.
  func query() throws(RecordsError) -> String {
    let best = tables.max { one, other in
      (one.isView ? 0 : 1, one.rank, one.rows, other.name) < (
        other.isView ? 0 : 1, other.rank, other.rows, one.name
      )
    }
    guard let best else {
      throw RecordsError("the SQLite file has no table with rows" + (fault.map { "; \($0)" } ?? ""))
    }
    return "SELECT * FROM \(Self.quoted(best.name))"
  }

  private static func table(
    _ name: String, isView: Bool, _ database: SQLiteDatabase
  ) throws(RecordsError) -> Table {
    let source = quoted(name)
    let columns = Set(
      try SQLiteRecords(database, query: "SELECT * FROM \(source)").columns.map { $0.lowercased() })
    let counting =
      "SELECT count(*) AS n FROM (SELECT 1 FROM \(source) LIMIT \(isView ? viewLimit : rowLimit))"
    let rows = try SQLiteRecords(database, query: counting).next()?["n"]?.number ?? 0
    let rank = columns.contains("title") ? 2 : columns.contains("name") ? 1 : 0
    return Table(name: name, isView: isView, rank: rank, rows: rows)
  }

  private static let programPrefixes = [
    "sqlite_", "gpkg", "rtree_", "idx_", "django_", "geometry_columns", "views_geometry",
    "virts_geometry", "spatial_ref", "spatialite_", "vector_layers", "raster_coverages",
    "data_licenses", "_prisma", "_litestream", "__ef", "__drizzle", "knex_", "flyway_", "auth_group",
    "auth_permission", "auth_user_", "sqlitestudio_", "nga_", "st_spatial", "st_geometry", "se_",
  ]
  private static let programTables: Set = [
    "schema_migrations", "ar_internal_metadata", "alembic_version", "room_master_table",
    "android_metadata", "goose_db_version", "sequelizemeta", "schema_version", "migrations",
    "doctrine_migration_versions", "layer_styles", "spatialindex", "elementarygeometries", "knn",
    "knn2", "sql_statements_log", "iso_metadata", "z_metadata", "z_primarykey", "z_modelcache",
    "extensions", "metadata", "preferences", "settings", "config", "library_id", "configuration",
  ]

  /// Whether a table belongs to a program or a format, not to its user.
  private static func isBookkeeping(_ table: String) -> Bool {
    let name = table.lowercased()
    return programTables.contains(name) || programPrefixes.contains { name.hasPrefix($0) }
  }

  /// A name in a statement, with quotation marks if it needs them.
  static func quoted(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || Unicode.Scalar($0).properties.isAlphabetic && $0 < 0x80
          || (0x30...0x39).contains($0)
      } && !name.isEmpty && name.first?.isNumber == false
      && sqlite3_keyword_check(name, Int32(name.utf8.count)) == 0
    return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
