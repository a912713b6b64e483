import System

/// A scalar of a folded text as its UTF-8 bytes, the first one highest, so that it compares like them.
struct Letter: Hashable, Comparable {
  /// The end of a text.
  static let end = Letter(bits: 0)
  static let space = Letter(bits: 0x20 << 24)

  private let bits: UInt32

  private init(bits: UInt32) {
    self.bits = bits
  }

  /// Reads the scalar at an offset; the end near the end of all bytes.
  @inline(__always)
  init(_ text: Numbers<UInt8>, at offset: Int) {
    let bytes = UInt32(truncatingIfNeeded: text.word(at: offset) >> 32)
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

  var isOfWord: Bool { !isSign && self != .space }

  /// Whether it is ASCII punctuation, or the mark before a form of a title.
  var isSign: Bool {
    switch ascii ?? 0 {
    case TitleIndex.withMarks, 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7F: true
    default: false
    }
  }

  /// The punctuation that is most frequent in names; it compares below all letters and digits.
  static let commonSigns = Letter(bits: 0x21 << 24)...Letter(bits: 0x2F << 24)

  /// The scalars of a folded text.
  static func all(of text: [UInt8]) -> [Letter] {
    let bytes = Numbers(text + Array(repeating: 0, count: FoldedTexts.padding))
    var letters: [Letter] = []
    var offset = 0
    while offset < text.count {
      letters.append(Letter(bytes, at: offset))
      offset += letters[letters.count - 1].length
    }
    return letters
  }
}

/// Neighbouring keys of a QWERTY keyboard.
enum Keyboard {
  /// Whether two keys touch; only digits and the letters a to z are known.
  static func areNeighbours(_ first: Letter, _ second: Letter) -> Bool {
    guard let one = place(of: first), let other = place(of: second) else { return false }
    return abs(one.row - other.row) <= 1 && abs(one.quarters - other.quarters) <= 4
  }

  /// The rows, with their shift to the right in quarters of a key.
  private static let rows: [(keys: [UInt8], shift: Int)] = [
    (Array("1234567890".utf8), 0), (Array("qwertyuiop".utf8), 2), (Array("asdfghjkl".utf8), 3),
    (Array("zxcvbnm".utf8), 5),
  ]

  private static let places: [(row: Int, quarters: Int)?] = (0..<128).map { (byte: UInt8) in
    for (row, (keys, shift)) in rows.enumerated() {
      if let column = keys.firstIndex(of: byte) { return (row, 4 * column + shift) }
    }
    return nil
  }

  private static func place(of letter: Letter) -> (row: Int, quarters: Int)? {
    letter.ascii.flatMap { places[Int($0)] }
  }
}
