import CLibXML2

/// Character references as browsers read them.
///
/// libxml2 knows the names of HTML 4 and requires their semicolon. Browsers accept the Latin-1 names without
/// one and read the numbers 128 to 159 as Windows-1252. Of HTML 5's names only those of ASCII punctuation and
/// a few symbols are known: generators write them.
enum CharacterReferences {
  /// A reference that was recognised, and its length in bytes including the ampersand.
  struct Match {
    /// Nil for a control, which leaves no trace.
    let scalar: Unicode.Scalar?
    let length: Int
  }

  /// - Parameters:
  ///   - text: The bytes after the ampersand.
  ///   - inTag: Whether a name without semicolon must not be followed by a letter, a digit or an equals sign.
  static func match(_ text: ArraySlice<UInt8>, inTag: Bool) -> Match? {
    text.first == UInt8(ascii: "#") ? number(text.dropFirst()) : name(text, inTag: inTag)
  }

  // MARK: - Numbers

  private static func number(_ text: ArraySlice<UInt8>) -> Match? {
    let isHexadecimal = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = text.dropFirst(isHexadecimal ? 1 : 0).prefix {
      $0.isASCIIDigit || isHexadecimal && $0.isASCIILetter && $0 | 0x20 <= UInt8(ascii: "f")
    }
    guard !digits.isEmpty else { return nil }
    let value = digits.reduce(UInt32(0)) { value, digit in
      let number = digit.isASCIIDigit ? digit & 0xF : (digit & 0xF) + 9
      return min(value * (isHexadecimal ? 16 : 10) + UInt32(number), 0x11_0000)
    }
    let hasSemicolon = text[digits.endIndex...].first == UInt8(ascii: ";")
    return Match(
      scalar: scalar(numbered: value), length: 2 + digits.endIndex - text.startIndex + (hasSemicolon ? 1 : 0))
  }

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

  private static func name(_ text: ArraySlice<UInt8>, inTag: Bool) -> Match? {
    let name = text.prefix(longestName).prefix { $0.isASCIILetter || $0.isASCIIDigit }
    if text[name.endIndex...].first == UInt8(ascii: ";") {
      let string = String(decoding: name, as: UTF8.self)
      if let scalar = html4(string) ?? html5[string] { return Match(scalar: scalar, length: name.count + 2) }
    }
    // The names that browsers accept without a semicolon have two to six letters.
    for length in stride(from: min(name.count, 6), through: 2, by: -1) {
      guard let scalar = html4(String(decoding: name.prefix(length), as: UTF8.self)), scalar.value < 0x100,
        scalar != "'"
      else { continue }
      let next = text.dropFirst(length).first ?? 0
      if inTag, next == UInt8(ascii: "=") || next.isASCIILetter || next.isASCIIDigit { return nil }
      return Match(scalar: scalar, length: length + 1)
    }
    return nil
  }

  /// The length of `thetasym`.
  private static let longestName = 8

  private static func html4(_ name: String) -> Unicode.Scalar? {
    htmlEntityLookup(name).flatMap { Unicode.Scalar($0.pointee.value) }
  }

  private static let html5: [String: Unicode.Scalar] = [
    "Tab": "\t", "NewLine": "\n", "excl": "!", "QUOT": "\"", "num": "#", "dollar": "$", "percnt": "%",
    "AMP": "&", "lpar": "(", "rpar": ")", "ast": "*", "plus": "+", "comma": ",", "period": ".", "sol": "/",
    "colon": ":", "semi": ";", "LT": "<", "equals": "=", "GT": ">", "quest": "?", "commat": "@",
    "lsqb": "[", "lbrack": "[", "bsol": "\\", "rsqb": "]", "rbrack": "]", "Hat": "^", "lowbar": "_",
    "grave": "`", "lcub": "{", "lbrace": "{", "vert": "|", "verbar": "|", "rcub": "}", "rbrace": "}",
    "COPY": "©", "REG": "®", "hyphen": "‐", "star": "☆", "starf": "★", "check": "✓", "cross": "✗",
  ]
}
