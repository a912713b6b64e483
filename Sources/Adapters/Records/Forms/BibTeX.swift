import JSON
import System
import Text

/// The works of a BibTeX file: `@article{key, title = {…}, author = "A and B", year = 1999}`.
struct BibTeXRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private(set) var offset = 0
  /// In the order of a page.
  let columns = [
    "title", "author", "editor", "year", "date", "month", "journal", "booktitle", "publisher", "school",
    "institution",
    "address", "series", "edition", "volume", "number", "chapter", "pages", "abstract", "note", "keywords",
    "language",
    "howpublished", "doi", "isbn", "issn", "url", "urldate", "type", "key",
  ]
  /// The texts of `@string`, by their names.
  private var strings: [String: String] = [:]

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  /// Texts of `@string`.
  private static let stringLimit = 10_000

  init(_ bytes: Numbers<UInt8>) {
    self.bytes = bytes
  }

  /// Whether a text begins with a work, or with a comment before one.
  static func isBibTeX(_ bytes: Numbers<UInt8>) -> Bool {
    bytes.text(0..<16_384).contains(
      #/
      (?:^|\R)[\ \t]*@(?i:article|book|booklet|in\w+|manual|\w*thesis|misc|online|proceedings|techreport|report
        |unpublished|string|preamble|comment|software|dataset)\s*\{
      /#)
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    while true {
      offset = bytes.end(from: offset, with: UInt8(ascii: "@"))
      guard offset < bytes.count else { return false }
      offset += 1
      let kind = word().lowercased()
      skipSpace()
      guard !kind.isEmpty, current == UInt8(ascii: "{") || current == UInt8(ascii: "(") else { continue }
      let start = offset
      offset += 1
      if kind == "comment" || kind == "preamble" { continue }
      if kind != "string" {
        skipSpace()
        let key = word()
        var members: [String: JSONValue] = ["type": .string(kind)]
        if !key.isEmpty { members["key"] = .string(key) }
        for (name, text) in try readFields(from: start) { members[name] = Self.value(text, of: name) }
        guard members.count > 2 else { continue }
        record.tree = .object(members)
        return true
      }
      for (name, text) in try readFields(from: start) where strings.count < Self.stringLimit {
        strings[name] = text
      }
    }
  }

  /// Several values for persons and keywords.
  private static func value(_ text: String, of name: String) -> JSONValue {
    let separator =
      ["author", "editor", "translator"].contains(name) ? " and " : name == "keywords" ? "," : nil
    guard let separator else { return .string(plain(text)) }
    let parts = text.split(whereSeparator: \.isNewline).joined(separator: " ").split(separator: separator)
      .map { Self.name($0, isPerson: separator != ",") }.filter { !$0.isEmpty }
    return parts.count == 1 ? .string(parts[0]) : .array(parts.map { .string($0) })
  }

  /// A name as it is spoken, of `Lovelace, Ada` too.
  private static func name(_ text: Substring, isPerson: Bool) -> String {
    let parts = isPerson ? text.split(separator: ",") : []
    return plain(parts.count == 2 ? "\(parts[1]) \(parts[0])" : String(text))
  }

  // MARK: Syntax

  private var current: UInt8 { bytes[offset] }

  private mutating func skipSpace() {
    while offset < bytes.count, current <= 0x20 || current == UInt8(ascii: ",") { offset += 1 }
  }

  private mutating func word() -> String {
    let start = offset
    while offset < bytes.count, current > 0x20, !"{}(),=#\"".utf8.contains(current) { offset += 1 }
    return TextEncoding.text(Array(bytes.part(start..<offset)))
  }

  /// Reads `name = value` up to the end of the entry, which a work that is cut off has none of.
  private mutating func readFields(from start: Int) throws(RecordsError) -> [(name: String, text: String)] {
    var fields: [(name: String, text: String)] = []
    while offset < bytes.count {
      skipSpace()
      guard current != UInt8(ascii: "}"), current != UInt8(ascii: ")"), current != UInt8(ascii: "@") else {
        if current != UInt8(ascii: "@") { offset += 1 }
        return fields
      }
      let name = word().lowercased()
      skipSpace()
      guard current == UInt8(ascii: "=") else {
        if name.isEmpty { offset += 1 }
        continue
      }
      offset += 1
      let text = text()
      guard offset - start <= RecordLimits.record.bytes else {
        let line = bytes.part(0..<start).count { $0 == UInt8(ascii: "\n") } + 1
        throw RecordsError("a work is longer than \(RecordLimits.record.bytes >> 20) MB", line: line)
      }
      if !name.isEmpty, !text.isEmpty { fields.append((name, text)) }
    }
    return fields
  }

  /// A value: texts in braces or quotation marks, numbers, and names of texts, with # between them.
  private mutating func text() -> String {
    var text = ""
    while true {
      skipSpace()
      if current == UInt8(ascii: "{") || current == UInt8(ascii: "\"") {
        text += delimited(current == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "\""))
      } else {
        let name = word()
        let month = Self.months.firstIndex(of: name.lowercased()).map { String($0 + 1) }
        text += strings[name.lowercased()] ?? month ?? name
      }
      let end = offset
      skipSpace()
      guard current == UInt8(ascii: "#"), text.utf8.count <= RecordLimits.record.bytes else {
        offset = end
        return text
      }
      offset += 1
    }
  }

  private mutating func delimited(_ end: UInt8) -> String {
    offset += 1
    let start = offset
    var depth = 0
    while offset < bytes.count, offset - start <= RecordLimits.record.bytes {
      let byte = current
      if byte == UInt8(ascii: "\\") {
        offset += 1
      } else if byte == end, depth == 0 {
        break
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
      }
      offset += 1
    }
    defer { offset = min(offset + 1, bytes.count) }
    return TextEncoding.text(Array(bytes.part(start..<offset)))
  }

  // MARK: TeX

  /// A text without TeX's braces, and with its accents and signs as letters.
  private static func plain(_ text: String) -> String {
    var plain = text.replacing(/\s+/, with: " ")
    if plain.contains("\\") {
      plain.replace(/\\(["'`^~=.uvHcdkr])\s*(?:\{\\?([a-zA-Z])\}|\\?([a-zA-Z]))/) { match in
        // c, u and others are accents only before a brace or a space.
        guard let accent = accents[match.1], let letter = match.2 ?? match.3,
          match.1.first?.isLetter == false || match.2 != nil
        else { return String(match.0) }
        return "\(letter)\(accent)"
      }
      plain.replace(/\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i)(?![a-zA-Z])\s?/) { signs[$0.1] ?? "" }
      plain.replace(/\\([&%$#_{}])/) { String($0.1) }
      plain.replace(/\\(?:emph|textit|textbf|textsc|texttt|url|mathrm|it|em|bf|sc)(?![a-zA-Z])\s?/, with: "")
    }
    return plain.replacing(/[{}]/, with: "").replacing("---", with: "—").replacing("--", with: "–")
      .replacing("~", with: "\u{A0}").trimmed
  }

  private static let accents: [Substring: Unicode.Scalar] = [
    "\"": "\u{308}", "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}",
    ".": "\u{307}", "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "c": "\u{327}", "d": "\u{323}",
    "k": "\u{328}", "r": "\u{30A}",
  ]
  private static let signs: [Substring: String] = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł",
    "L": "Ł", "i": "i",
  ]
}
