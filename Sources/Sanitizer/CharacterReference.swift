import CLibXML2

/// A character reference as browsers read it, written so that libxml2 reads the same.
///
/// libxml2 knows the names of HTML 4 and wants their semicolon; browsers do without one after those of Latin-1,
/// know the names in ``NamedReferences`` too, and take numbers of controls for Windows-1252.
struct CharacterReference {
  /// References by number, or an escaped ampersand if this is none.
  private(set) var markup = Array("&amp;".utf8)

  /// The bytes that the reference takes after its ampersand.
  private(set) var length = 0

  /// - Parameters:
  ///   - text: What follows the ampersand.
  ///   - inAttribute: Whether a name without semicolon must not be followed by a letter, a digit or an equals
  ///     sign, as in the values of attributes.
  init(_ text: ArraySlice<UInt8>, inAttribute: Bool) {
    if text.first == UInt8(ascii: "#") {
      readNumber(text.dropFirst())
    } else {
      readName(text, inAttribute: inAttribute)
    }
  }

  private mutating func set(_ scalars: some Sequence<Unicode.Scalar>, length: Int) {
    self.length = length
    markup = scalars.flatMap { Array("&#\($0.value);".utf8) }
  }

  // MARK: - Numbers

  private mutating func readNumber(_ text: ArraySlice<UInt8>) {
    let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = text.dropFirst(isHexadecimal ? 1 : 0).prefix {
      $0.isASCIIDigit || isHexadecimal && $0.isASCIILetter && $0 | 0x20 <= UInt8(ascii: "f")
    }
    guard !digits.isEmpty else { return }
    let value = digits.reduce(UInt32(0)) { value, digit in
      let number = digit.isASCIIDigit ? digit & 0xF : (digit & 0xF) + 9
      return min(value * (isHexadecimal ? 16 : 10) + UInt32(number), 0x11_0000)
    }
    let hasSemicolon = digits.endIndex < text.endIndex && text[digits.endIndex] == UInt8(ascii: ";")
    set(
      Self.scalar(numbered: value).map { [$0] } ?? [],
      length: 1 + digits.endIndex - text.startIndex + (hasSemicolon ? 1 : 0))
  }

  /// The character that a number stands for; nil for controls, of which nothing is visible.
  private static func scalar(numbered value: UInt32) -> Unicode.Scalar? {
    switch value {
    case 0x09, 0x0A, 0x20..<0x7F: Unicode.Scalar(value)
    case 0x0C: " "
    case 0x0D: "\n"
    case 0, 0xFFFE, 0xFFFF: "\u{FFFD}"
    case 0x80...0x9F: windows1252[Int(value - 0x80)]
    case ..<0x80: nil
    default: Unicode.Scalar(value) ?? "\u{FFFD}"
    }
  }

  private static let windows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]

  // MARK: - Names

  private mutating func readName(_ text: ArraySlice<UInt8>, inAttribute: Bool) {
    let name = text.prefix(NamedReferences.longestName).prefix { $0.isASCIILetter || $0.isASCIIDigit }
    guard name.count > 1 else { return }
    if name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";"),
      let scalars = NamedReferences.scalars(named: String(decoding: name, as: UTF8.self))
    {
      return set(scalars, length: name.count + 1)
    }
    for length in stride(from: min(name.count, NamedReferences.longestLatin1Name), through: 2, by: -1) {
      let name = String(decoding: name.prefix(length), as: UTF8.self)
      guard let scalar = NamedReferences.latin1(named: name) else { continue }
      let next = text.dropFirst(length).first ?? 0
      if inAttribute, next == UInt8(ascii: "=") || next.isASCIILetter || next.isASCIIDigit { return }
      return set([scalar], length: length)
    }
  }
}
