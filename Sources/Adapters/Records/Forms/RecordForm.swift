import Glibc
import JSON
import System

/// The forms of a list.
public enum RecordForm: String, Sendable, CaseIterable {
  case json
  /// JSON values in a row, mostly one on each line.
  case jsonLines = "jsonl"
  /// Columns separated by commas, semicolons, tabs or bars, and a first row with their names.
  case csv
  /// The same with tabs.
  case tsv
  /// RSS, Atom, OPDS and any other XML.
  case xml
  /// The rows of a query of an SQLite file.
  case sqlite
  /// A sheet of an Excel workbook.
  case xlsx
  /// A sheet of an OpenDocument spreadsheet.
  case ods
  /// The cards of an address book.
  case vcard
  /// The events and tasks of a calendar.
  case icalendar

  /// Forms that earlier versions read; see ``FormerForms``.
  public static let former: Set<String> = ["bibtex", "ris", "marc", "bookmarks"]

  /// For people.
  public var name: String {
    switch self {
    case .jsonLines: "JSON Lines"
    case .sqlite: "SQLite"
    case .xlsx: "Excel"
    case .ods: "OpenDocument"
    case .vcard: "vCard"
    case .icalendar: "iCalendar"
    case .json, .csv, .tsv, .xml: rawValue.uppercased()
    }
  }

  /// Whether it is text whose charset can be stated.
  var takesCharset: Bool { [.json, .jsonLines, .csv, .tsv].contains(self) }
  /// Whether its columns are those of the file, rather than all that its kind of record may have.
  var hasRows: Bool { self != .vcard && self != .icalendar }
  /// Whether it has sheets.
  var isSpreadsheet: Bool { self == .xlsx || self == .ods }

  /// Whether the server itself reads it; of any other a process makes such rows, see ``ConvertedList``.
  var isReadHere: Bool { takesCharset }

  /// SQLite's first bytes.
  static let sqliteSignature = Array("SQLite format 3\0".utf8)

  /// Detects the form by the first bytes, without a byte order mark; nil for a ZIP archive.
  static func recognised(in bytes: Numbers<UInt8>) throws(RecordsError) -> RecordForm? {
    if bytes.starts(with: sqliteSignature) { return .sqlite }
    if bytes.starts(with: SheetArchive.signature) { return nil }
    if let error = NotAList.binary(bytes) { throw error }
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }) else {
      throw RecordsError("it is empty", line: 1)
    }
    if let form = ContentLineRecords.form(of: bytes, from: start) { return form }
    if let error = FormerForms.error(of: bytes) ?? NotAList.text(bytes) { throw error }
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
      // A spreadsheet in one XML document.
      return bytes.text(start..<start + 4_096).contains(OpenDocument.type) ? .ods : .xml
    default: return .csv
    }
  }

  /// Whether the first line is a whole JSON value, or one ends with a bracket on a line of its own, and another
  /// follows.
  private static func isJSONLines(_ bytes: Numbers<UInt8>, from start: Int) -> Bool {
    let end = bytes.end(ofLine: start)
    guard bytes[end...].contains(where: { $0 > 0x20 }) else { return false }
    let bracket: [UInt8] = bytes[start] == UInt8(ascii: "{") ? Array("\n}".utf8) : Array("\n]".utf8)
    if let last = bytes.offset(of: bracket, from: start),
      let next = bytes[(last + 2)...].first(where: { $0 > 0x20 }),
      next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
    {
      return true
    }
    var reader = JSONReader(bytes.part(start..<end), repairsText: true)
    return (try? reader.finish()) != nil
  }
}

extension Numbers<UInt8> {
  /// The offset of the next line feed, or of the end.
  func end(ofLine start: Int) -> Int { end(from: start, with: UInt8(ascii: "\n")) }

  /// The number of the line at an offset, counted from 1.
  func line(at offset: Int) -> Int { part(0..<offset).count { $0 == UInt8(ascii: "\n") } + 1 }

  /// The attributes of a tag in their order, by their names without prefixes.
  var attributes: [(name: String, value: String)] {
    var (attributes, offset): ([(String, String)], Int) = ([], 0)
    while case let equals = end(from: offset, with: UInt8(ascii: "=")), equals < count {
      let name = part(offset..<equals).reversed().prefix { $0 > 0x20 && $0 != UInt8(ascii: ":") }
      offset = equals + 1
      guard "\"'".utf8.contains(self[offset]) else { continue }
      let end = end(from: offset + 1, with: self[offset])
      guard end < count else { break }
      attributes.append((text(equals - name.count..<equals), text(offset + 1..<end)))
      offset = end + 1
    }
    return attributes
  }

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
