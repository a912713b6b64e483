import JSON
import System
import Text

/// The records of a library's catalogue in MARC's exchange form (ISO 2709), with the names that MARCXML has.
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
    var fields: [String: [JSONValue]] = [:]
    for start in stride(from: Self.leader, through: base - 1 - Self.entry, by: Self.entry) {
      let entry = part[start..<start + Self.entry]
      guard let length = Self.number(entry[(start + 3)..<(start + 7)]),
        let place = Self.number(entry[(start + 7)..<(start + 12)]), base + place + length <= part.count
      else { continue }
      let tag = String(decoding: entry.prefix(3), as: UTF8.self)
      var field = part[(base + place)..<(base + place + length)]
      if field.last == Self.fieldEnd { field.removeLast() }
      if tag.hasPrefix("00") {
        fields["controlfield@\(tag)", default: []].append(.string(Self.text(field, isUTF8)))
      } else {
        fields["datafield@\(tag)", default: []].append(Self.subfields(of: field, isUTF8))
      }
    }
    record.tree = .object(fields.mapValues { $0.count == 1 ? $0[0] : .array($0) })
    return true
  }

  private static func subfields(of field: ArraySlice<UInt8>, _ isUTF8: Bool) -> JSONValue {
    var members: [String: [JSONValue]] = [:]
    for part in field.split(separator: subfield).dropFirst(field.first == subfield ? 0 : 1) {
      guard let code = part.first, code > 0x20, code < 0x7F else { continue }
      members["subfield@\(Unicode.Scalar(code))", default: []].append(.string(text(part.dropFirst(), isUTF8)))
    }
    return .object(members.mapValues { $0.count == 1 ? $0[0] : .array($0) })
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
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
    0xB0: "ʻ",
    0xB1: "ł", 0xB2: "ø", 0xB3: "đ", 0xB4: "þ", 0xB5: "æ", 0xB6: "œ", 0xB7: "ʺ", 0xB8: "ı", 0xB9: "£",
    0xBA: "ð",
    0xC0: "°", 0xC2: "℗", 0xC3: "©", 0xC5: "¿", 0xC6: "¡", 0xC7: "ß", 0xC8: "€",
  ]
}
