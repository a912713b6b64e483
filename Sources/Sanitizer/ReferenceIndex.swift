/// Finds names in ``NamedReferences``; built once, by one pass over the words.
struct ReferenceIndex: Sendable {
  struct Match {
    /// Bytes of the input that the name takes, its semicolon included.
    var length: Int
    var scalars: (Unicode.Scalar, Unicode.Scalar?)
  }

  static let shared = ReferenceIndex()

  /// Where each word starts, in the order of the names.
  private var starts: [UInt16] = []

  /// The words whose names begin with each ASCII byte.
  private var initials = [Range<Int>](repeating: 0..<0, count: 128)

  /// The words among them that may stand without their semicolon.
  private var legacy = [[UInt16]](repeating: [], count: 128)

  /// The longest name is `CounterClockwiseContourIntegral`.
  private static let longestName = 31
  private static let longestLegacyName = 6

  private init() {
    starts.reserveCapacity(2_125)
    let words = Self.words
    var start = 0
    while start < words.count {
      let initial = Int(words[start] & 0x7F)
      if initials[initial].isEmpty { initials[initial] = starts.count..<starts.count }
      initials[initial] = initials[initial].lowerBound..<starts.count + 1
      starts.append(UInt16(truncatingIfNeeded: start))
      var end = start
      while end < words.count, !words[end].isHTMLSpace {
        if words[end] == UInt8(ascii: ",") { legacy[initial].append(UInt16(truncatingIfNeeded: start)) }
        end += 1
      }
      start = end + 1
    }
  }

  /// The longest name that the input has at `start`, just after its ampersand.
  ///
  /// - Parameter inAttribute: Whether a name without semicolon must not be followed by a letter, a digit or an
  ///   equals sign, as in the values of attributes.
  func match(in bytes: [UInt8], at start: Int, end: Int, inAttribute: Bool) -> Match? {
    guard start < end, bytes[start].isASCIILetter else { return nil }
    var nameEnd = start + 1
    let limit = min(end, start + Self.longestName)
    while nameEnd < limit, bytes[nameEnd].isASCIILetter || bytes[nameEnd].isASCIIDigit { nameEnd += 1 }
    if nameEnd < end, bytes[nameEnd] == UInt8(ascii: ";"), let word = word(named: bytes[start..<nameEnd]) {
      return Match(length: nameEnd + 1 - start, scalars: scalars(ofWordAt: word))
    }
    guard let (word, length) = legacyWord(beginning: bytes[start..<nameEnd]) else { return nil }
    if inAttribute, start + length < end {
      let next = bytes[start + length]
      if next == UInt8(ascii: "=") || next.isASCIILetter || next.isASCIIDigit { return nil }
    }
    return Match(length: length, scalars: scalars(ofWordAt: word))
  }

  private static var words: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: NamedReferences.words.utf8Start, count: NamedReferences.words.utf8CodeUnitCount)
  }

  private func word(named name: ArraySlice<UInt8>) -> Int? {
    var candidates = initials[Int(name[name.startIndex] & 0x7F)]
    while !candidates.isEmpty {
      let middle = candidates.lowerBound + candidates.count / 2
      let word = Int(starts[middle])
      switch Self.order(name, word) {
      case 0: return word
      case ..<0: candidates = candidates.lowerBound..<middle
      default: candidates = middle + 1..<candidates.upperBound
      }
    }
    return nil
  }

  /// Negative, zero or positive as the name sorts before, at or after the name of the word.
  private static func order(_ name: ArraySlice<UInt8>, _ word: Int) -> Int {
    var index = word
    for byte in name {
      let other = words[index]
      guard other.isASCIILetter || other.isASCIIDigit else { return 1 }
      if byte != other { return Int(byte) - Int(other) }
      index += 1
    }
    return words[index].isASCIILetter || words[index].isASCIIDigit ? -1 : 0
  }

  private func legacyWord(beginning text: ArraySlice<UInt8>) -> (word: Int, length: Int)? {
    var longest: (word: Int, length: Int)?
    for start in legacy[Int(text[text.startIndex] & 0x7F)] {
      let word = Int(start)
      var length = 0
      for byte in text.prefix(Self.longestLegacyName) {
        guard Self.words[word + length] == byte else { break }
        length += 1
      }
      if Self.words[word + length] == UInt8(ascii: ","), length > longest?.length ?? 0 {
        longest = (word, length)
      }
    }
    return longest
  }

  private func scalars(ofWordAt word: Int) -> (Unicode.Scalar, Unicode.Scalar?) {
    let words = Self.words
    var index = word
    while words[index].isASCIILetter || words[index].isASCIIDigit { index += 1 }
    var values: (UInt32, UInt32?) = (0, nil)
    var value: UInt32 = 0
    index += 1
    while index < words.count, !words[index].isHTMLSpace {
      if words[index] == UInt8(ascii: "+") {
        values.0 = value
        values.1 = 0
        value = 0
      } else {
        value = value &* 16 &+ UInt32(words[index].hexadecimalValue ?? 0)
      }
      index += 1
    }
    if values.1 == nil { values.0 = value } else { values.1 = value }
    return (
      Unicode.Scalar(values.0) ?? Unicode.Scalar.replacement,
      values.1.flatMap(Unicode.Scalar.init)
    )
  }
}

extension UInt8 {
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Unicode.Scalar {
  static let replacement: Unicode.Scalar = "\u{FFFD}"
}
