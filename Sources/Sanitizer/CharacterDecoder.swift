/// Turns a stretch of markup into the characters it stands for: valid UTF-8, references resolved.
///
/// Line ends become line feeds, invalid sequences U+FFFD each as a browser's decoder counts them. Controls and
/// what XML cannot say leave no trace, whether written or referred to: nothing of them is visible.
struct CharacterDecoder {
  enum Context {
    case text, attribute
  }

  let bytes: [UInt8]

  /// Appends the characters of `range`; linear in its length.
  func append(_ range: Range<Int>, as context: Context, to output: inout [UInt8]) {
    var index = range.lowerBound
    let end = range.upperBound
    while index < end {
      let start = index
      while index < end, bytes[index].isPlain { index += 1 }
      if index > start { output.append(contentsOf: bytes[start..<index]) }
      guard index < end else { return }
      switch bytes[index] {
      case UInt8(ascii: "&"):
        index = appendReference(at: index, end: end, as: context, to: &output)
      case UInt8(ascii: "\r"):
        output.append(UInt8(ascii: "\n"))
        index += 1
        if index < end, bytes[index] == UInt8(ascii: "\n") { index += 1 }
      case 0x0C:
        output.append(UInt8(ascii: " "))
        index += 1
      case 0x80...:
        index = appendSequence(at: index, end: end, to: &output)
      case 0 where context == .attribute:
        output.append(.replacement)
        index += 1
      default:
        index += 1
      }
    }
  }

  // MARK: - References

  private func appendReference(
    at ampersand: Int, end: Int, as context: Context, to output: inout [UInt8]
  ) -> Int {
    let start = ampersand + 1
    if start < end, bytes[start] == UInt8(ascii: "#") {
      return appendNumericReference(at: start + 1, end: end, ampersand: ampersand, to: &output)
    }
    guard
      let match = ReferenceIndex.shared.match(
        in: bytes, at: start, end: end, inAttribute: context == .attribute)
    else {
      output.append(UInt8(ascii: "&"))
      return start
    }
    output.append(match.scalars.0)
    if let second = match.scalars.1 { output.append(second) }
    return start + match.length
  }

  private func appendNumericReference(
    at start: Int, end: Int, ampersand: Int, to output: inout [UInt8]
  ) -> Int {
    let isHexadecimal = start < end && bytes[start] | 0x20 == UInt8(ascii: "x")
    var index = isHexadecimal ? start + 1 : start
    let firstDigit = index
    var value: UInt32 = 0
    while index < end, let digit = bytes[index].hexadecimalValue, isHexadecimal || digit < 10 {
      value = min(value &* (isHexadecimal ? 16 : 10) &+ UInt32(digit), 0x110000)
      index += 1
    }
    guard index > firstDigit else {
      output.append(UInt8(ascii: "&"))
      return ampersand + 1
    }
    if index < end, bytes[index] == UInt8(ascii: ";") { index += 1 }
    appendCharacter(numbered: value, to: &output)
    return index
  }

  private func appendCharacter(numbered value: UInt32, to output: inout [UInt8]) {
    switch value {
    case 0x0D: output.append(UInt8(ascii: "\n"))
    case 0x0C: output.append(UInt8(ascii: " "))
    case 0: output.append(.replacement)
    case 0x80...0x9F:
      if let scalar = Self.windows1252[Int(value - 0x80)] { output.append(scalar) }
    default:
      let scalar = Unicode.Scalar(value) ?? .replacement
      if !scalar.isControl { output.append(scalar) }
    }
  }

  /// What the numbers 128 to 159 are taken for: the characters of Windows-1252.
  private static let windows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  // MARK: - UTF-8

  /// Appends the sequence that begins at `start`, or U+FFFD for as much of it as could have been one.
  private func appendSequence(at start: Int, end: Int, to output: inout [UInt8]) -> Int {
    let lead = bytes[start]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: length = 1
    }
    var index = start + 1
    var allowed = second
    while index < end, index - start < length, allowed.contains(bytes[index]) {
      allowed = 0x80...0xBF
      index += 1
    }
    guard length > 1, index - start == length else {
      output.append(.replacement)
      return index
    }
    if lead == 0xC2, bytes[start + 1] < 0xA0 { return index }
    if lead == 0xEF, bytes[start + 1] == 0xBF, bytes[start + 2] >= 0xBE {
      output.append(.replacement)
    } else {
      output.append(contentsOf: bytes[start..<index])
    }
    return index
  }
}

extension Unicode.Scalar {
  /// Whether this is a control other than tab and line feed.
  fileprivate var isControl: Bool {
    (value < 0x20 && value != 0x09 && value != 0x0A) || (0x7F...0x9F).contains(value)
  }
}

extension UInt8 {
  /// Whether this is ASCII that stands for itself in every context.
  fileprivate var isPlain: Bool {
    self >= 0x20 ? self < 0x7F && self != Self(ascii: "&") : self == 0x0A || self == 0x09
  }
}

extension [UInt8] {
  /// Appends a scalar as UTF-8; U+FFFD for the two that XML has not.
  mutating func append(_ scalar: Unicode.Scalar) {
    let isCharacter = scalar.value != 0xFFFE && scalar.value != 0xFFFF
    append(contentsOf: Unicode.UTF8.encode(isCharacter ? scalar : .replacement) ?? .init())
  }
}
