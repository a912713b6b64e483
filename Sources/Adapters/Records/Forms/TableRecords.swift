import Glibc
import JSON
import System
import Text

/// The records of a table: RFC 4180 and its dialects.
///
/// Commas, semicolons, tabs or bars; line ends of any system; quoted line breaks. Quotes within an unquoted field,
/// short and long rows, and columns without names are accepted.
struct TableRecords: RecordSource {
  let columns: [String]
  private var rows: TableRows
  private(set) var warnings: [String] = []
  var offset: Int { rows.offset }

  /// - Parameters:
  ///   - separator: nil to detect it by the first rows.
  ///   - isSheet: whether a warning counts rows rather than lines.
  init(_ bytes: Numbers<UInt8>, separator: UInt8?, isSheet: Bool = false) throws(RecordsError) {
    let declared = separator == nil ? TableRows.declaredSeparator(of: bytes) : nil
    rows = TableRows(bytes, separator: separator ?? declared ?? TableRows.dialect(of: bytes).separator)
    var first: [Cell] = []
    if declared != nil { _ = try rows.read(&first) }
    if let row = rows.skipHeading() {
      let place = isSheet ? "row \(row)" : "line \(rows.line)"
      warnings = ["the table begins in \(place); the text above it is not read"]
    }
    let start = rows
    guard try rows.read(&first) else { throw RecordsError("it is empty", line: 1) }
    guard first.count <= RecordLimits.columns else {
      throw RecordsError("it has more than \(RecordLimits.columns) columns", line: 1)
    }
    var names = first.map { TextEncoding.text(TableRows.unquoted(bytes, $0)) }
    var (second, below): ([Cell], TableRows) = ([], rows)
    if ColumnNames.areValues(names) {
      // No row of names: the first one is a record.
      names = names.map { _ in "" }
      rows = start
    } else if (try? below.read(&second)) == true,
      let joined = ColumnNames.joined(names, second.map { TextEncoding.text(TableRows.unquoted(bytes, $0)) })
    {
      (names, rows) = (joined, below)
    }
    columns = ColumnNames.different(names)
  }

  func begin(_ record: inout Record) {
    record.bytes = rows.bytes
    bind(&record)
  }

  /// Reads the next row that is not blank; its empty fields are missing.
  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    while try rows.read(&record.cells) {
      if record.cells.contains(where: { $0.kind != .none }) { return true }
    }
    return false
  }
}

/// The rows of a table, each as its fields' bytes.
struct TableRows {
  let bytes: Numbers<UInt8>
  private let separator: UInt8
  private(set) var offset = 0
  fileprivate private(set) var line = 1

  init(_ bytes: Numbers<UInt8>, separator: UInt8) {
    (self.bytes, self.separator) = (bytes, separator)
  }

  /// The separator in a first line such as `sep=;`, which spreadsheets write.
  static func declaredSeparator(of bytes: Numbers<UInt8>) -> UInt8? {
    guard bytes.count > 5, bytes.starts(with: "sep=".utf8),
      bytes[5] == UInt8(ascii: "\r") || bytes[5] == UInt8(ascii: "\n")
    else { return nil }
    return bytes[4]
  }

  /// Reads the fields of the next row; false at the end. An empty field has the kind ``Cell/Kind/none``.
  mutating func read(_ cells: inout [Cell]) throws(RecordsError) -> Bool {
    cells.removeAll(keepingCapacity: true)
    guard offset < bytes.count else { return false }
    let (start, first) = (offset, line)
    let isClosed = bytes.withUnsafeBytes { readRow($0, &cells) }
    guard offset - start <= RecordLimits.record.bytes else {
      throw RecordsError("a row is longer than \(RecordLimits.record.bytes >> 20) MB", line: first)
    }
    guard isClosed else { throw RecordsError("a quotation mark is never closed", line: line) }
    return true
  }

  /// False if a quotation mark is not closed.
  private mutating func readRow(_ bytes: UnsafeRawBufferPointer, _ cells: inout [Cell]) -> Bool {
    let words = ByteSearch(separator, UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    let limit = offset + RecordLimits.record.bytes
    while offset <= limit {
      var cell = Cell()
      // Spreadsheets keep the digits of ="0042".
      let isFormula =
        offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "=") && bytes[offset + 1] == 0x22
      if isFormula { offset += 1 }
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
        guard let quoted = quoted(bytes, words) else { return false }
        cell = quoted
      } else {
        cell.start = offset
        offset = words.first(in: bytes, from: offset)
        cell.count = offset - cell.start
        if cell.count > 0 { cell.kind = .text }
      }
      if cell.kind == .text, bytes[cell.start] == UInt8(ascii: "'") { cell.skipApostrophe(bytes) }
      cells.append(cell)
      guard offset < bytes.count else { return true }
      let end = bytes[offset]
      offset += 1
      if end == separator { continue }
      if end == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
      line += 1
      return true
    }
    return true
  }

  /// A field in quotation marks, of which two stand for one, with any bytes behind the closing mark; nil if there is
  /// none.
  private mutating func quoted(_ bytes: UnsafeRawBufferPointer, _ words: ByteSearch) -> Cell? {
    var cell = Cell(kind: .text, start: offset + 1)
    let first = line
    var end = offset
    repeat {
      if end > offset { cell.kind = .quoted }
      let start = end + 1
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, 0x22, bytes.count - start)
      else {
        line = first
        return nil
      }
      end = UnsafeRawPointer(found) - base
      for byte in bytes[start..<end] where byte == UInt8(ascii: "\n") { line += 1 }
      end += 1
    } while end < bytes.count && bytes[end] == UInt8(ascii: "\"")
    offset = words.first(in: bytes, from: end)
    if offset > end { cell.kind = .quoted }
    if cell.kind == .quoted {
      (cell.start, cell.count) = (cell.start - 1, offset - cell.start + 1)
    } else {
      cell.count = end - 1 - cell.start
      // Two quotation marks are an empty field.
      if cell.count == 0 { cell.kind = .none }
    }
    return cell
  }

  /// The bytes of a field.
  static func unquoted(_ bytes: Numbers<UInt8>, _ cell: Cell) -> [UInt8] {
    var field = Array(bytes.part(cell.start..<cell.start + cell.count))
    guard cell.kind == .quoted else { return field }
    var (kept, index) = (0, 1)
    while index < field.count {
      if field[index] == UInt8(ascii: "\"") {
        index += 1
        // The closing mark, which the rest follows as it is.
        guard index < field.count, field[index] == UInt8(ascii: "\"") else { break }
      }
      field[kept] = field[index]
      (kept, index) = (kept + 1, index + 1)
    }
    let text = field[..<kept] + field[min(index, field.count)...]
    let isFormula = text.count > 2 && text.starts(with: "=\"".utf8) && text.last == UInt8(ascii: "\"")
    return Array(isFormula ? text.dropFirst(2).dropLast() : text)
  }
}

extension Cell {
  /// Skips the apostrophe before a number, by which a spreadsheet keeps it a text.
  fileprivate mutating func skipApostrophe(_ bytes: UnsafeRawBufferPointer) {
    let rest = bytes[start + 1..<start + count]
    guard let first = rest.first, first == 0x2B || first == 0x2D || (0x30...0x39).contains(first),
      rest.allSatisfy({ (0x2B...0x39).contains($0) || $0 == 0x20 })
    else { return }
    (start, count) = (start + 1, count - 1)
  }
}
