/// A table or view of an SQLite file, with a sample of its rows.
struct SQLiteTable {
  /// A column that holds keys of a table.
  struct Reference {
    let column: String
    /// The position of the table.
    let table: Int
    /// Its column.
    let target: String
  }

  let name: String
  let isView: Bool
  let columns: [String]
  /// The column that tells its rows apart; nil if there is none.
  let key: String?
  /// At most ``SQLiteTables/rowLimit``, or that of views.
  let rows: Double
  let choice: FieldChoice
  /// Declared references: a column, the name of a table, and its column; nil for its key.
  let declared: [(column: String, table: String, target: String?)]
  var references: [Reference] = []

  /// The columns that name a row; two for the first and the last name of a person, none if nothing does.
  var label: [String] {
    let title = choice.title
    if let names = choice.personName { return names.map(\.names[0]) }
    if let title, title.weight("title") > 0 { return [title.names[0]] }
    if let title { return [title.names[0]] }
    let others = values.filter { $0.distinct > 1 || $0.values == 1 }
    return others.count == 1 ? [others[0].names[0]] : []
  }

  /// The columns that are neither its key nor references.
  var values: [FieldStatistics] {
    choice.fields.filter { field in
      field.names[0] != key && !references.contains { $0.column == field.names[0] }
    }
  }

  /// The texts among them.
  var texts: [FieldStatistics] {
    values.filter {
      !choice.isNumeric($0) && !choice.isDated($0) && $0.isRarely(.truth, below: 0.8) && $0.meanLength > 0
    }
  }

  /// Whether it only connects rows of other tables.
  var isLink: Bool { references.count > 1 && columns.count <= references.count + 3 }

  /// Whether its rows have titles, so that they may be entries themselves.
  var isNamed: Bool { !isLink && titleWeight > 0 }

  private var titleWeight: Double {
    guard let title = choice.title else { return 0 }
    // `ProductName` of the table Products.
    let plain = FieldStatistics.plain(name)
    let names = [plain, plain.hasSuffix("s") ? String(plain.dropLast()) : plain].map { "\($0)name" }
    return names.contains(title.name) ? 3 : title.weight("title")
  }

  /// The evidence that it is the list; nil if its rows have no names.
  /// - Parameters:
  ///   - details: the number of tables of links and details that refer to it.
  ///   - others: the number of other tables that do, as to a list of categories.
  func score(details: Int, others: Int) -> Double? {
    guard !label.isEmpty else { return nil }
    let extras = [choice.description != nil, choice.picture != nil].count(where: \.self)
    return (label.count == 2 ? 2 : titleWeight) + 0.6 * Double(min(details, 6)) + 0.1 * Double(min(others, 6))
      + 0.4 * Double(min(references.count, 4)) + 0.8 * Self.digits(rows) + 0.5 * Double(extras)
      + (choice.place == nil ? 0 : 1)
      - (isView ? 2 : 0) - (isLink ? 2 : 0) + SQLiteNames.weight(name)
  }

  private static func digits(_ number: Double) -> Double {
    var (rest, digits) = (number, 0.0)
    while rest >= 10 { (rest, digits) = (rest / 10, digits + 1) }
    return digits + (rest - 1) / 9
  }
}
