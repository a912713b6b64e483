import CLibXML2
import Glibc
import System
import Text

/// The plain text of markup, for titles.
public enum MarkupText {
  /// Bytes of markup that are read.
  private static let limit = 16 << 10
  /// Letters of a title: about a line.
  private static let titleLength = 60
  /// Elements whose text flows with the text around them.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark",
    "q", "s", "samp", "small", "span", "strong", "sub", "sup", "tt", "u", "var", "wbr",
  ]

  /// The text without tags, on one line; of a long one its beginning.
  public static func plain(_ markup: String) -> String {
    var text: [UInt8] = []
    var rest = Array(markup.utf8.prefix(limit))[...]
    var hidden: String?
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let (name, isEnd, end) = tag(rest) {
        rest = rest[end...]
        if hidden == nil, !isEnd, name == "script" || name == "style" { hidden = name }
        if hidden == name, isEnd { hidden = nil }
        if !inline.contains(name) { text.append(UInt8(ascii: " ")) }
      } else if byte == UInt8(ascii: "&"), let (scalar, end) = reference(rest) {
        rest = rest[end...]
        if hidden == nil { text.append(contentsOf: String(scalar).utf8) }
      } else {
        rest.removeFirst()
        if hidden == nil { text.append(byte) }
      }
    }
    return String(decoding: text, as: UTF8.self).oneLine(limit: .max)
  }

  /// A title of a text: its first sentence if it is short, else its first words.
  public static func title(of text: String) -> String {
    let text = text.oneLine(limit: 4 * titleLength)
    let letters = Array(text)
    let ends = letters.indices.filter { index in
      ".!?。！？".contains(letters[index]) && index >= 12
        && (index + 1 == letters.count || letters[index + 1] == " " || "。！？".contains(letters[index]))
    }
    if let end = ends.first, end <= titleLength + 20 {
      return String(letters[...(letters[end] == "." || letters[end] == "。" ? end - 1 : end)])
    }
    guard letters.count > titleLength else { return text }
    let start = letters.prefix(titleLength)
    let words = start.lastIndex(of: " ").map { start[..<$0] } ?? start
    return String(words.count >= titleLength / 3 ? words : start).trimmed + "…"
  }

  /// The name of the tag or comment at the start, and the offset after it; nil if there is none.
  public static func tag(_ bytes: ArraySlice<UInt8>) -> (name: String, isEnd: Bool, end: Int)? {
    if bytes.starts(with: "<!--".utf8) {
      let end = bytes.indices.first { bytes[$0...].starts(with: "-->".utf8) }
      return ("", false, end.map { $0 + 3 } ?? bytes.endIndex)
    }
    let isEnd = bytes.dropFirst().first == UInt8(ascii: "/")
    let inner = bytes.dropFirst(isEnd ? 2 : 1)
    guard let first = inner.first,
      Unicode.Scalar(first).properties.isAlphabetic && first < 0x80 || first == 0x21
    else { return nil }
    let name = inner.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") && $0 > 0x20 }
    // A quotation mark delimits a value only right after the equals sign.
    var (quote, last): (UInt8, UInt8) = (0, 0)
    for (index, byte) in zip(inner.indices, inner) where byte > 0x20 {
      defer { last = byte }
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if last == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return (String(decoding: name, as: UTF8.self).lowercased(), isEnd, index + 1)
      }
    }
    return (String(decoding: name, as: UTF8.self).lowercased(), isEnd, bytes.endIndex)
  }

  static func reference(_ bytes: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, end: Int)? {
    guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
    let digits = name.dropFirst()
    let code =
      name.hasPrefix("#x") || name.hasPrefix("#X")
      ? digits.dropFirst().number(in: 0...UInt32.max, radix: 16)
      : name.hasPrefix("#")
        ? digits.number(in: 0...UInt32.max) : name == "apos" ? 0x27 : htmlEntityLookup(name)?.pointee.value
    return code.flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
  }
}

extension MarkupText {
  /// The markup of a text; nil for a plain text. A text whose tags are escaped is markup without that.
  public static func markup(of text: String) -> String? {
    guard isMarkup(text) else { return nil }
    guard text.utf8.contains(UInt8(ascii: "&")), !hasTags(text) else { return text }
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    let bare = names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    return hasTags(bare) ? bare : text
  }

  private static func hasTags(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { bytes[$0] == UInt8(ascii: "<") && isTag(bytes[$0...]) }
    }
  }

  /// Whether a text has an end tag, a line break, a paragraph, a picture or a character reference.
  public static func isMarkup(_ text: String) -> Bool {
    let isMarkup = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let start = bytes.baseAddress else { return false }
      let hasMarks = memchr(start, 0x3C, bytes.count) != nil || memchr(start, 0x26, bytes.count) != nil
      return hasMarks && Self.isMarkup(bytes)
    }
    return isMarkup == true
  }

  /// Whether an end tag of HTML begins, a line break, a paragraph or a picture.
  private static func isTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if ["<br", "<p>", "<p ", "<img"].contains(where: { rest.starts(with: $0.utf8) }) { return true }
    guard rest.starts(with: "</".utf8) else { return false }
    let name = rest.dropFirst(2).prefix {
      ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || (0x30...0x39).contains($0)
    }
    let end = rest.dropFirst(2 + name.count).first ?? 0
    return (end == UInt8(ascii: ">") || end <= 0x20)
      && htmlTagLookup(String(decoding: name, as: UTF8.self).lowercased()) != nil
  }

  private static func isMarkup(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.indices.contains { index in
      let rest = bytes[index...]
      switch bytes[index] {
      case UInt8(ascii: "<"):
        return isTag(rest)
      case UInt8(ascii: "&"):
        let name = rest.dropFirst().prefix(10).prefix { $0 != UInt8(ascii: ";") }
        return !name.isEmpty && name.count < 10 && rest.dropFirst(name.count + 1).first == UInt8(ascii: ";")
          && name.allSatisfy {
            $0 == UInt8(ascii: "#") || Unicode.Scalar($0).properties.isAlphabetic
              || (0x30...0x39).contains($0)
          }
      default: return false
      }
    }
  }
}
