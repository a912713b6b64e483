import Text

/// Brings the texts of a feed into the form that pages show.
enum EntryTexts {
  /// Bytes of a title, an alternative title and a subtitle, each: a page repeats them several times.
  static let lineLimit = 1_000
  /// Bytes of a plain description, as of one in HTML: each search reads it to mark hits.
  static let descriptionLimit = 65_536

  /// One line of limited length.
  static func line(_ text: String) -> String { oneLine(cut(text)) }

  /// A plain description as one line.
  static func description(_ text: String) -> String { oneLine(cut(text, to: descriptionLimit)) }

  /// Puts each value of a fact on one line.
  static func values(_ text: String) -> String {
    if isOneLine(text) { return text }
    return text.split(separator: FeedEntry.valueSeparator).map { oneLine(String($0)) }
      .filter { !$0.isEmpty }.joined(separator: String(FeedEntry.valueSeparator))
  }

  /// Cuts a long text at the end of a scalar.
  static func cut(_ text: String, to limit: Int = lineLimit) -> String {
    guard text.utf8.count > limit else { return text }
    // Slicing inside a scalar rounds down to its beginning.
    return String(text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: limit)]) + "…"
  }

  /// Removes control and direction characters, and spaces that are repeated or at an end.
  static func oneLine(_ text: String) -> String {
    isOneLine(text) ? text : text.oneLine(limit: .max)
  }

  /// Whether a text is one line already, as most are. Of texts that are not ASCII only those in scripts of two bytes a
  /// letter are looked at.
  private static func isOneLine(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last, first != 0x20, last != 0x20 else {
        return bytes.isEmpty
      }
      var index = 0
      // Printable ASCII without two spaces in a row, eight bytes at a time: each next step begins with the last byte.
      while index + 8 <= bytes.count, isPlain(UnsafeRawBufferPointer(bytes), index) { index += 7 }
      var previous = UInt8(ascii: "x")
      for byte in bytes[index...] {
        switch byte {
        case 0x20: if previous == 0x20 { return false }
        case 0x21..<0x7F: break
        // The second byte of U+0080 to U+00A0, which are blank.
        case 0x80...0xBF: if previous == 0xC2, byte <= 0xA0 { return false }
        case 0xC2...0xDF: break
        default: return false
        }
        previous = byte
      }
      return true
    } ?? false
  }

  /// Whether eight bytes are printable ASCII, without two spaces in a row.
  private static func isPlain(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let (ones, highs) = (UInt64(0x0101_0101_0101_0101), UInt64(0x8080_8080_8080_8080))
    let spaces = ((word ^ ones &* 0x20) &- ones) & ~(word ^ ones &* 0x20) & highs
    // Adding one carries DEL into the high bit.
    let others = word | (word &+ ones) | (word &- ones &* 0x20)
    return others & highs == 0 && spaces & spaces << 8 == 0
  }
}
