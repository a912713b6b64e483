import JSON

/// The products of a shop's export, which has a row for each further picture and variant: with the same handle and
/// without a title. A column of such a product has the different values of its rows.
struct ProductRows: RecordSource {
  private var table: TableRecords
  private var row = Record(RecordFields())
  /// The first row of the next product.
  private var next: [String: JSONValue]?
  private let (handle, title): (String, String)

  /// Values of a column of one product.
  private static let limit = 250

  var columns: [String] { table.columns }
  var warnings: [String] { table.warnings }
  var offset: Int { table.offset }

  /// Nil for any other table.
  init?(_ table: TableRecords) {
    func column(_ name: String) -> String? { table.columns.first { $0.lowercased() == name } }
    guard let handle = column("handle"), let title = column("title"),
      column("image src") != nil || column("variant price") != nil
    else { return nil }
    (self.table, self.handle, self.title) = (table, handle, title)
    table.begin(&row)
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    guard let first = if let next { next } else { try nextRow() } else { return false }
    next = nil
    var values = first.mapValues { [$0] }
    while let row = try nextRow() {
      guard row[handle] == first[handle], row[title] == nil || values[title] == nil else {
        next = row
        break
      }
      for (name, value) in row where values[name]?.contains(value) != true {
        if values[name]?.count ?? 0 < Self.limit { values[name, default: []].append(value) }
      }
    }
    record.tree = .object(values.mapValues { $0.count == 1 ? $0[0] : .array($0) })
    return true
  }

  private mutating func nextRow() throws(RecordsError) -> [String: JSONValue]? {
    guard try table.read(&row) else { return nil }
    return row.object(table.columns).object?.filter { $0.value.recordText != nil }
  }
}
