import System

/// The rows of a sheet as CSV, which are then read like those of any table.
final class SheetTable {
  private var output = NumberWriter<UInt8>()
  private var row: [String] = []
  /// The texts of merged cells by their columns, and the rows that they cover below their own.
  private var merged: [Int: (text: String, rows: Int)] = [:]
  /// Rows with a cell, and rows with several.
  private(set) var (rows, wideRows) = (0, 0)
  /// Cells of the row that has the most.
  private var widest = 0
  private var endsBlank = true
  /// Bytes of rows that a single one stood for.
  private var repeated = 0

  /// Rows of a heading at most.
  private static let headingLimit = 20
  /// Merged cells side by side at most.
  private static let mergedLimit = 20

  var isTable: Bool { wideRows > 1 }

  /// Sets cells of the current row.
  /// - Parameters:
  ///   - repeated: neighbouring cells of the same text.
  ///   - rowsBelow: further rows that a merged cell covers.
  func set(_ text: String, at column: Int, repeated: Int = 1, rowsBelow: Int = 0) throws(RecordsError) {
    guard !text.isEmpty else { return }
    guard column >= 0, repeated > 0, repeated <= RecordLimits.columns,
      column <= RecordLimits.columns - repeated
    else { throw RecordsError("a sheet has more than \(RecordLimits.columns) columns") }
    for column in column..<column + repeated {
      while row.count <= column { row.append("") }
      row[column] = text
      if rowsBelow > 0, merged.count < Self.mergedLimit { merged[column] = (text, rowsBelow + 1) }
    }
  }

  /// Ends the current row.
  func endRow(repeated count: Int = 1) throws(RecordsError) {
    defer { row.removeAll(keepingCapacity: true) }
    guard !row.isEmpty else {
      coverRows(count)
      return endBlankRow()
    }
    for (column, cell) in merged where column >= row.count || row[column].isEmpty {
      try set(cell.text, at: column)
    }
    coverRows(count)
    guard rows <= RecordLimits.records else {
      throw RecordsError("a sheet has more than \(RecordLimits.records) rows; split it")
    }
    let width = row.count { !$0.isEmpty }
    // A heading: rows of less than half as many cells.
    if width > 2, widest * 2 < width, rows <= Self.headingLimit {
      output.removeAll()
      wideRows = 0
    }
    widest = max(widest, width)
    if width > 1 { wideRows += count }
    rows += count
    endsBlank = false
    var line: [UInt8] = []
    for (column, text) in row.enumerated() {
      if column > 0 { line.append(UInt8(ascii: ",")) }
      Self.append(text, to: &line)
      guard line.count <= RecordLimits.record.bytes else {
        throw RecordsError("a row of a sheet is longer than \(RecordLimits.record.bytes >> 20) MB")
      }
    }
    line.append(UInt8(ascii: "\n"))
    repeated += line.count * (count - 1)
    guard repeated <= RecordLimits.repeatedRows else {
      throw RecordsError("its repeated rows take more than \(RecordLimits.repeatedRows >> 20) MB")
    }
    for _ in 0..<count { output.append(line) }
    guard output.count <= RecordLimits.sheetPart else {
      throw RecordsError("a sheet is larger than \(RecordLimits.sheetPart >> 20) MB; save it as CSV")
    }
  }

  /// Ends a blank row; several in succession count as one.
  func endBlankRow() {
    if !endsBlank { output.append(UInt8(ascii: "\n")) }
    endsBlank = true
  }

  func table() -> Numbers<UInt8> { output.take() }

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
