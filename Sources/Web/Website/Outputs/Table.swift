import Catalogs
import HTTPServer
import Synchronization
import System

/// Entries as a table for spreadsheets: CSV (RFC 4180) in the order of the list.
enum TableHandler {
  /// Entries of an answer that is made in memory, so that it has a length and an `ETag`.
  private static let limit = 500
  /// Bytes that are made at once while a longer answer is sent.
  private static let pieceSize = 16 << 10
  private static let batchSize = 65_536
  private static let columns = [
    "id", "title", "subtitle", "description", "link", "section", "latitude", "longitude",
  ]

  static func table(_ visit: Visit) -> Reply {
    if let problem = EntriesHandler.problem(visit, sizeLimit: ListState.pageLimit) { return problem }
    let (context, state) = (visit.context, visit.state.ofEveryone)
    let catalog = context.catalog
    let results = catalog.findings(for: context.query(of: state)).results
    let isPart = visit.query["size"] != nil || visit.query["page"] != nil
    let size =
      visit.query["size"]?.number(in: 1...ListState.pageLimit) ?? (isPart ? Paging.pageSize : results.total)
    let start = min((state.page - 1) * size, results.total)
    let end = start + min(size, results.total - start)
    let fields = catalog.factFields
    // Spreadsheets take a file without a byte-order mark for one in an older charset.
    var bytes = Array("\u{FEFF}".utf8)
    let labels = fields.map { columns.contains($0.label.lowercased()) ? "\($0.label) (fact)" : $0.label }
    append(columns + labels, to: &bytes)
    guard end - start > limit else {
      append(results.page(from: start, limit: end - start), in: context, to: &bytes)
      return .page(.table, bytes, effort: .quick)
    }
    let rest = Mutex(
      Rest(
        head: bytes, positions: results.page(from: start, limit: min(batchSize, end - start))[...],
        next: start))
    return .streamed(.table) {
      rest.withLock { rest in
        if rest.positions.isEmpty, rest.next < end {
          rest.positions = results.page(from: rest.next, limit: min(batchSize, end - rest.next))[...]
        }
        var bytes = rest.head
        rest.head = []
        while bytes.count < pieceSize, let position = rest.positions.popFirst() {
          append(CollectionOfOne(position), in: context, to: &bytes)
          rest.next += 1
        }
        return bytes
      }
    }
  }

  /// The part of an answer that is not made yet.
  private struct Rest {
    var head: [UInt8]
    /// Some of the positions: finding them may cost as much for few as for many.
    var positions: ArraySlice<Int>
    /// The rank of the first of them.
    var next: Int
  }

  private static func append(
    _ positions: some Sequence<Int>, in context: PageContext, to bytes: inout [UInt8]
  ) {
    let catalog = context.catalog
    for position in positions {
      let entry = catalog.entries[position]
      let place = entry.coordinate
      var cells = [entry.id, entry.title, entry.subtitle ?? "", entry.text, entry.link ?? ""]
      cells.append(entry.sections.map { catalog.sections[$0].title }.joined(separator: "; "))
      cells.append(place.map { "\($0.latitude)" } ?? "")
      cells.append(place.map { "\($0.longitude)" } ?? "")
      let facts = catalog.facts(at: position)
      for field in catalog.factFields {
        let values = facts.first { $0.field.name == field.name }?.values ?? []
        cells.append(values.map(\.text).joined(separator: "; "))
      }
      append(cells, to: &bytes)
    }
  }

  private static func append(_ cells: [String], to bytes: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      // Spreadsheets calculate formulas, which may send other cells away; some end cells at semicolons or tabs.
      let parts = cell.split(separator: ";", omittingEmptySubsequences: false)
      let text = parts.map { isFormula($0) ? "'\($0)" : String($0) }.joined(separator: ";")
      if text.utf8.contains(where: { "\",;\t\r\n".utf8.contains($0) }) {
        bytes += "\"\(text.replacing("\"", with: "\"\""))\"".utf8
      } else {
        bytes += text.utf8
      }
    }
    bytes += "\r\n".utf8
  }

  private static func isFormula(_ text: Substring) -> Bool {
    if let first = text.utf8.first, first >= 0x41, first < 0x80 { return false }
    // Marks and blanks in front do not count, nor do the widths of signs.
    let first = text.unicodeScalars.first {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20
    }
    guard let first, "=+-@＝＋－＠﹦﹢﹣﹫".unicodeScalars.contains(first) else {
      return text.first == "\t" || text.first == "\r"
    }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    return !isPlain || text.decimal() == nil
  }
}
