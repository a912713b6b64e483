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
    "institution", "address", "series", "edition", "volume", "number", "chapter", "pages", "abstract", "note",
    "keywords", "language", "howpublished", "doi", "isbn", "issn", "url", "urldate", "type", "key",
  ]
  /// The texts of `@string`, by their names.
  private var strings: [String: String] = [:]
  private let budget: SourceBudget

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  /// Texts of `@string`.
  private static let stringLimit = 10_000

  init(_ bytes: Numbers<UInt8>, _ budget: SourceBudget) {
    (self.bytes, self.budget) = (bytes, budget)
  }

  /// Whether a text begins with a work, or with a comment before one.
  static func isBibTeX(_ bytes: Numbers<UInt8>) -> Bool {
    bytes.text(0..<16_384).contains(
      #/
      (?:^|\R)[\ \t]*@(?i:article|book|booklet|in\w+|manual|\w*thesis|misc|online|proceedings|techreport|report
        |unpublished|string|preamble|comment|software|dataset)\s*[\{\(]
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
    var parts: [String]
    switch name {
    case "author", "editor", "translator":
      parts = text.split(whereSeparator: \.isWhitespace).split(separator: "and")
        .map { plain(RISRecords.spoken($0.joined(separator: " "))) }
    case "keywords": parts = text.split(separator: ",").map { plain(String($0)) }
    default: return .string(plain(text))
    }
    parts.removeAll(where: \.isEmpty)
    return parts.count == 1 ? .string(parts[0]) : .array(parts.map { .string($0) })
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
      let text = try text()
      guard offset - start <= RecordLimits.record.bytes else {
        throw RecordsError(
          "a work is longer than \(RecordLimits.record.bytes >> 20) MB", line: bytes.line(at: start))
      }
      if !name.isEmpty, !text.isEmpty { fields.append((name, text)) }
    }
    return fields
  }

  /// A value: texts in braces or quotation marks, numbers, and names of texts, with # between them.
  private mutating func text() throws(RecordsError) -> String {
    var text = ""
    while true {
      skipSpace()
      if current == UInt8(ascii: "{") || current == UInt8(ascii: "\"") {
        text += delimited(current == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "\""))
      } else {
        let name = word()
        let month = Self.months.firstIndex(of: name.lowercased()).map { String($0 + 1) }
        let value = strings[name.lowercased()] ?? month ?? name
        text += value
        try budget.step(at: "in line \(bytes.line(at: offset))", making: value.utf8.count)
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
    let bytes = Numbers(text.utf8)
    var (plain, index): ([UInt8], Int) = ([], 0)
    var isFormula = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "$"): isFormula.toggle()
      case UInt8(ascii: "_") where isFormula: plain += digits(bytes, &index, Array("₀₁₂₃₄₅₆₇₈₉")).utf8
      case UInt8(ascii: "^") where isFormula: plain += digits(bytes, &index, Array("⁰¹²³⁴⁵⁶⁷⁸⁹")).utf8
      case UInt8(ascii: "`") where bytes[index] == byte, UInt8(ascii: "'") where bytes[index] == byte:
        plain += (byte == UInt8(ascii: "`") ? "“" : "”").utf8
        index += 1
      case ...0x20: if plain.last != 0x20 { plain.append(0x20) }
      case UInt8(ascii: "{"), UInt8(ascii: "}"): continue
      case UInt8(ascii: "~"): plain += "\u{A0}".utf8
      case UInt8(ascii: "-") where bytes[index] == byte:
        plain += (bytes[index + 1] == byte ? "—" : "–").utf8
        index += bytes[index + 1] == byte ? 2 : 1
      case UInt8(ascii: "\\"): plain += command(bytes, &index).utf8
      default: plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self).trimmed
  }

  /// The digits of an index or a power, in braces or without.
  private static func digits(_ bytes: Numbers<UInt8>, _ index: inout Int, _ signs: [Character]) -> String {
    if bytes[index] == UInt8(ascii: "{") { index += 1 }
    var text = ""
    while (0x30...0x39).contains(bytes[index]) {
      text.append(signs[Int(bytes[index]) - 0x30])
      index += 1
    }
    return text
  }

  /// The text of the command after a backslash, which stays if the command is unknown.
  private static func command(_ bytes: Numbers<UInt8>, _ index: inout Int) -> String {
    func isLetter(_ index: Int) -> Bool { (0x41...0x5A).contains(bytes[index] & 0xDF) }
    var end = index
    while isLetter(end), end < index + 10 { end += 1 }
    let isWord = end > index
    let name = bytes.text(index..<max(end, index + 1))
    if let sign = signs[name] {
      index = isWord ? (1...0x20).contains(bytes[end]) ? end + 1 : end : index + 1
      return sign
    }
    var letter = max(end, index + 1)
    while (1...0x20).contains(bytes[letter]) || "{\\".utf8.contains(bytes[letter]) { letter += 1 }
    // c, u and others are accents only before a brace or a space.
    guard let accent = accents[name], isLetter(letter), !isWord || letter > end else { return "\\" }
    index = letter + 1
    return "\(bytes.text(letter..<index))\(accent)"
  }

  private static let accents: [String: Unicode.Scalar] = [
    "\"": "\u{308}", "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "~": "\u{303}", "=": "\u{304}",
    ".": "\u{307}", "u": "\u{306}", "v": "\u{30C}", "H": "\u{30B}", "c": "\u{327}", "d": "\u{323}",
    "k": "\u{328}", "r": "\u{30A}",
  ]
  /// Letters and signs, and commands for other type, which have none.
  private static let signs = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø", "O": "Ø", "l": "ł",
    "L": "Ł", "i": "i", "&": "&", "%": "%", "$": "$", "#": "#", "_": "_", "{": "{", "}": "}", "emph": "",
    "textit": "", "textbf": "", "textsc": "", "texttt": "", "url": "", "mathrm": "", "it": "", "em": "",
    "bf": "", "sc": "",
  ]
}
