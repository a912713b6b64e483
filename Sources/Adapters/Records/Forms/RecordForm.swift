import JSON

/// The forms in which a list may be written.
public enum RecordForm: String, Sendable, CaseIterable {
  case json
  /// A JSON value on each line.
  case jsonLines = "jsonl"
  /// Columns with commas, semicolons, tabs or bars between them, and a first row that names them.
  case csv
  /// The same with tabs.
  case tsv
  /// RSS, Atom, OPDS and any other XML.
  case xml
  /// What a query of an SQLite file gives.
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

  /// The form that a list's first bytes have; the byte order mark is taken off before.
  static func recognised(in bytes: [UInt8]) throws(RecordsError) -> RecordForm {
    if bytes.starts(with: SQLiteProcess.signature) { return .sqlite }
    if let other = FileSignature.name(of: bytes) { throw RecordsError("it is not a list but \(other)") }
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

  /// Whether a JSON value ends with the first line, and more than white space follows.
  private static func isJSONLines(_ bytes: [UInt8], from start: Int) -> Bool {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
      bytes[end...].contains(where: { $0 > 0x20 })
    else { return false }
    var reader = JSONReader(Array(bytes[start..<end]), repairsText: true)
    do {
      try reader.skip()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }
}
