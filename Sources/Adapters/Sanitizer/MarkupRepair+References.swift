import CLibXML2

/// Character references as browsers read them.
///
/// libxml2 knows the names of HTML 4 and wants their semicolon; browsers do without one after those of Latin-1,
/// know the names in ``NamedReferences`` too, and take numbers of controls for Windows-1252.
extension MarkupRepair {
  /// Appends what a reference stands for, or the ampersand if it is none; the bytes that it takes.
  ///
  /// - Parameters:
  ///   - text: The text or the value from the ampersand on.
  ///   - inAttribute: Whether a name without semicolon must not be followed by a letter, a digit or an equals
  ///     sign, as in the values of attributes.
  mutating func appendReference(_ text: ArraySlice<UInt8>, inAttribute: Bool) -> Int {
    let name = text.dropFirst()
    let length =
      name.first == UInt8(ascii: "#")
      ? appendNumber(name.dropFirst()) : appendName(name, inAttribute: inAttribute)
    guard let length else {
      append("&")
      return 1
    }
    return length
  }

  /// Appends a character for libxml2 to read.
  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": markup.append("&#38;")
    case "<": markup.append("&#60;")
    case "\"": markup.append("&#34;")
    default: markup.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
    }
  }

  // MARK: - Numbers

  private mutating func appendNumber(_ text: ArraySlice<UInt8>) -> Int? {
    let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = text.dropFirst(isHexadecimal ? 1 : 0).prefix {
      $0.isASCIIDigit || isHexadecimal && $0.isASCIILetter && $0 | 0x20 <= UInt8(ascii: "f")
    }
    guard !digits.isEmpty else { return nil }
    let value = digits.reduce(UInt32(0)) { value, digit in
      let number = digit.isASCIIDigit ? digit & 0xF : (digit & 0xF) + 9
      return min(value * (isHexadecimal ? 16 : 10) + UInt32(number), 0x11_0000)
    }
    if let scalar = Self.scalar(numbered: value) { append(scalar) }
    let hasSemicolon = text[digits.endIndex...].first == UInt8(ascii: ";")
    return 2 + digits.endIndex - text.startIndex + (hasSemicolon ? 1 : 0)
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

  private mutating func appendName(_ text: ArraySlice<UInt8>, inAttribute: Bool) -> Int? {
    // The longest name is `CounterClockwiseContourIntegral`.
    let name = text.prefix(31).prefix { $0.isASCIILetter || $0.isASCIIDigit }
    if text[name.endIndex...].first == UInt8(ascii: ";"),
      let characters = NamedReferences.characters(named: String(decoding: name, as: UTF8.self))
    {
      characters.unicodeScalars.forEach { append($0) }
      return name.count + 2
    }
    // The longest that may stand without a semicolon are such as `Aacute`.
    for length in stride(from: min(name.count, 6), through: 2, by: -1) {
      guard let scalar = NamedReferences.latin1(named: String(decoding: name.prefix(length), as: UTF8.self))
      else { continue }
      let next = text.dropFirst(length).first ?? 0
      if inAttribute, next == UInt8(ascii: "=") || next.isASCIILetter || next.isASCIIDigit { return nil }
      append(scalar)
      return length + 1
    }
    return nil
  }
}
