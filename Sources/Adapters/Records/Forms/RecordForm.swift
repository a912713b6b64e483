import Glibc
import JSON
import System

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
  static func recognised(in bytes: Numbers<UInt8>) throws(RecordsError) -> RecordForm {
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
  private static func isJSONLines(_ bytes: Numbers<UInt8>, from start: Int) -> Bool {
    let end = bytes.end(ofLine: start)
    guard bytes[end...].contains(where: { $0 > 0x20 }) else { return false }
    var reader = JSONReader(bytes.part(start..<end), repairsText: true)
    return (try? reader.finish()) != nil
  }
}

/// The encodings of tables and documents.
enum TextEncoding {
  /// The bytes as UTF-8 without a byte order mark, if a mark names their encoding; else unchanged.
  static func decoded(_ bytes: Numbers<UInt8>) -> Numbers<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes.part(from: 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(bytes) { UInt16($1) << 8 | UInt16($0) } }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(bytes) { UInt16($0) << 8 | UInt16($1) } }
    return bytes
  }

  /// A text in UTF-8 or else in Windows-1252, which old spreadsheets write.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Repaired bytes differ.
    let isValid = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.count == bytes.count, let one = utf8.baseAddress, let other = bytes.baseAddress else {
        return utf8.isEmpty && bytes.isEmpty
      }
      return memcmp(one, other, utf8.count) == 0
    }
    return isValid == true ? text : String(String.UnicodeScalarView(bytes.map(windows1252)))
  }

  static func text(_ bytes: some Collection<UInt8>) -> String {
    Array(bytes).withUnsafeBytes { text($0) }
  }

  /// Converts UTF-16 in pieces, which end between characters.
  private static func utf8(_ bytes: Numbers<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> Numbers<UInt8> {
    var output = NumberWriter<UInt8>(capacity: bytes.count)
    var units: [UInt16] = []
    for offset in stride(from: 2, to: bytes.count - 1, by: 2) {
      let next = unit(bytes[offset], bytes[offset + 1])
      if units.count >= 4_096, next & 0xFC00 != 0xDC00 {
        output.append(String(decoding: units, as: UTF16.self).utf8)
        units.removeAll(keepingCapacity: true)
      }
      units.append(next)
    }
    output.append(String(decoding: units, as: UTF16.self).utf8)
    return output.numbers()
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Array("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ".unicodeScalars)[Int(byte) - 0x80]
  }
}

extension Numbers<UInt8> {
  /// The offset of the next line feed, or of the end.
  func end(ofLine start: Int) -> Int { end(from: start, with: UInt8(ascii: "\n")) }

  /// The offset of the next such byte, or of the end.
  func end(from start: Int, with byte: UInt8) -> Int {
    withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, Int32(byte), bytes.count - start)
      else { return bytes.count }
      return UnsafeRawPointer(found) - base
    }
  }
}
