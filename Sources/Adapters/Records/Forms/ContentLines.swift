import JSON
import System
import Text

/// The cards of a vCard file (RFC 6350, and its versions 2.1 and 3.0), or the events and tasks of a calendar (RFC 5545).
///
/// Both are lines such as `TEL;TYPE=home:+49 1`, between `BEGIN` and `END`. A record has those that say something to
/// people, under the names below.
struct ContentLineRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private(set) var offset = 0
  private var line = 0

  /// The components that are records.
  private static let components: Set<String> = ["VCARD", "VEVENT", "VTODO", "VJOURNAL"]
  /// In the order of a page.
  let columns = [
    "name", "title", "start", "end", "due", "job", "organization", "role", "location", "phone", "email",
    "chat", "address", "birthday", "anniversary", "nickname", "categories", "status", "priority", "completed",
    "organizer", "description", "note", "url", "photo", "logo", "place", "uid",
  ]
  private static let names = [
    "FN": "name", "N": "names", "NICKNAME": "nickname", "TEL": "phone", "EMAIL": "email", "ADR": "address",
    "ORG": "organization", "TITLE": "job", "ROLE": "role", "BDAY": "birthday", "ANNIVERSARY": "anniversary",
    "NOTE": "note", "URL": "url", "PHOTO": "photo", "LOGO": "logo", "CATEGORIES": "categories", "UID": "uid",
    "GEO": "place", "SUMMARY": "title", "DESCRIPTION": "description", "DTSTART": "start", "DTEND": "end",
    "DUE": "due", "LOCATION": "location", "ORGANIZER": "organizer", "STATUS": "status", "IMPP": "chat",
    "PRIORITY": "priority", "COMPLETED": "completed",
  ]
  /// Bytes of a value; a longer one is a picture.
  private static let valueLimit = 64 << 10

  init(_ bytes: Numbers<UInt8>) {
    self.bytes = bytes
  }

  /// Whether a text is one of the forms.
  static func form(of bytes: Numbers<UInt8>, from start: Int) -> RecordForm? {
    switch bytes.text(start..<start + 15).uppercased() {
    case let text where text.hasPrefix("BEGIN:VCARD"): .vcard
    case let text where text.hasPrefix("BEGIN:VCALENDAR"): .icalendar
    default: nil
    }
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    var found: [String: [JSONValue]] = [:]
    // The open components within the record, the bytes of its values, and their number.
    var (depth, size, count) = (0, 0, 0)
    while let property = nextProperty() {
      switch property.name {
      case "BEGIN":
        if depth > 0 || Self.components.contains(property.value.uppercased()) { depth += 1 }
      case "END" where depth > 0:
        depth -= 1
        guard depth == 0 else { continue }
        if found.isEmpty { continue }
        record.tree = .object(Self.members(found))
        return true
      case _ where depth == 1:
        guard let name = Self.names[property.name], let value = property.meaning else { continue }
        (size, count) = (size + property.value.utf8.count, count + 1)
        guard size <= RecordLimits.record.bytes, count <= RecordLimits.record.values else {
          throw RecordsError(
            "a record is longer than \(RecordLimits.record.bytes >> 20) MB or \(RecordLimits.record.values) lines",
            line: line)
        }
        found[name, default: []] += value.array ?? [value]
      default: continue
      }
    }
    guard depth == 0 else { throw RecordsError("it ends within a record", line: line) }
    return false
  }

  /// The members of a record, with a name for a card that has only parts of one.
  private static func members(_ found: [String: [JSONValue]]) -> [String: JSONValue] {
    var members = found.mapValues { $0.count == 1 ? $0[0] : .array($0) }
    let parts = members.removeValue(forKey: "names")
    if members["title"] == nil, members["name"] == nil {
      members["name"] = parts ?? members["organization"] ?? members["email"]
    }
    return members
  }

  // MARK: Lines

  /// The next line with its continuations; nil at the end.
  private mutating func nextProperty() -> ContentLine? {
    while offset < bytes.count {
      var text: [UInt8] = []
      var (isQuoted, isEncoded) = (false, Bool?.none)
      repeat {
        let end = bytes.end(ofLine: offset)
        var part = bytes.part(offset..<end)
        // Some programs write two of them.
        while part[part.count - 1] == UInt8(ascii: "\r") { part = part.part(0..<part.count - 1) }
        if !text.isEmpty, !isQuoted { part = part.part(from: 1) }
        if text.count <= Self.valueLimit { text += part.prefix(Self.valueLimit + 1 - text.count) }
        (offset, line) = (min(end + 1, bytes.count), line + 1)
        // A value in quoted-printable is continued without white space.
        if isEncoded == nil, text.prefix(200).contains(UInt8(ascii: ":")) {
          isEncoded = ContentLine.isQuotedPrintable(text)
        }
        isQuoted = text.last == UInt8(ascii: "=") && isEncoded == true
        if isQuoted { text.removeLast() }
      } while offset < bytes.count && (isQuoted || bytes[offset] == 0x20 || bytes[offset] == 0x09)
      if text.count <= Self.valueLimit, let property = ContentLine(text) { return property }
    }
    return nil
  }
}

/// A property: its name, its parameters and its value.
private struct ContentLine {
  /// In capitals, without a group.
  let name: String
  let value: String
  private let parameters: [Substring]

  init?(_ bytes: [UInt8]) {
    var isInQuotes = false
    let colon = bytes.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
      return byte == UInt8(ascii: ":") && !isInQuotes
    }
    guard let colon else { return nil }
    parameters = TextEncoding.text(Array(bytes[..<colon])).split(separator: ";")
    guard let first = parameters.first else { return nil }
    name = first.split(separator: ".").last.map { $0.uppercased() } ?? ""
    let text = Array(bytes[(colon + 1)...])
    value = TextEncoding.text(Self.isQuotedPrintable(bytes) ? Self.decoded(text) : text)
  }

  private static let quotedPrintable = "QUOTED-PRINTABLE"

  static func isQuotedPrintable(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(200).contains(UInt8(ascii: ";"))
      && String(decoding: bytes.prefix(200), as: UTF8.self).prefix { $0 != ":" }.uppercased()
        .contains(quotedPrintable)
  }

  private static func decoded(_ text: [UInt8]) -> [UInt8] {
    var (decoded, index): ([UInt8], Int) = ([], 0)
    while index < text.count {
      if text[index] == UInt8(ascii: "="), index + 2 < text.count,
        let byte = UInt8(String(decoding: text[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(text[index])
        index += 1
      }
    }
    return decoded
  }

  /// The value as people read it; nil for a picture in the file itself, and for nothing.
  var meaning: JSONValue? {
    switch name {
    case "N":
      // The last name comes first, then first names, further ones and titles.
      let names = parts(";") + Array(repeating: "", count: 5)
      return Self.text([names[3], names[1], names[2], names[0], names[4]], " ")
    case "ADR": return Self.text(parts(";"), ", ")
    case "ORG": return Self.text(parts(";"), ", ")
    case "CATEGORIES", "NICKNAME":
      let values = parts(",").filter { !$0.isEmpty }.map { JSONValue.string($0) }
      return values.count > 1 ? .array(values) : values.first
    case "GEO":
      let numbers = value.replacing("geo:", with: "").split { ";,".contains($0) }.prefix(2)
      return numbers.count == 2 ? .string(numbers.joined(separator: ", ")) : nil
    case "PHOTO", "LOGO": return value.lowercased().hasPrefix("http") ? .string(value) : nil
    case "ORGANIZER":
      let named = parameters.first { $0.uppercased().hasPrefix("CN=") }?.dropFirst(3)
      return Self.text([named.map { $0.filter { $0 != "\"" } } ?? plain], "")
    case "DTSTART", "DTEND", "DUE", "BDAY", "ANNIVERSARY", "COMPLETED":
      return .string(SerialDate.text(ofDigits: value) ?? value)
    default: return Self.text([plain], "")
    }
  }

  private var plain: String {
    let text = Self.unescaped(value[...])
    for scheme in ["tel:", "mailto:", "MAILTO:"] where text.hasPrefix(scheme) {
      return String(text.dropFirst(scheme.count))
    }
    return text
  }

  private static func text(_ parts: [String], _ separator: String) -> JSONValue? {
    let text = parts.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: separator)
    return text.isEmpty ? nil : .string(text)
  }

  /// The parts between separators that are not escaped.
  private func parts(_ separator: Character) -> [String] {
    var (parts, isEscaped) = ([""], false)
    for letter in value {
      if letter == separator, !isEscaped { parts.append("") } else { parts[parts.count - 1].append(letter) }
      isEscaped = letter == "\\" && !isEscaped
    }
    return parts.map { Self.unescaped($0[...]) }
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var (plain, isEscaped) = ("", false)
    for letter in text {
      if isEscaped {
        plain.append(letter == "n" || letter == "N" ? "\n" : letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else {
        plain.append(letter)
      }
    }
    return plain
  }
}
