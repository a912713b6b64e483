/// Reads the usual values of a document where they lie, eight bytes at a time.
///
/// Whatever takes a closer look it leaves to ``JSONReader``: escapes, exponents, faults, the last bytes of a
/// document.
/// What it gave nil or false for it has not read, but its place may have moved.
package struct JSONScan {
  private let bytes: UnsafeRawBufferPointer
  package private(set) var offset: Int

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  package init(_ bytes: UnsafeRawBufferPointer, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Passes over a byte of the grammar if it comes next.
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
      guard bytes[offset] == UInt8(ascii: "\""), all & Self.highs == 0 || text.isUTF8 else { return nil }
      offset += 1
      return text
    }
    return nil
  }

  /// The next key, with the colon behind it, as ``key(_:)`` writes it: of seven bytes at most, and ASCII.
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

  /// The next number, if it has no exponent and so few digits that a double is as near to it as can be.
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
    let value = decimals == 0 ? Double(mantissa) : Double(mantissa) / JSONReader.powers[decimals]
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

  /// The high bit of each byte that a text does not hold as it stands; what lies above the first may be
  /// wrong.
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
  /// Reads the next value as a closure does; if that returns false, the value is still to be read.
  package mutating func scan(_ read: (inout JSONScan) -> Bool) -> Bool {
    assert(next == .value, "there is no value to be read here")
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

extension UnsafeRawBufferPointer {
  fileprivate var isUTF8: Bool {
    var offset = 0
    while offset < count {
      let length: Int
      let second: ClosedRange<UInt8>
      switch self[offset] {
      case 0x00...0x7F:
        offset += 1
        continue
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return false
      }
      guard offset + length <= count, second.contains(self[offset + 1]) else { return false }
      for index in 2..<length where self[offset + index] & 0xC0 != 0x80 { return false }
      offset += length
    }
    return true
  }
}
