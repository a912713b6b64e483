import JSON
import System
import Text

/// A property: its name, its parameters and its value.
struct ContentLine {
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
    // A quotation mark may be in the wrong place.
    guard let colon = colon ?? bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    parameters = TextEncoding.text(Array(bytes[..<colon])).split(separator: ";")
    guard let first = parameters.first else { return nil }
    name = first.split(separator: ".").last.map { $0.uppercased() } ?? ""
    let text = Array(bytes[(colon + 1)...])
    value = TextEncoding.text(Self.isQuotedPrintable(bytes) ? Self.decoded(text) : text)
  }

  /// The name of the component that begins or ends; a blank line may follow it.
  var component: String { value.trimmed.uppercased() }

  /// The value of a parameter, without quotation marks.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.uppercased().hasPrefix("\(name)=") }
      .map { $0.dropFirst(name.count + 1).filter { $0 != "\"" } }
  }

  /// Whether it is a photograph rather than the address of one.
  var isEmbedded: Bool {
    (name == "PHOTO" || name == "LOGO") && !value.isEmpty && !value.prefix(12).contains("://")
  }

  /// The value where it says more than ``meaning``: a time with its zone, or a birthday without a year.
  func meaningNow(in zone: Zone?) -> String? {
    switch name {
    case "DUE", "COMPLETED": return CalendarTime(value, in: zone)?.text
    // Apple's mark for "no year".
    case "BDAY", "ANNIVERSARY":
      let text = SerialDate.text(ofDigits: value) ?? value
      return text.hasPrefix("1604-") ? "-\(text.dropFirst(4))" : nil
    default: return nil
    }
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
        let byte = String(decoding: text[index + 1...index + 2], as: UTF8.self).number(
          in: 0...UInt8.max, radix: 16)
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

  /// The value as people read it, by which records are told apart; nil for a picture in the file itself, and for nothing.
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
      return Self.text([parameter("CN") ?? plain], "")
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
