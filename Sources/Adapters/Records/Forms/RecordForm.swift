import JSON

/// The forms of a list.
public enum RecordForm: String, Sendable, CaseIterable {
  case json
  /// A JSON value on each line.
  case jsonLines = "jsonl"
  /// Columns separated by commas, semicolons, tabs or bars, and a first row with their names.
  case csv
  /// The same with tabs.
  case tsv
  /// RSS, Atom, OPDS and any other XML.
  case xml
  /// The rows of a query of an SQLite file.
  case sqlite

  /// For people.
  public var name: String {
    switch self {
    case .json: "JSON"
    case .jsonLines: "JSON Lines"
    case .csv: "CSV"
    case .tsv: "TSV"
    case .xml: "XML"
    case .sqlite: "SQLite"
    }
  }

  /// Detects the form by the first bytes, without a byte order mark.
  static func recognised(in bytes: [UInt8]) throws(RecordsError) -> RecordForm {
    if bytes.starts(with: SQLiteProcess.signature) { return .sqlite }
    if let known = others.first(where: { bytes.starts(with: $0.start) }) {
      throw RecordsError("it is not a list but \(known.name)")
    }
    if bytes.prefix(4_096).contains(0) {
      throw RecordsError(
        "it is not a list but a binary file, or text that is not in UTF-8 or marked UTF-16")
    }
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }) else {
      throw RecordsError("it is empty", line: 1)
    }
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return isJSONLines(bytes, from: start) ? .jsonLines : .json
    case UInt8(ascii: "/")
    where bytes[start...].starts(with: "//".utf8) || bytes[start...].starts(with: "/*".utf8):
      throw RecordsError("it begins with a comment, which JSON does not have; take it out", line: 1)
    case UInt8(ascii: "<"):
      let tag = String(decoding: bytes[start...].prefix(15), as: UTF8.self).lowercased()
      if tag.hasPrefix("<!doctype html") || tag.hasPrefix("<html") {
        throw RecordsError("it is not a list but a web page", line: 1)
      }
      return .xml
    default: return .csv
    }
  }

  /// The first bytes of files that are not lists.
  private static let others: [(start: [UInt8], name: String)] = [
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive; a spreadsheet must be saved as CSV first"),
    (Array("%PDF".utf8), "a PDF document"),
    ([0xFF, 0xD8, 0xFF], "a picture"), ([0x89, 0x50, 0x4E, 0x47], "a picture"),
    (Array("GIF8".utf8), "a picture"), (Array("RIFF".utf8), "a picture or a sound"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an old office document; a spreadsheet must be saved as CSV first"),
  ]

  /// Whether the first line is a whole JSON value, and more than white space follows.
  private static func isJSONLines(_ bytes: [UInt8], from start: Int) -> Bool {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
      bytes[end...].contains(where: { $0 > 0x20 })
    else { return false }
    var reader = JSONReader(Array(bytes[start..<end]), repairsText: true)
    return (try? reader.finish()) != nil
  }
}

/// The encodings of tables and documents.
enum TextEncoding {
  /// The bytes as UTF-8 without a byte order mark, if a mark names their encoding; else unchanged.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(bytes) { UInt16($1) << 8 | UInt16($0) } }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(bytes) { UInt16($0) << 8 | UInt16($1) } }
    return bytes
  }

  /// A text in UTF-8 or else in Windows-1252, which old spreadsheets write.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    // Most fields are ASCII, which needs no validation through generic code.
    let ascii = bytes.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    }
    if let ascii = ascii ?? nil { return ascii }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map(windows1252)))
  }

  private static func utf8(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Array("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ".unicodeScalars)[Int(byte) - 0x80]
  }
}
