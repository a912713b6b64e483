/// Folds texts into one buffer, entry by entry.
struct FoldedTextsWriter {
  private(set) var count = 0
  private(set) var bytes: [UInt8] = []
  private(set) var titleStarts: [UInt32] = []
  private(set) var wordStarts: [UInt32] = []
  private(set) var entryStarts: [UInt64] = []

  /// Offsets have 32 bits: what would lie behind them is not found.
  private static let limit = Int(UInt32.max)

  mutating func append(_ text: SearchText) {
    markEntry()
    appendTitle(text.title)
    if let alternative = text.alternative { appendTitle(alternative) }
    if !text.description.isEmpty { appendText(text.description) }
  }

  mutating func end() {
    bytes.append(contentsOf: repeatElement(0, count: FoldedTexts.padding))
    while entryStarts.count <= bytes.count >> 6 { entryStarts.append(0) }
  }

  private mutating func markEntry() {
    while entryStarts.count <= bytes.count >> 6 { entryStarts.append(0) }
    entryStarts[bytes.count >> 6] |= 1 << UInt64(bytes.count & 63)
    count += 1
  }

  private mutating func appendTitle(_ title: String) {
    let start = bytes.count
    appendText(title)
    titleStarts.append(UInt32(truncatingIfNeeded: start))
    appendWordStarts(of: start..<(bytes.count - 1))
  }

  private mutating func appendText(_ text: String) {
    // Folding makes at most three bytes of one.
    if text.utf8.count < (Self.limit - bytes.count) / 3 - FoldedTexts.padding {
      let start = bytes.count
      Folding.append(text, to: &bytes)
      if bytes.count > start, bytes.last == 0x20 { bytes.removeLast() }
    }
    bytes.append(0)
  }

  /// A word begins where a letter or digit, or anything but space, follows neither.
  private mutating func appendWordStarts(of title: Range<Int>) {
    var isInside = false
    var offset = title.lowerBound
    while offset < title.upperBound {
      let byte = bytes[offset]
      if byte < 0x80 {
        let isLetter = byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
        if !isInside && byte != 0x20 { wordStarts.append(UInt32(truncatingIfNeeded: offset)) }
        isInside = isLetter
        offset += 1
      } else {
        if !isInside { wordStarts.append(UInt32(truncatingIfNeeded: offset)) }
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        let end = min(offset + length, title.upperBound)
        isInside = String(decoding: bytes[offset..<end], as: UTF8.self).unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
            || $0.properties.generalCategory == .nonspacingMark
        }
        offset = end
      }
    }
  }
}
