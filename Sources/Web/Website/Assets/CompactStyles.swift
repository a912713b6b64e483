/// A stylesheet without what only its readers need: comments, indentation, and spaces around punctuation.
enum CompactStyles {
  /// Takes nothing away that could matter: no space within a selector or a value, and nothing in a string.
  static func bytes(_ sheet: [UInt8]) -> [UInt8] {
    var compact: [UInt8] = []
    compact.reserveCapacity(sheet.count)
    var index = 0
    var isSpaced = false
    while index < sheet.count {
      let byte = sheet[index]
      if isPair(sheet, at: index, "/", "*") {
        index = endOfComment(sheet, from: index)
        isSpaced = true
      } else if isSpace(byte) {
        index += 1
        isSpaced = true
      } else {
        if isSpaced, !isBreak(byte), let last = compact.last, !isBreak(last) {
          compact.append(UInt8(ascii: " "))
        }
        if byte == UInt8(ascii: "}"), compact.last == UInt8(ascii: ";") { compact.removeLast() }
        isSpaced = false
        let end = byte == UInt8(ascii: "\"") ? endOfString(sheet, from: index) : index + 1
        compact += sheet[index..<end]
        index = end
      }
    }
    return compact
  }

  /// Whether a space before or after it says nothing.
  private static func isBreak(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ","): true
    default: false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private static func isPair(
    _ sheet: [UInt8], at index: Int, _ first: Unicode.Scalar, _ second: Unicode.Scalar
  ) -> Bool {
    sheet[index] == UInt8(ascii: first) && index + 1 < sheet.count
      && sheet[index + 1] == UInt8(ascii: second)
  }

  private static func endOfComment(_ sheet: [UInt8], from start: Int) -> Int {
    var index = start + 2
    while index < sheet.count, !isPair(sheet, at: index, "*", "/") { index += 1 }
    return min(index + 2, sheet.count)
  }

  /// Behind its second quote.
  private static func endOfString(_ sheet: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < sheet.count, sheet[index] != UInt8(ascii: "\"") {
      index += sheet[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, sheet.count)
  }
}
