/// A stylesheet without what only its readers need: comments, indentation, and spaces around punctuation.
enum CompactStyles {
  /// Takes nothing away that could matter: no space within a selector or a value, and nothing in a string.
  static func bytes(_ sheet: [UInt8]) -> [UInt8] {
    var compact: [UInt8] = []
    compact.reserveCapacity(sheet.count)
    var rest = sheet[...]
    var isSpaced = false
    while let byte = rest.first {
      if rest.starts(with: "/*".utf8) {
        rest = comment(rest)
        isSpaced = true
      } else if isSpace(byte) {
        rest.removeFirst()
        isSpaced = true
      } else {
        let isBreak = breaks.contains(byte)
        if isSpaced, !isBreak, let last = compact.last, !breaks.contains(last) {
          compact.append(UInt8(ascii: " "))
        }
        if byte == UInt8(ascii: "}"), compact.last == UInt8(ascii: ";") { compact.removeLast() }
        isSpaced = false
        let length = byte == UInt8(ascii: "\"") ? stringLength(rest) : 1
        compact += rest.prefix(length)
        rest = rest.dropFirst(length)
      }
    }
    return compact
  }

  /// A space before or after one of these says nothing.
  private static let breaks = Set("{};,".utf8)

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// What follows the comment at the beginning.
  private static func comment(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = text.startIndex + 2
    while index < text.endIndex, !text[index...].starts(with: "*/".utf8) { index += 1 }
    return text[min(index + 2, text.endIndex)...]
  }

  /// Bytes of the string at the beginning, its quotes included.
  private static func stringLength(_ text: ArraySlice<UInt8>) -> Int {
    var index = text.startIndex + 1
    while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.endIndex) - text.startIndex
  }
}
