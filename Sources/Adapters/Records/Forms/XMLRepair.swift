import CLibXML2
import Glibc
import System

/// Repairs common faults of an XML document that libxml2 has refused: a bare ampersand or `<`, HTML's named characters,
/// control characters, and bytes that are not UTF-8.
///
/// libxml2's own recovery leaves out texts, and programs that join texts to feeds write such faults often.
struct XMLRepair {
  private enum Fault: Int, CaseIterable { case ampersand, name, control, mark, byte }

  private let bytes: Numbers<UInt8>
  /// The offset of the first place with each fault, and the number of all its places.
  private var firsts = Fault.allCases.map { _ in 0 }
  private var counts = Fault.allCases.map { _ in 0 }

  /// Letters of the longest reference, such as `&thetasym;`.
  private static let longestReference = 12

  init(_ bytes: Numbers<UInt8>) { self.bytes = bytes }

  /// The document without its faults.
  mutating func document() -> Numbers<UInt8> {
    var output = NumberWriter<UInt8>(capacity: bytes.count)
    // The bytes up to the first offset are in the output; up to the second, marks are part of a comment or a section.
    var (copied, literalEnd, index) = (0, 0, 0)
    // Within a tag, the mark that ends the current value; 0 outside of values.
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      var replacement: (count: Int, text: String)?
      switch byte {
      case UInt8(ascii: "<") where index >= literalEnd:
        let isInValue = quote ?? 0 != 0
        if !isInValue, let end = literal(at: index) {
          (literalEnd, quote) = (end, nil)
        } else if isInValue || !isTag(index) {
          replacement = replace(1, at: index, by: "&lt;", .mark)
        } else {
          quote = 0
        }
      case UInt8(ascii: ">") where quote == 0: quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == 0 { quote = byte } else if quote == byte { quote = 0 }
      case UInt8(ascii: "&") where index >= literalEnd: replacement = reference(at: index)
      case 0x09, 0x0A, 0x0D: break
      case 0..<0x20: replacement = replace(1, at: index, by: " ", .control)
      case 0x80...:
        let length = length(index)
        if length == 0 {
          replacement = replace(1, at: index, by: TextEncoding.text([byte]), .byte)
        } else {
          index += length - 1
        }
      default: break
      }
      guard let replacement else {
        index += 1
        continue
      }
      output.append(bytes.part(copied..<index))
      output.append(replacement.text.utf8)
      index += replacement.count
      copied = index
    }
    output.append(bytes.part(from: copied))
    return output.numbers()
  }

  /// The end of the comment, section or instruction that begins at an offset; nil if none does.
  private func literal(at index: Int) -> Int? {
    let rest = bytes.part(index..<index + 9)
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
    where rest.starts(with: start.utf8) {
      let end = Array(end.utf8)
      return bytes.offset(of: end, from: index + start.utf8.count).map { $0 + end.count } ?? bytes.count
    }
    return nil
  }

  private func isTag(_ index: Int) -> Bool {
    let next = bytes[index + 1]
    return index + 1 == bytes.count || (0x41...0x5A).contains(next & 0xDF) || next >= 0x80
      || "_:/!?".utf8.contains(next)
  }

  /// The number of bytes of the character in UTF-8 at an offset; 0 if there is none.
  private func length(_ index: Int) -> Int {
    let first = bytes[index]
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    let character = Array(bytes.part(index..<index + length))
    return character.count == length && String(validating: character, as: UTF8.self) != nil ? length : 0
  }

  /// Nil for a reference that is right.
  private mutating func reference(at index: Int) -> (count: Int, text: String)? {
    let rest = bytes.part(index + 1..<index + Self.longestReference)
    let name = rest.text(0..<(rest.firstIndex(of: UInt8(ascii: ";")) ?? 0))
    if name.first == "#" {
      let digits = name.dropFirst()
      let (number, radix) = digits.first == "x" ? (digits.dropFirst(), 16) : (digits, 10)
      let code = number.number(in: 0...UInt32(0x10_FFFF), radix: radix)
      guard let code, let scalar = Unicode.Scalar(code) else {
        return replace(1, at: index, by: "&amp;", .ampersand)
      }
      return Self.isAllowed(scalar) ? nil : replace(name.utf8.count + 2, at: index, by: " ", .control)
    }
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) { return nil }
    guard !name.isEmpty, let entity = htmlEntityLookup(name) else {
      return replace(1, at: index, by: "&amp;", .ampersand)
    }
    return replace(name.utf8.count + 2, at: index, by: "&#\(entity.pointee.value);", .name)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 ? scalar.value & 0xFFFE != 0xFFFE : [0x09, 0x0A, 0x0D].contains(scalar.value)
  }

  private mutating func replace(
    _ count: Int, at index: Int, by text: String, _ fault: Fault
  ) -> (count: Int, text: String) {
    if counts[fault.rawValue] == 0 { firsts[fault.rawValue] = index }
    counts[fault.rawValue] += 1
    return (count, text)
  }

  /// A sentence for each kind of fault.
  var warnings: [String] {
    Fault.allCases.filter { counts[$0.rawValue] > 0 }.map { fault in
      let words =
        switch fault {
        case .ampersand: "an & must be written as &amp;, and is read as such"
        case .name: "names of characters such as &nbsp; are HTML, and are read as such"
        case .byte: "bytes that are not UTF-8 are read as Windows-1252"
        case .control: "control characters are not allowed, and are read as spaces"
        case .mark: "a < in a text must be written as &lt;, and is read as such"
        }
      let count = counts[fault.rawValue]
      let line = "line \(bytes.line(at: firsts[fault.rawValue]))"
      return
        "it is not quite valid XML: \(words) (\(count == 1 ? line : "first in \(line); \(count) in all"))"
    }
  }
}
