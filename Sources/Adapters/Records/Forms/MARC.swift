import JSON
import System
import Text

/// The records of a library's catalogue in MARC's exchange form (ISO 2709), with the names that MARCXML has. Fields of
/// UNIMARC have the names of MARC 21's.
struct MARCRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private(set) var offset = 0

  /// Bytes of a leader, and of an entry of a directory.
  private static let (leader, entry) = (24, 12)
  private static let (recordEnd, fieldEnd, subfield) = (UInt8(0x1D), UInt8(0x1E), UInt8(0x1F))

  init(_ bytes: Numbers<UInt8>) {
    self.bytes = bytes
  }

  /// Whether a text begins with a leader of MARC 21 or UNIMARC.
  static func isMARC(_ bytes: Numbers<UInt8>) -> Bool {
    bytes.count > leader && bytes.text(0..<leader).contains(/^\d{5}.{5}22\d{5}.{3}45\d\d$/)
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
    guard offset < bytes.count else { return false }
    let end = bytes.end(from: offset, with: Self.recordEnd)
    guard end - offset <= RecordLimits.record.bytes else {
      throw RecordsError("a record is longer than \(RecordLimits.record.bytes >> 20) MB")
    }
    let part = Array(bytes.part(offset..<end))
    guard part.count > Self.leader, let base = Self.number(part[12..<17]), base > Self.leader,
      base <= part.count
    else { throw RecordsError("the record at byte \(offset) has no leader of MARC") }
    offset = min(end + 1, bytes.count)
    let isUTF8 = part[9] == UInt8(ascii: "a")
    var (fields, size): ([String: [JSONValue]], Int) = ([:], 0)
    for start in stride(from: Self.leader, through: base - 1 - Self.entry, by: Self.entry) {
      let entry = part[start..<start + Self.entry]
      guard let length = Self.number(entry[(start + 3)..<(start + 7)]),
        let place = Self.number(entry[(start + 7)..<(start + 12)]), base + place + length <= part.count
      else { continue }
      size += length
      guard size <= part.count else {
        throw RecordsError("fields of the record before byte \(offset) overlap")
      }
      let tag = String(decoding: entry.prefix(3), as: UTF8.self)
      var field = part[(base + place)..<(base + place + length)]
      if field.last == Self.fieldEnd { field.removeLast() }
      if tag.hasPrefix("00") {
        fields["controlfield@\(tag)", default: []].append(.string(Self.text(field, isUTF8)))
      } else {
        fields["datafield@\(tag)", default: []].append(Self.subfields(of: field, isUTF8))
      }
    }
    if fields["datafield@245"] == nil, fields["datafield@200"] != nil { fields = Self.renamed(fields) }
    record.tree = .object(fields.mapValues { $0.count == 1 ? $0[0] : .array($0) })
    return true
  }

  /// The fields of UNIMARC that people read.
  private static let names = FieldRules.all.lists.inverse("unimarc ")
  private static let subfieldNames = [
    "200": ["e": "b"], "210": ["c": "b", "d": "c"], "700": ["b": "a"], "701": ["b": "a"], "702": ["b": "a"],
  ]

  private static func renamed(_ fields: [String: [JSONValue]]) -> [String: [JSONValue]] {
    var renamed: [String: [JSONValue]] = [:]
    for (name, values) in fields.sorted(by: { $0.key < $1.key }) {
      let tag = String(name.suffix(3))
      if name.hasPrefix("controlfield") { renamed[name] = values }
      guard name.hasPrefix("datafield"), let other = names[tag] else { continue }
      renamed["datafield@\(other)", default: []] += values.map { value in
        guard case .object(var members) = value, let letters = subfieldNames[tag] else { return value }
        // The forename is beside the name.
        if letters["b"] == "a", let name = members["subfield@a"]?.string,
          let first = members["subfield@b"]?.string
        {
          members["subfield@a"] = .string("\(name), \(first.drop { ", ".contains($0) })")
          return .object(members)
        }
        let moved = letters.filter { members["subfield@\($0.key)"] != nil }
        let values = moved.map { ($0.value, members["subfield@\($0.key)"]) }
        for letter in letters.keys where letter != "a" { members["subfield@\(letter)"] = nil }
        for (letter, value) in values { members["subfield@\(letter)"] = value }
        return .object(members)
      }
    }
    return renamed
  }

  private static func subfields(of field: ArraySlice<UInt8>, _ isUTF8: Bool) -> JSONValue {
    var members: [String: [JSONValue]] = [:]
    for part in field.split(separator: subfield).dropFirst(field.first == subfield ? 0 : 1) {
      guard let code = part.first, code > 0x20, code < 0x7F else { continue }
      members["subfield@\(Unicode.Scalar(code))", default: []].append(
        .string(LibraryFields.plain(text(part.dropFirst(), isUTF8))))
    }
    return .object(members.mapValues { $0.count == 1 ? $0[0] : .array($0) })
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    // Without a sign.
    digits.first == 0x2B ? nil : String(decoding: digits, as: UTF8.self).number(in: 0...99_999)
  }

  // MARK: Letters

  private static func text(_ bytes: ArraySlice<UInt8>, _ isUTF8: Bool) -> String {
    if isUTF8 || bytes.allSatisfy({ $0 < 0x80 }) { return TextEncoding.text(Array(bytes)) }
    // Some say that they are in MARC-8 and are in UTF-8.
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var (scalars, accents) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    for byte in bytes {
      if let accent = Self.accents[byte] {
        accents.append(accent)
      } else {
        scalars.append(byte < 0x80 ? Unicode.Scalar(byte) : signs[byte] ?? "\u{FFFD}")
        scalars.append(contentsOf: accents)
        accents.removeAll()
      }
    }
    return String(scalars)
  }

  /// MARC-8's accents, which stand before their letters.
  private static let accents: [UInt8: Unicode.Scalar] = [
    0xE0: "\u{309}", 0xE1: "\u{300}", 0xE2: "\u{301}", 0xE3: "\u{302}", 0xE4: "\u{303}", 0xE5: "\u{304}",
    0xE6: "\u{306}", 0xE7: "\u{307}", 0xE8: "\u{308}", 0xE9: "\u{30C}", 0xEA: "\u{30A}", 0xEE: "\u{30B}",
    0xF0: "\u{327}", 0xF1: "\u{328}", 0xF2: "\u{323}", 0xF7: "\u{326}",
  ]
  private static let signs: [UInt8: Unicode.Scalar] = [
    0xA1: "Ł", 0xA2: "Ø", 0xA3: "Đ", 0xA4: "Þ", 0xA5: "Æ", 0xA6: "Œ", 0xA7: "ʹ", 0xA8: "·", 0xAE: "ʼ",
    0xB0: "ʻ", 0xB1: "ł", 0xB2: "ø", 0xB3: "đ", 0xB4: "þ", 0xB5: "æ", 0xB6: "œ", 0xB7: "ʺ", 0xB8: "ı",
    0xB9: "£", 0xBA: "ð", 0xC0: "°", 0xC2: "℗", 0xC3: "©", 0xC5: "¿", 0xC6: "¡", 0xC7: "ß", 0xC8: "€",
  ]
}

/// The names of MARC's fields, which are numbers: `datafield@245.subfield@a` is the title.
enum LibraryFields {
  private static let names = FieldRules.all.lists.inverse("library ")

  /// The name of a field of MARCXML; empty for one that only libraries read, nil for fields of other documents.
  static func name(_ path: [String]) -> String? {
    var number: String?
    for name in path {
      let parts = XMLName.local(name).split(separator: "@", maxSplits: 1)
      if ["datafield", "controlfield"].contains(parts.first) {
        number = parts.count == 2 ? "\(parts[1])" : ""
      }
      if number != nil, parts.count == 2, parts[0] == "subfield" { number? += parts[1] }
    }
    return number.map { names[$0] ?? "" }
  }

  /// Letters of a heading; a longer text has sentences.
  private static let headingLength = 60

  /// A text without the punctuation that separates it from the next field on a printed card.
  static func plain(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, "/:;,= ".contains(last) { text.removeLast() }
    // The period of a heading, unlike that of an initial.
    let word = text.dropLast().reversed().prefix { $0.isLetter || $0.isNumber }
    if text.last == ".", text.count <= headingLength, word.count > 2 { text.removeLast() }
    return String(text)
  }
}
