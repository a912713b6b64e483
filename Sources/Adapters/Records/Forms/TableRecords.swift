import JSON
import Text

/// The records of a table: RFC 4180 and its dialects.
///
/// Commas, semicolons, tabs or bars; line ends of any system; quoted line breaks. Quotes within an unquoted field,
/// short and long rows, and columns without names are accepted.
struct TableRecords: RecordSource {
  let columns: [String]
  private var rows: TableRows
  var offset: Int { rows.offset }
  /// The name of each column, nil if it is not read.
  private let names: [String?]
  private let keptCount: Int

  /// - Parameter separator: nil to detect it by the first rows.
  init(_ bytes: [UInt8], separator: UInt8?, keeping kept: Set<String>?) throws(RecordsError) {
    let declared = TableRows.declaredSeparator(of: bytes)
    rows = TableRows(bytes, separator: separator ?? declared ?? TableRows.separator(of: bytes))
    if declared != nil { _ = try rows.next() }
    rows.skipHeading()
    guard let first = try rows.next() else { throw RecordsError("it is empty", line: 1) }
    guard first.count <= RecordLimits.columns else {
      throw RecordsError("it has more than \(RecordLimits.columns) columns", line: 1)
    }
    columns = ColumnNames.different(first.map { TextEncoding.text($0) })
    names = columns.map { kept?.contains($0) == false ? nil : $0 }
    keptCount = names.count { $0 != nil }
  }

  /// The next row that is not blank, as a record without its empty fields.
  mutating func next() throws(RecordsError) -> JSONValue? {
    while let row = try rows.next(keeping: names) {
      if row.allSatisfy(\.isEmpty) { continue }
      var members = [String: JSONValue](minimumCapacity: keptCount)
      for (name, field) in zip(names, row) where !field.isEmpty {
        if let name { members[name] = .string(TextEncoding.text(field)) }
      }
      return .object(members)
    }
    return nil
  }
}

/// The rows of a table, each as its fields' bytes.
struct TableRows {
  private let bytes: [UInt8]
  private let separator: UInt8
  private(set) var offset = 0
  private var line = 1

  init(_ bytes: [UInt8], separator: UInt8) {
    (self.bytes, self.separator) = (bytes, separator)
  }

  /// The separator in a first line such as `sep=;`, which spreadsheets write.
  static func declaredSeparator(of bytes: [UInt8]) -> UInt8? {
    guard bytes.count > 5, bytes.starts(with: "sep=".utf8),
      bytes[5] == UInt8(ascii: "\r") || bytes[5] == UInt8(ascii: "\n")
    else { return nil }
    return bytes[4]
  }

  /// The separator that splits most of the first rows into the same number of fields, at least two; for a single
  /// column, one that texts never contain.
  static func separator(of bytes: [UInt8]) -> UInt8 {
    var best: (separator: UInt8, score: Int) = (0x1F, 0)
    for separator in [",", ";", "\t", "|"].map({ UInt8(ascii: $0) }) {
      var rows = TableRows(Array(bytes.prefix(65_536)), separator: separator)
      rows.skipHeading()
      var counts: [Int] = []
      // The sample may end within a quoted field.
      while counts.count < 20, let row = (try? rows.next()) ?? nil { counts.append(row.count) }
      guard let columns = counts.first, columns > 1 else { continue }
      let score = counts.count { $0 == columns } * 1_000 / counts.count * 10 + min(columns, 9)
      if score > best.score { best = (separator, score) }
    }
    return best.separator
  }

  /// Rows within which a heading must end.
  private static let headingLimit = 20

  /// Skips blank rows before the table, and a heading of single fields that ends with a blank row.
  mutating func skipHeading() {
    var (probe, hasHeading, hasBlank) = (self, false, false)
    for _ in 0..<Self.headingLimit {
      let start = probe
      guard let row = (try? probe.next()) ?? nil else { return }
      switch row.count(where: { !$0.isEmpty }) {
      case 0: hasBlank = true
      case 1 where hasHeading || !hasBlank: hasHeading = true
      // A single column may have blank rows too, and separators in its texts.
      case 2... where hasHeading && (try? probe.next())?.count != row.count: return
      default:
        if hasBlank { self = start }
        return
      }
    }
  }

  /// The fields of the next row; nil at the end.
  /// - Parameter names: of the columns; nil for those whose fields need not be copied.
  mutating func next(keeping names: [String?] = []) throws(RecordsError) -> [ArraySlice<UInt8>]? {
    guard offset < bytes.count else { return nil }
    var fields: [ArraySlice<UInt8>] = []
    fields.reserveCapacity(names.count)
    var size = 0
    while true {
      let isKept = fields.count >= names.count || names[fields.count] != nil
      let field =
        bytes[offset...].first == UInt8(ascii: "\"") ? try quoted(isKept: isKept) : plain(from: offset)
      size += field.count
      guard size <= RecordLimits.record.bytes else {
        throw RecordsError("a row is longer than \(RecordLimits.record.bytes >> 20) MB", line: line)
      }
      fields.append(field)
      guard offset < bytes.count else { return fields }
      let end = bytes[offset]
      offset += 1
      if end == separator { continue }
      if end == UInt8(ascii: "\r"), offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") { offset += 1 }
      line += 1
      return fields
    }
  }

  /// The bytes up to a separator or the end of the line.
  private mutating func plain(from start: Int) -> ArraySlice<UInt8> {
    bytes.withUnsafeBufferPointer { bytes in
      while offset < bytes.count, bytes[offset] != separator, bytes[offset] != UInt8(ascii: "\n"),
        bytes[offset] != UInt8(ascii: "\r")
      {
        offset += 1
      }
    }
    return bytes[start..<offset]
  }

  /// A field in quotation marks, of which two stand for one, with any bytes behind the closing mark.
  private mutating func quoted(isKept: Bool) throws(RecordsError) -> ArraySlice<UInt8> {
    let (first, opening) = (line, offset)
    offset += 1
    var field: [UInt8] = []
    while true {
      let start = offset
      bytes.withUnsafeBufferPointer { bytes in
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
          if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
          offset += 1
        }
      }
      guard offset < bytes.count else {
        throw RecordsError("a quotation mark is never closed", line: first)
      }
      guard offset - opening <= RecordLimits.record.bytes else {
        throw RecordsError("a field is longer than \(RecordLimits.record.bytes >> 20) MB", line: first)
      }
      if isKept { field += bytes[start..<offset] }
      offset += 1
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { break }
      if isKept { field.append(UInt8(ascii: "\"")) }
      offset += 1
    }
    let rest = plain(from: offset)
    // Two quotation marks are an empty field.
    return isKept ? field[...] + rest : offset - opening == 2 ? [] : bytes[opening..<offset]
  }
}

/// The names of a table's columns.
enum ColumnNames {
  /// The names, made unique: an empty or repeated one gets the number of its column.
  static func different(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.enumerated().map { index, name in
      let name = name.trimmed
      var free = name.isEmpty ? "column \(index + 1)" : name
      while !taken.insert(free).inserted { free += " \(index + 1)" }
      return free
    }
  }
}
