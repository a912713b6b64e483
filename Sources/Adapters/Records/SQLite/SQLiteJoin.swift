/// A query for the rows of a table, with the names of what they refer to and of what refers to them.
///
/// A column that refers to another table shows its name for the row; tables of links and of single texts give all
/// their values for a row in one text, separated by semicolons.
struct SQLiteJoin {
  private let tables: [SQLiteTable]
  private let main: SQLiteTable
  private let number: Int
  /// Whether it has the books of Calibre.
  private let isCalibre: Bool
  /// Expressions in the order of the query, the first ones for the table's own columns.
  private var columns: [String] = []
  private var joins: [String] = []
  /// Names of the columns and of the joined tables, in lower case.
  private var (names, aliases): (Set<String>, Set<String>)

  /// Tables that are joined.
  private static let limit = 12
  /// Rows of another table for a row, on average.
  private static let valueLimit = 30.0
  /// Letters of an average text of which several are joined.
  private static let textLimit = 60.0

  /// - Parameter number: the position of the table.
  init(_ number: Int, _ tables: [SQLiteTable]) {
    (self.tables, self.number, main) = (tables, number, tables[number])
    names = Set(main.columns.map { $0.lowercased() })
    isCalibre = Set(["path", "has_cover"]).isSubset(of: names)
    aliases = [main.name.lowercased()]
    var further: [(alias: String, reference: SQLiteTable.Reference)] = []
    for column in main.columns where !(isCalibre && FieldWords["joincalibre"].exact(column)) {
      add(column, &further)
    }
    if isCalibre {
      let (path, isThere) = (Self.column("path", main.name), Self.column("has_cover", main.name))
      columns.append("CASE WHEN \(isThere) THEN \(path) || '/cover.jpg' END AS \(name("cover"))")
    }
    if main.label.count == 2 {
      columns.append("\(Self.text(main.label, main.name)) AS \(SQLiteNames.quoted(name("name")))")
    }
    for other in tables.indices where other != number && !tables[other].isView {
      // The columns that the owner of a library has added have names in another table.
      if !isCalibre || !tables[other].name.contains("custom_column_") { addMany(tables[other]) }
    }
    for (alias, reference) in further where reference.table != number {
      add(reference, of: alias, &further, isLast: true)
    }
  }

  /// Nil if nothing is joined.
  var query: String? {
    guard columns.contains(where: { $0.contains(" AS ") }) else { return nil }
    let source = ([SQLiteNames.quoted(main.name)] + joins).joined(separator: " ")
    return "SELECT \(columns.joined(separator: ", ")) FROM \(source)"
  }

  private mutating func add(
    _ column: String, _ further: inout [(alias: String, reference: SQLiteTable.Reference)]
  ) {
    if let reference = main.references.first(where: { $0.column == column }),
      add(reference, of: main.name, &further)
    {
      return
    }
    let value = Self.column(column, main.name)
    // Calibre's date of books without one.
    columns.append(
      isCalibre && column == "pubdate" ? "nullif(\(value), '0101-01-01 00:00:00+00:00') AS pubdate" : value)
  }

  /// Joins the table that a column refers to; false if that has no name for its rows.
  @discardableResult
  private mutating func add(
    _ reference: SQLiteTable.Reference, of source: String,
    _ further: inout [(alias: String, reference: SQLiteTable.Reference)], isLast: Bool = false
  ) -> Bool {
    let target = tables[reference.table]
    guard joins.count < Self.limit, !target.label.isEmpty, reference.column != main.key || isLast else {
      return false
    }
    if !isLast { names.remove(reference.column.lowercased()) }
    let name = name(SQLiteNames.stem(reference.column))
    let alias = alias(target.name, or: name)
    let key = Self.column(reference.target, alias)
    joins.append(
      "LEFT JOIN \(Self.table(target.name, alias)) ON \(key) = \(Self.column(reference.column, source))")
    columns.append("\(Self.text(target.label, alias)) AS \(SQLiteNames.quoted(name))")
    if !isLast { further += target.references.map { (alias, $0) } }
    return true
  }

  // MARK: Several values

  /// Joins the values of a table that refers to this one.
  private mutating func addMany(_ table: SQLiteTable) {
    guard joins.count < Self.limit, !SQLiteNames.isLog(table.name), table.rows <= Self.valueLimit * main.rows,
      let reference = table.references.first(where: { $0.table == number })
    else { return }
    let others = table.references.filter {
      $0.column != reference.column && $0.table != number && !tables[$0.table].label.isEmpty
    }
    if table.isLink {
      for other in others.prefix(Self.limit - joins.count) { addLinked(table, reference, other) }
    } else if others.isEmpty, let (text, name) = values(of: table, reference.column) {
      let source = SQLiteNames.quoted(table.name)
      addGroup(name, text, Self.column(reference.column, table.name), reference.target, source)
    }
  }

  private mutating func addLinked(
    _ link: SQLiteTable, _ reference: SQLiteTable.Reference, _ other: SQLiteTable.Reference
  ) {
    let target = tables[other.table]
    let source =
      "\(SQLiteNames.quoted(link.name)) JOIN \(SQLiteNames.quoted(target.name)) ON "
      + "\(Self.column(other.target, target.name)) = \(Self.column(other.column, link.name))"
    let isTaken = names.contains(target.name.lowercased())
    addGroup(
      isTaken ? SQLiteNames.stem(other.column) : target.name,
      "group_concat(\(Self.text(target.label, target.name)), '; ')", Self.column(reference.column, link.name),
      reference.target, source)
  }

  /// - Parameters:
  ///   - value: the expression for all values of a row.
  ///   - key: the column by which they are grouped.
  ///   - target: the column of this table that it refers to.
  private mutating func addGroup(
    _ wanted: String, _ value: String, _ key: String, _ target: String, _ source: String
  ) {
    let name = name(wanted)
    let (alias, column) = (alias(name, or: "\(name)_of"), SQLiteNames.quoted(name))
    joins.append(
      "LEFT JOIN (SELECT \(key) AS entry, \(value) AS \(column) FROM \(source) GROUP BY 1) AS "
        + "\(SQLiteNames.quoted(alias)) ON \(Self.column("entry", alias)) = \(Self.column(target, main.name))"
    )
    columns.append("\(Self.column(name, alias)) AS \(column)")
  }

  /// The expression for the texts of a table for one row, and its name; nil if it has no text or several.
  private func values(of table: SQLiteTable, _ reference: String) -> (String, String)? {
    let texts = table.texts
    func column(_ field: FieldStatistics) -> String { Self.column(field.names[0], table.name) }
    // "type" and "value".
    if texts.count == 2, let kind = texts.first(where: { FieldWords["joinkinds"].exact($0.name) }),
      let value = texts.first(where: { FieldWords["joingeneric"].exact($0.name) && $0.name != kind.name })
    {
      return ("group_concat(\(column(kind)) || ': ' || \(column(value)), '; ')", name(of: table))
    }
    let categories = texts.filter {
      $0.distinct * 3 <= $0.values || FieldWords["joincategories"].exact($0.name)
    }
    guard let text = texts.count == 1 ? texts[0] : categories.count == 1 ? categories[0] : nil else {
      return nil
    }
    let name = FieldWords["joingeneric"].exact(text.name) ? name(of: table) : text.names[0]
    let isSingle =
      table.choice.fields.first { $0.names[0] == reference }.map { $0.distinct == $0.values } ?? false
    guard isSingle || text.meanLength <= Self.textLimit else { return nil }
    let isAddress = text.share(.address) > 0.5 || text.share(.picture) > 0.5
    return (isAddress || isSingle ? "min(\(column(text)))" : "group_concat(\(column(text)), '; ')", name)
  }

  /// The name of a table for what it says of a row: "tags" for `book_tags`.
  private func name(of table: SQLiteTable) -> String {
    let start = [main.name, SQLiteNames.singular(main.name)].first {
      table.name.lowercased().hasPrefix("\($0.lowercased())_")
    }
    return start.map { String(table.name.dropFirst($0.count + 1)) } ?? table.name
  }

  // MARK: Names

  /// A name that no other column has.
  private mutating func name(_ wanted: String) -> String {
    var (name, count) = (wanted, 2)
    while !names.insert(name.lowercased()).inserted { (name, count) = ("\(wanted)_\(count)", count + 1) }
    return name
  }

  /// A name that no other joined table has.
  private mutating func alias(_ wanted: String, or other: String) -> String {
    var (alias, count) = (wanted, 2)
    while !aliases.insert(alias.lowercased()).inserted {
      (alias, count) = (count == 2 ? other : "\(other)_\(count)", count + 1)
    }
    return alias
  }

  private static func table(_ name: String, _ alias: String) -> String {
    alias == name ? SQLiteNames.quoted(name) : "\(SQLiteNames.quoted(name)) AS \(SQLiteNames.quoted(alias))"
  }

  private static func column(_ name: String, _ table: String) -> String {
    "\(SQLiteNames.quoted(table)).\(SQLiteNames.quoted(name))"
  }

  private static func text(_ columns: [String], _ table: String) -> String {
    columns.map { column($0, table) }.joined(separator: " || ' ' || ")
  }
}
