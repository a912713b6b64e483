/// Finds the first of three bytes, eight bytes at a time.
struct ByteSearch {
  private let bytes: (UInt8, UInt8, UInt8)
  private let words: (UInt64, UInt64, UInt64)

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    bytes = (first, second, third)
    words = (Self.ones &* UInt64(first), Self.ones &* UInt64(second), Self.ones &* UInt64(third))
  }

  /// The offset of the first one, or of the end.
  @inline(__always)
  func first(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var offset = start
    while offset + 8 <= text.count {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let (first, second, third) = (word ^ words.0, word ^ words.1, word ^ words.2)
      // The high bit of each byte that is one of them; only the lowest one is reliable.
      let found =
        ((first &- Self.ones) & ~first | (second &- Self.ones) & ~second | (third &- Self.ones) & ~third)
        & Self.highs
      if found != 0 { return offset + found.trailingZeroBitCount >> 3 }
      offset += 8
    }
    while offset < text.count, text[offset] != bytes.0, text[offset] != bytes.1, text[offset] != bytes.2 {
      offset += 1
    }
    return offset
  }
}
