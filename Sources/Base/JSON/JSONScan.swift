/// Finds common values of a document in place, eight bytes at a time.
enum JSONScan {
  /// The powers of ten that a double holds exactly, as far as they are used.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The end of a run of bytes without quotation marks, escapes and control characters.
  static func endOfRun(in bytes: UnsafeRawBufferPointer, from start: Int) -> (end: Int, isASCII: Bool) {
    var end = start
    var all: UInt64 = 0
    while end + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
      let stops = stops(word)
      guard stops == 0 else {
        // The bits of the bytes before the lowest stop.
        all |= word & (1 << UInt64(stops.trailingZeroBitCount & ~7) &- 1)
        return (end + stops.trailingZeroBitCount >> 3, all & highs == 0)
      }
      all |= word
      end += 8
    }
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\"),
      bytes[end] >= 0x20
    {
      all |= UInt64(bytes[end])
      end += 1
    }
    return (end, all & highs == 0)
  }

  /// The number at an offset and its end; nil if it has an exponent, more than 15 digits, or ends the document.
  static func number(in bytes: UnsafeRawBufferPointer, from start: Int) -> (value: Double, end: Int)? {
    var offset = start
    var mantissa: UInt64 = 0
    func takeDigits() -> Int {
      let start = offset
      while offset < bytes.count, bytes[offset] &- 0x30 < 10 {
        mantissa = mantissa &* 10 &+ UInt64(bytes[offset] & 0x0F)
        offset += 1
      }
      return offset - start
    }
    let isNegative = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    let first = offset
    let digits = takeDigits()
    guard digits == 1 || digits > 1 && bytes[first] != UInt8(ascii: "0") else { return nil }
    var decimals = 0
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      decimals = takeDigits()
      guard decimals > 0 else { return nil }
    }
    guard digits + decimals <= 15, offset < bytes.count, bytes[offset] | 0x20 != UInt8(ascii: "e") else {
      return nil
    }
    // Both the mantissa and the power are exact, so the quotient is correctly rounded.
    let value = Double(mantissa) / powers[decimals]
    return (isNegative ? -value : value, offset)
  }

  /// The high bit of each quotation mark, backslash and control character; only the lowest one is reliable.
  private static func stops(_ word: UInt64) -> UInt64 {
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let escapes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let found =
      (quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes | (word &- ones &* 0x20) & ~word
    return found & highs
  }
}
