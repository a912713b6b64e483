/// A scalar of a folded text as its UTF-8 bytes, the first one highest, so that it compares as they do.
struct Letter: Hashable, Comparable {
  /// Where a text ends.
  static let end = Letter(bits: 0)
  static let space = Letter(bits: 0x20 << 24)

  private let bits: UInt32

  private init(bits: UInt32) {
    self.bits = bits
  }

  /// The scalar that begins at an offset.
  ///
  /// - Parameter text: with four bytes behind each scalar's beginning.
  @inline(__always)
  init(_ text: UnsafeRawBufferPointer, at offset: Int) {
    let bytes = UInt32(bigEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    bits =
      switch bytes >> 24 {
      case ..<0xC0: bytes & 0xFF00_0000
      case ..<0xE0: bytes & 0xFFFF_0000
      case ..<0xF0: bytes & 0xFFFF_FF00
      default: bytes
      }
  }

  static func < (first: Letter, second: Letter) -> Bool { first.bits < second.bits }

  /// Bytes of UTF-8.
  var length: Int { bits == 0 ? 1 : 4 - bits.trailingZeroBitCount / 8 }

  /// Nil for a scalar that is not ASCII.
  var ascii: UInt8? { bits < 0x80 << 24 ? UInt8(bits >> 24) : nil }

  /// Whether it is a sign of ASCII: neither letter nor digit, nor white space.
  var isSign: Bool {
    switch ascii ?? 0 {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7F: true
    default: false
    }
  }

  /// The first and the last of the signs that names have most; they compare below all letters and digits.
  static let commonSigns = Letter(bits: 0x21 << 24)...Letter(bits: 0x2F << 24)

  /// The scalars of a folded text.
  static func all(of text: [UInt8]) -> [Letter] {
    (text + [0, 0, 0]).withUnsafeBytes { bytes in
      var letters: [Letter] = []
      var offset = 0
      while offset < text.count {
        letters.append(Letter(bytes, at: offset))
        offset += letters[letters.count - 1].length
      }
      return letters
    }
  }
}
