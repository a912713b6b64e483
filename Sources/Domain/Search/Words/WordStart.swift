/// Where words begin that a visitor would begin to type, such as behind a hyphen.
enum WordStart {
  /// Whether no letter, digit or mark stands before an offset.
  ///
  /// - Parameters:
  ///   - offset: of a scalar in a folded text that is not a space.
  ///   - bytes: folded texts, what is between them below 0x20.
  static func isStart(_ offset: Int, in bytes: [UInt8]) -> Bool {
    guard offset > 0 else { return true }
    let last = bytes[offset - 1]
    if last < 0x80 { return !(last >= 0x61 && last <= 0x7A || last >= 0x30 && last <= 0x39) }
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.allSatisfy {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
        && $0.properties.generalCategory != .nonspacingMark
    }
  }
}
