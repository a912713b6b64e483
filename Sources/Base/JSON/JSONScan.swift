/// Reads common values of a document in place, eight bytes at a time.
///
/// Escapes, exponents, faults and the last bytes of a document are left to ``JSONReader``. After nil or false, the
/// offset is undefined.
package struct JSONScan {
  private let bytes: UnsafeRawBufferPointer
  package private(set) var offset: Int

  /// The powers of ten that a double holds exactly, as far as they are used.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  package init(_ bytes: UnsafeRawBufferPointer, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Skips a byte of the grammar if it comes next.
  package mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// The next text, in valid UTF-8.
  package mutating func text() -> UnsafeRawBufferPointer? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = offset
    var all: UInt64 = 0
    while offset + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let stops = Self.stops(word)
      guard stops != 0 else {
        all |= word
        offset += 8
        continue
      }
      all |= Self.beginning(of: word, before: stops)
      offset += stops.trailingZeroBitCount >> 3
      let text = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
      guard bytes[offset] == UInt8(ascii: "\""),
        all & Self.highs == 0 || String(validating: text, as: UTF8.self) != nil
      else { return nil }
      offset += 1
      return text
    }
    return nil
  }

  /// The next key and its colon, as ``key(_:)`` encodes it: at most seven bytes of ASCII.
  package mutating func key() -> UInt64? {
    guard take(UInt8(ascii: "\"")), offset + 8 <= bytes.count else { return nil }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let stops = Self.stops(word)
    guard stops != 0 else { return nil }
    let key = Self.beginning(of: word, before: stops)
    offset += stops.trailingZeroBitCount >> 3
    guard bytes[offset] == UInt8(ascii: "\""), key & Self.highs == 0 else { return nil }
    offset += 1
    return take(UInt8(ascii: ":")) ? key : nil
  }

  /// A key of up to seven bytes as a number, its first byte the lowest.
  package static func key(_ name: StaticString) -> UInt64 {
    UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      .reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The next number, if it has no exponent and at most 15 digits.
  package mutating func number() -> Double? {
    skipSpace()
    let isNegative = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    var mantissa: UInt64 = 0
    let start = offset
    takeDigits(into: &mantissa)
    let digits = offset - start
    guard digits == 1 || digits > 1 && bytes[start] != UInt8(ascii: "0") else { return nil }
    var decimals = 0
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      let point = offset
      takeDigits(into: &mantissa)
      decimals = offset - point
      guard decimals > 0 else { return nil }
    }
    guard digits + decimals <= 15, offset < bytes.count, bytes[offset] | 0x20 != UInt8(ascii: "e") else {
      return nil
    }
    // Both the mantissa and the power are exact, so the quotient is correctly rounded.
    let value = Double(mantissa) / Self.powers[decimals]
    return isNegative ? -value : value
  }

  private mutating func takeDigits(into value: inout UInt64) {
    while offset < bytes.count, bytes[offset] &- 0x30 < 10 {
      value = value &* 10 &+ UInt64(bytes[offset] & 0x0F)
      offset += 1
    }
  }

  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= 0x20 {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// The high bit of each quotation mark, backslash and control character; only the lowest one is reliable.
  private static func stops(_ word: UInt64) -> UInt64 {
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let escapes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let found =
      (quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes | (word &- ones &* 0x20) & ~word
    return found & highs
  }

  private static func beginning(of word: UInt64, before stops: UInt64) -> UInt64 {
    word & (1 << UInt64(stops.trailingZeroBitCount & ~7) &- 1)
  }
}

extension JSONReader {
  /// Reads the next value by a closure; if that returns false, the value is not consumed.
  package mutating func scan(_ read: (inout JSONScan) -> Bool) -> Bool {
    assert(next == .value, "no value is expected here")
    let end = bytes.withUnsafeBytes { bytes -> Int? in
      var scan = JSONScan(bytes, from: offset)
      return read(&scan) ? scan.offset : nil
    }
    guard let end else { return false }
    offset = end
    next = .following
    return true
  }
}
