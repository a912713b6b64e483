/// A Korean syllable, which decomposes by arithmetic (Unicode, section 3.12).
struct HangulSyllable {
  private let index: UInt32

  init?(_ scalar: UInt32) {
    guard (0xAC00...0xD7A3).contains(scalar) else { return nil }
    index = scalar - 0xAC00
  }

  /// Appends the syllable's letters: leading consonant, vowel, and trailing consonant if any.
  func append(to output: inout [UInt8]) {
    append(letter: 0x1100 + index / 588, to: &output)
    append(letter: 0x1161 + index % 588 / 28, to: &output)
    if index % 28 > 0 { append(letter: 0x11A7 + index % 28, to: &output) }
  }

  private func append(letter: UInt32, to output: inout [UInt8]) {
    output.append(0xE0 | UInt8(letter >> 12))
    output.append(0x80 | UInt8(letter >> 6 & 0x3F))
    output.append(0x80 | UInt8(letter & 0x3F))
  }
}
