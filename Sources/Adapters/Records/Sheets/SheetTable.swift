import System

/// The rows of a sheet as CSV, which are then read like those of any table.
final class SheetTable {
  private var output = NumberWriter<UInt8>()
  private var row: [String] = []
  /// The texts of merged cells by their columns, and the rows that they cover below their own.
  private var merged: [Int: (text: String, rows: Int)] = [:]
  /// Rows with a cell, and rows with several.
  private(set) var (rows, wideRows) = (0, 0)
  /// The number of columns.
  private var width = 0
  /// Blank rows so far, while each of them is written.
  private var (blankRows, endsBlank) = (0, true)
  /// The addresses that cells of the current row lead to, and those of all rows by the rows' offsets.
  private var rowLinks: [Int: String] = [:]
  private var links: [Int: [Int: String]] = [:]

  /// Rows, and blank rows, at the beginning of a sheet whose numbers are kept.
  private static let (firstRows, firstBlanks) = (20, 100)
  /// Merged cells side by side at most.
  private static let mergedLimit = 20

  var isTable: Bool { wideRows > 1 }

  /// Sets cells of the current row.
  /// - Parameters:
  ///   - repeated: neighbouring cells of the same text.
  ///   - rowsBelow: further rows that a merged cell covers.
  ///   - link: the address that the cell leads to.
  func set(
    _ text: String, at column: Int, repeated: Int = 1, rowsBelow: Int = 0, link: String? = nil
  ) throws(RecordsError) {
    guard !text.isEmpty else { return }
    guard column >= 0, repeated > 0, repeated <= RecordLimits.columns,
      column <= RecordLimits.columns - repeated
    else { throw RecordsError("a sheet has more than \(RecordLimits.columns) columns") }
    if let link, link.hasPrefix("http://") || link.hasPrefix("https://"), !text.contains("://") {
      rowLinks[column] = link
    }
    for column in column..<column + repeated {
      while row.count <= column { row.append("") }
      row[column] = text
      if rowsBelow > 0, merged.count < Self.mergedLimit { merged[column] = (text, rowsBelow + 1) }
    }
  }

  /// Ends the current row.
  func endRow(repeated count: Int = 1) throws(RecordsError) {
    defer {
      row.removeAll(keepingCapacity: true)
      rowLinks.removeAll()
    }
    guard !row.isEmpty else {
      coverRows(count)
      return endBlankRow(count)
    }
    for (column, cell) in merged where column >= row.count || row[column].isEmpty {
      try set(cell.text, at: column)
    }
    coverRows(count)
    width = max(width, row.count)
    if row.count(where: { !$0.isEmpty }) > 1 { wideRows += count }
    if !rowLinks.isEmpty { links[output.count] = rowLinks }
    rows += count
    endsBlank = false
    var line: [UInt8] = []
    for (column, text) in row.enumerated() {
      if column > 0 { line.append(UInt8(ascii: ",")) }
      Self.append(text, to: &line)
    }
    line.append(UInt8(ascii: "\n"))
    for _ in 0..<count { output.append(line) }
  }

  /// Ends blank rows. Below the first rows, several in succession count as one.
  func endBlankRow(_ count: Int = 1) {
    if rows < Self.firstRows {
      for _ in 0..<min(count, Self.firstBlanks - blankRows) { output.append(UInt8(ascii: "\n")) }
      blankRows = min(blankRows + count, Self.firstBlanks)
    } else if !endsBlank {
      output.append(UInt8(ascii: "\n"))
    }
    endsBlank = true
  }

  /// The table, with a column of the addresses that most cells of one column lead to.
  func table() throws(RecordsError) -> Numbers<UInt8> {
    let table = output.take()
    var counts: [Int: Int] = [:]
    for links in links.values { for column in links.keys { counts[column, default: 0] += 1 } }
    guard let column = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key,
      width < RecordLimits.columns
    else { return table }
    var rows = TableRows(table, separator: UInt8(ascii: ","))
    rows.skipHeading()
    let header = rows.offset
    rows = TableRows(table, separator: UInt8(ascii: ","))
    var writer = NumberWriter<UInt8>(capacity: table.count)
    var cells: [Cell] = []
    while true {
      let start = rows.offset
      guard try rows.read(&cells) else { return writer.numbers() }
      var line = Array(table.part(start..<rows.offset))
      let name = start == header && column < cells.count ? TableRows.unquoted(table, cells[column]) : nil
      if let text = name.map({ "\(TextEncoding.text($0)) link" }) ?? links[start]?[column] {
        if line.last == UInt8(ascii: "\n") { line.removeLast() }
        line += repeatElement(UInt8(ascii: ","), count: max(0, width - cells.count + 1))
        Self.append(text, to: &line)
        line.append(UInt8(ascii: "\n"))
      }
      writer.append(line)
    }
  }

  /// The address in a formula such as `=HYPERLINK("https://a.example/";"Ada")`; nil if there is none.
  static func address(inFormula formula: String) -> String? {
    guard !formula.isEmpty else { return nil }
    let parts = formula.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).dropLast()
    let text = zip(parts, parts.dropFirst()).first { before, text in
      !text.isEmpty && before.reversed().drop { $0 <= 0x20 }.starts(with: "HYPERLINK(".utf8.reversed())
    }
    return text.map { String(Substring($0.1)) }
  }

  private func coverRows(_ count: Int) {
    for (column, cell) in merged {
      merged[column] = cell.rows > count ? (cell.text, cell.rows - count) : nil
    }
  }

  private static func append(_ text: String, to line: inout [UInt8]) {
    let mark = UInt8(ascii: "\"")
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != mark && $0 != UInt8(ascii: ",") }
    guard !isPlain || text.hasPrefix("=") || text.hasPrefix("'") else {
      line += text.utf8
      return
    }
    line.append(mark)
    for byte in text.utf8 {
      if byte == mark { line.append(mark) }
      line.append(byte)
    }
    line.append(mark)
  }
}
