import CSQLite

/// Names of tables and columns.
enum SQLiteNames {
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

  /// A name in lower case without signs, and in the singular: "bookauthor" for `Book_Authors`.
  static func singular(_ name: String) -> String {
    let name = FieldStatistics.plain(name)
    guard name.count > 3, name.hasSuffix("s"), !name.hasSuffix("ss") else { return name }
    if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
    let isLong = ["sses", "xes", "ches", "shes"].contains { name.hasSuffix($0) }
    return String(name.dropLast(isLong ? 2 : 1))
  }

  /// A column's name without its ending as an identifier: "author" for `author_id` and `AuthorID`.
  static func stem(_ column: String) -> String {
    guard column.count > 2, column.lowercased().hasSuffix("id") else { return column }
    let stem = column.dropLast(2)
    if let last = stem.last, "_- ".contains(last) { return String(stem.dropLast()) }
    return column.hasSuffix("id") ? column : String(stem)
  }

  /// Whether a table belongs to a program or a format, not to its user.
  static func isBookkeeping(_ table: String) -> Bool {
    let name = table.lowercased()
    return programs.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  /// The evidence of a table's name against its being the list.
  static func weight(_ table: String) -> Double {
    let words = Set(words(table).map(singular))
    return words.isDisjoint(with: logs) ? words.isDisjoint(with: people) ? 0 : -1.5 : -3
  }

  /// Whether a table records what a program does or how it is set up.
  static func isLog(_ table: String) -> Bool { weight(table) < -2 }

  /// The words of a name: "order", "Details" for `orderDetails`.
  static func words(_ name: String) -> [String] {
    var words = [""]
    var wasLower = false
    for letter in name {
      if !letter.isLetter || wasLower && letter.isUppercase { words.append("") }
      if letter.isLetter { words[words.count - 1].append(letter) }
      wasLower = letter.isLowercase
    }
    return words
  }

  private static let prefixes = [
    "sqlite_", "gpkg", "rtree_", "idx_", "django_", "geometry_columns", "views_geometry", "virts_geometry",
    "spatial_ref", "spatialite_", "vector_layers", "raster_coverages", "data_licenses", "_prisma",
    "_litestream", "__ef", "__drizzle", "knex_", "flyway_", "auth_group", "auth_permission", "auth_user_",
    "sqlitestudio_", "nga_", "st_spatial", "st_geometry", "se_",
  ]
  private static let programs: Set<String> = [
    "schema_migrations", "ar_internal_metadata", "alembic_version", "room_master_table", "android_metadata",
    "goose_db_version", "sequelizemeta", "schema_version", "migrations", "doctrine_migration_versions",
    "layer_styles", "spatialindex", "elementarygeometries", "knn", "knn2", "sql_statements_log",
    "iso_metadata", "z_metadata", "z_primarykey", "z_modelcache", "extensions", "metadata", "preferences",
    "settings", "config", "library_id", "configuration",
  ]
  private static let logs: Set<String> = [
    "log", "history", "audit", "session", "cache", "queue", "job", "token", "setting", "preference", "config",
    "configuration", "option", "metadata", "version", "migration", "permission", "notification", "meta",
    "index", "search",
  ]
  private static let people: Set<String> = [
    "user", "customer", "employee", "staff", "account", "supplier", "vendor", "member", "contact",
  ]
}
