import Catalogs

/// Entries as a table for spreadsheets: CSV (RFC 4180) in the order of the list.
enum TableHandler {
  /// Entries of one answer, which is made in memory.
  private static let limit = 250_000
  private static let byteLimit = 32 << 20
  private static let columns = [
    "id", "title", "subtitle", "description", "link", "section", "latitude", "longitude",
  ]

  static func table(_ visit: Visit) -> Reply {
    if let problem = EntriesHandler.problem(visit, sizeLimit: limit) { return problem }
    let (context, state) = (visit.context, visit.state.ofEveryone)
    let catalog = context.catalog
    let results = catalog.findings(for: context.query(of: state)).results
    let isPart = visit.query["size"] != nil || visit.query["page"] != nil
    let size = visit.query["size"].flatMap { Int($0) } ?? (isPart ? Paging.pageSize : results.total)
    guard size <= limit else {
      return .problem(400, "Bad Request", "These are over \(limit) entries; ask for them by size and page.")
    }
    let (offset, overflow) = (state.page - 1).multipliedReportingOverflow(by: size)
    let positions = results.page(from: overflow ? results.total : min(offset, results.total), limit: size)
    let fields = catalog.factFields
    // Spreadsheets take a file without a byte-order mark for one in an older charset.
    var bytes = Array("\u{FEFF}".utf8)
    let labels = fields.map { columns.contains($0.label.lowercased()) ? "\($0.label) (fact)" : $0.label }
    append(columns + labels, to: &bytes)
    for position in positions {
      let entry = catalog.entries[position]
      let place = entry.coordinate
      var cells = [entry.id, entry.title, entry.subtitle ?? "", entry.text, entry.link ?? ""]
      cells.append(entry.sections.map { catalog.sections[$0].title }.joined(separator: "; "))
      cells.append(place.map { "\($0.latitude)" } ?? "")
      cells.append(place.map { "\($0.longitude)" } ?? "")
      let facts = catalog.facts(at: position)
      for field in fields {
        let values = facts.first { $0.field.name == field.name }?.values ?? []
        cells.append(values.map(\.text).joined(separator: "; "))
      }
      append(cells, to: &bytes)
      guard bytes.count < byteLimit else {
        return .problem(400, "Bad Request", "These are over 32 MB; ask for fewer by size and page.")
      }
    }
    return .page(.table, bytes, effort: .quick)
  }

  private static func append(_ cells: [String], to bytes: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      // Spreadsheets calculate formulas, which may send other cells away.
      let text = isFormula(cell) ? "'\(cell)" : cell
      if text.utf8.contains(where: { "\",;\r\n".utf8.contains($0) }) {
        bytes += "\"\(text.replacing("\"", with: "\"\""))\"".utf8
      } else {
        bytes += text.utf8
      }
    }
    bytes += "\r\n".utf8
  }

  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return false }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    return !isPlain || Double(text) == nil
  }
}
