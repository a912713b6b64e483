import Text

/// The text of sanitized HTML, with the way back from each of its bytes to the markup.
///
/// Relies on what the sanitizer writes: tags without `>` in their attributes other than as a
/// reference or inside quotes, and no comments.
struct TextStretches {
  /// A run of text between two tags.
  struct Stretch {
    /// Where it stands in ``TextStretches/text``.
    let text: Range<Int>
    /// Index in ``TextStretches/positions`` of its first byte; one more position follows its last.
    let firstPosition: Int
  }

  /// Decoded text as UTF-8; where a block begins or ends or a line breaks stands a newline.
  private(set) var text: [UInt8] = []
  private(set) var all: [Stretch] = []
  /// Positions in the markup: one for each byte of text, and one for the end of each stretch.
  private var positions: [Int] = []

  init(_ html: SafeHTML) {
    let bytes = html.bytes
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        let end = Self.endOfTag(bytes, from: index)
        if !Self.isInline(bytes[(index + 1)..<end]) { text.append(UInt8(ascii: "\n")) }
        index = end
      } else {
        index = takeStretch(bytes, from: index)
      }
    }
  }

  func position(ofText offset: Int, in stretch: Stretch) -> Int {
    positions[stretch.firstPosition + offset - stretch.text.lowerBound]
  }

  private mutating func takeStretch(_ bytes: [UInt8], from start: Int) -> Int {
    let textStart = text.count
    let firstPosition = positions.count
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      let (decoded, length) = Self.character(bytes, at: index)
      for byte in decoded {
        text.append(byte)
        positions.append(index)
      }
      index += length
    }
    positions.append(index)
    all.append(Stretch(text: textStart..<text.count, firstPosition: firstPosition))
    return index
  }

  /// The byte at a place, or what the reference there stands for.
  private static func character(_ bytes: [UInt8], at index: Int) -> (decoded: [UInt8], length: Int) {
    guard bytes[index] == UInt8(ascii: "&") else { return ([bytes[index]], 1) }
    for (reference, decoded) in references where bytes[index...].starts(with: reference) {
      return (decoded, reference.count)
    }
    return ([bytes[index]], 1)
  }

  /// The references that escaping and the sanitizer write.
  private static let references: [(reference: [UInt8], decoded: [UInt8])] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{A0}"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  /// Index after the tag's `>`; quoted attribute values may hold one.
  private static func endOfTag(_ bytes: [UInt8], from start: Int) -> Int {
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return bytes.count
  }

  private static func isInline(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">")
    }
    return inlineNames.contains(Array(name))
  }

  private static let inlineNames: Set<[UInt8]> = Set(
    ["a", "b", "code", "em", "i", "s", "small", "span", "strong", "sub", "sup", "u"].map { Array($0.utf8) })
}
