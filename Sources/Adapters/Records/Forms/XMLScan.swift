import Glibc
import System

/// Checks the bytes of an XML document before libxml2 reads them: libxml2's time is quadratic in the attributes of an
/// element and in the length of a comment.
///
/// It finds the ends of tags, comments, CDATA sections and instructions, and the ampersands that begin references. Zero
/// bytes are skipped, so that UTF-16 is read too.
struct XMLScan {
  /// Attributes of an element; the widest known ones have some dozen.
  static let attributeLimit = 500
  /// Bytes of a comment.
  static let commentLimit = 65_536

  private enum State { case text, tag, comment, section, instruction }

  private var state = State.text
  /// The last eight bytes.
  private var recent: UInt64 = 0
  /// Quoted values of the tag, or bytes of the comment.
  private var count = 0
  /// The mark that ends the current value; 0 outside of values.
  private var quote: UInt8 = 0
  /// The end of the last character of several bytes.
  private var character = 0
  /// Whether marks that are no markup are found: each byte below 128 must be a character.
  let isNarrow: Bool
  /// Whether bytes that are not UTF-8 are found.
  private let isUTF8: Bool

  init(of bytes: Numbers<UInt8>) {
    isNarrow = !bytes.prefix(4).contains(0) && bytes[0] < 0xFE
    isUTF8 =
      isNarrow && Self.encoding(of: bytes).map { $0.hasPrefix("utf-8") || $0.hasPrefix("utf8") } ?? true
  }

  /// The exceeded limit as a sentence; nil if none is exceeded.
  /// - Parameters:
  ///   - range: the bytes to scan; of those after them only the rest of a character is.
  ///   - take: called with the position of each ampersand in texts and tags, and of each character that XML does not
  ///     allow there.
  mutating func excess(
    in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ take: (Int) -> Void
  ) -> String? {
    var index = max(range.lowerBound, character)
    while index < range.upperBound {
      if state == .text {
        while index < range.upperBound, isPlain(bytes[index]) { index += 1 }
        guard index < range.upperBound else { return nil }
      } else if state == .tag, quote != 0 {
        while index < range.upperBound, isPlain(bytes[index]), bytes[index] != quote, bytes[index] != 0 {
          index += 1
        }
        guard index < range.upperBound else { return nil }
      }
      let byte = bytes[index]
      index += 1
      if byte == 0 { continue }
      if isUTF8, byte >= 0x80 {
        let length = Self.length(bytes, index - 1)
        if length == 0 { take(index - 1) }
        index += max(length, 1) - 1
        (character, count) = (index, state == .comment ? count + 1 : count)
        continue
      }
      if isNarrow, isLiteral(byte, at: index - 1, in: bytes) {
        take(index - 1)
        continue
      }
      let isReference = byte == UInt8(ascii: "&") && (state == .text || state == .tag)
      if isReference || Self.isControl(byte) { take(index - 1) }
      recent = recent << 8 | UInt64(byte)
      step(byte)
      if state == .tag, count > Self.attributeLimit {
        return "an element has more than \(Self.attributeLimit) attributes"
      }
      if state == .comment, count > Self.commentLimit {
        return "a comment is longer than \(Self.commentLimit >> 10) KB"
      }
    }
    return nil
  }

  /// Whether a byte of a text needs no step.
  private func isPlain(_ byte: UInt8) -> Bool {
    byte < 0x20
      ? !Self.isControl(byte)
      : byte < 0x80 ? byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") : !isUTF8
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    (1..<0x20).contains(byte) && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  /// Whether a `<` is part of a value, or of a text because it begins no tag, comment or instruction.
  private func isLiteral(_ byte: UInt8, at index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    guard byte == UInt8(ascii: "<") else { return false }
    return state == .text ? !Self.isTag(bytes, index) : state == .tag && quote != 0
  }

  private static func isTag(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    guard index + 1 < bytes.count else { return true }
    let next = bytes[index + 1]
    return (0x41...0x5A).contains(next & 0xDF) || next >= 0x80 || "_:/!?".utf8.contains(next)
  }

  /// The number of bytes of the character in UTF-8 at an offset; 0 if there is none.
  private static func length(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    let first = bytes[index]
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return 0 }
    let second = bytes[index + 1]
    // Overlong forms, halves of surrogate pairs, and numbers that are too large.
    let isBeyond =
      first == 0xE0 && second < 0xA0 || first == 0xED && second >= 0xA0 || first == 0xF0 && second < 0x90
      || first == 0xF4 && second >= 0x90
    return !isBeyond && bytes[(index + 1)..<(index + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
  }

  private mutating func step(_ byte: UInt8) {
    switch (state, byte) {
    case (_, UInt8(ascii: "<")) where state == .text || state == .tag:
      // Within a value it is invalid, so the value has ended.
      (state, count, quote) = (.tag, 0, 0)
    case (.tag, _) where quote != 0: if byte == quote { quote = 0 }
    case (.tag, UInt8(ascii: "\"")), (.tag, UInt8(ascii: "'")):
      quote = byte
      count += 1
    case (.tag, UInt8(ascii: ">")): state = .text
    case (.tag, UInt8(ascii: "-")): if ends(with: "<!--") { enter(.comment) }
    case (.tag, UInt8(ascii: "[")): if ends(with: "![CDATA[") { enter(.section) }
    case (.tag, UInt8(ascii: "?")): if ends(with: "<?") { enter(.instruction) }
    case (.comment, _):
      count += 1
      if byte == UInt8(ascii: ">"), ends(with: "-->") { state = .text }
    case (.section, UInt8(ascii: ">")): if ends(with: "]]>") { state = .text }
    case (.instruction, UInt8(ascii: ">")): if ends(with: "?>") { state = .text }
    default: break
    }
  }

  /// Forgets the beginning, which is not part of the end: `<!-->` does not end a comment.
  private mutating func enter(_ state: State) {
    (self.state, count, recent) = (state, 0, 0)
  }

  private func ends(with text: StaticString) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy { place in
      let shift = UInt64(8 * (text.utf8CodeUnitCount - 1 - place))
      return UInt8(truncatingIfNeeded: recent >> shift) == text.utf8Start[place]
    }
  }

  /// Whether a document declares an encoding whose bytes below 128 are not always ASCII, such as UTF-7, ISO-2022 or
  /// EBCDIC, so that its tags could not be found.
  static func isUnreadable(_ bytes: Numbers<UInt8>) -> Bool {
    // The first letter of EBCDIC's "<?xml".
    if bytes.first == 0x4C { return true }
    return encoding(of: bytes).map { name in !encodings.contains { name.hasPrefix($0) } } ?? false
  }

  /// The encoding that a document declares, in lower case.
  private static func encoding(of bytes: Numbers<UInt8>) -> Substring? {
    let start = String(decoding: bytes.prefix(400).filter { $0 != 0 }, as: UTF8.self).lowercased()
    guard start.contains("<?xml") else { return nil }
    return start.firstMatch(of: /encoding\s*=\s*["']([^"'>]*)/)?.output.1
  }

  private static let encodings = [
    "utf-8", "utf8", "utf-16", "utf16", "us-ascii", "ascii", "iso-8859-", "iso8859-", "iso_8859-", "latin",
    "windows-", "cp125", "koi8-", "euc-", "shift_jis", "shift-jis", "sjis", "big5", "gb2312", "gbk",
    "gb18030", "macintosh",
  ]
}
