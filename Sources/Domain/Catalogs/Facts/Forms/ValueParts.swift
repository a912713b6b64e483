import System

/// The value of a fact as runs of digits, words, signs and spaces.
struct ValueParts {
  enum Part {
    case digits(Int, text: Substring)
    case word(Substring)
    case sign(Unicode.Scalar)
    case space

    var number: Int? { if case .digits(let number, _) = self { number } else { nil } }
    var digits: Substring? { if case .digits(_, let text) = self { text } else { nil } }
    var word: Substring? { if case .word(let word) = self { word } else { nil } }
    var isSpace: Bool { if case .space = self { true } else { false } }

    func isSign(_ sign: Unicode.Scalar) -> Bool {
      if case .sign(let own) = self { own == sign } else { false }
    }
  }

  let text: String
  /// The name of a time's zone, as in `2031-03-04T19:30:00+01:00[Europe/Berlin]` (RFC 9557).
  let zone: String?
  private(set) var parts: [Part] = []

  /// Bytes of the longest value that may be more than a text: "Wednesday, 30 September 2020 10:00:00 +0200".
  private static let lengthLimit = 48
  private static let limit = 24
  /// The number of sixteen digits or more.
  private static let most = 1_000_000_000_000_000

  /// Nil for a text without digits, or too long for a number or a date.
  init?(_ text: String) {
    let named = text.hasSuffix("]") ? text.firstIndex(of: "[") : nil
    let isMoment = text.utf8.count > 19 && text.utf8.dropFirst(10).first == UInt8(ascii: "T")
    zone = isMoment ? named.map { String(text[$0...].dropFirst().dropLast()) } : nil
    let text = zone == nil ? text : String(text.prefix { $0 != "[" })
    guard text.utf8.count <= Self.lengthLimit, text.unicodeScalars.contains(where: Self.isDigit) else {
      return nil
    }
    self.text = text
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let (start, scalar) = (index, scalars[index])
      func run(_ isPart: (Unicode.Scalar) -> Bool) -> Substring {
        while index < scalars.endIndex, isPart(scalars[index]) { index = scalars.index(after: index) }
        return text[start..<index]
      }
      if Self.isDigit(scalar) {
        let digits = run(Self.isDigit)
        // Of longer runs, only the text is used.
        parts.append(
          .digits(
            digits.utf8.count <= 15 ? digits.number(in: 0...Self.most) ?? Self.most : Self.most, text: digits)
        )
      } else if scalar.properties.isWhitespace {
        _ = run(\.properties.isWhitespace)
        parts.append(.space)
      } else if scalar.properties.isAlphabetic {
        parts.append(
          .word(run { $0.properties.isAlphabetic || $0.properties.generalCategory == .nonspacingMark }))
      } else {
        index = scalars.index(after: index)
        parts.append(.sign(scalar))
      }
      if parts.count > Self.limit { return nil }
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
}
