import Templates

/// A sentence with placeholders: "Page {page} of {pages}".
struct Pattern: Sendable, Hashable {
  let pieces: [Constant.Piece]

  /// Nil for an unmatched brace, or braces without a name.
  init?(_ text: String) {
    var pieces: [Constant.Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = rest[rest.index(after: open)..<close]
      guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.value(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
  }

  var names: Set<String> {
    Set(
      pieces.compactMap { piece in
        if case .value(let name) = piece { name } else { nil }
      })
  }

  /// The sentence without a placeholder and the text behind it, or before it at the end.
  func without(_ name: String) -> Pattern {
    guard let position = pieces.firstIndex(of: .value(name)) else { return self }
    var rest = pieces
    rest.remove(at: position)
    let other = position < rest.count ? position : position - 1
    if rest.indices.contains(other), case .text = rest[other] { rest.remove(at: other) }
    return Pattern(rest)
  }

  private init(_ pieces: [Constant.Piece]) {
    self.pieces = pieces
  }

  /// The sentence with values; a placeholder without a value is empty, and `{count}` defaults to `count`.
  /// - Parameter isolates: whether a value with letters from right to left is isolated, lest it takes the signs and
  ///   numbers beside it along.
  func filled(
    _ values: KeyValuePairs<String, String>, count: String = "", isolating isolates: Bool = false
  ) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let name):
        let value = values.first { $0.key == name }?.value ?? (name == "count" ? count : "")
        let isTurned = isolates && value.unicodeScalars.contains(where: Self.isRightToLeft)
        text += isTurned ? "\u{2068}\(value)\u{2069}" : value
      }
    }
    return text
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
    default: false
    }
  }
}

/// A sentence in its plural forms.
struct PluralPattern: Sendable, Hashable {
  let forms: [PluralRule.Category: Pattern]
  let other: Pattern

  func pattern(for category: PluralRule.Category) -> Pattern { forms[category] ?? other }

  var names: Set<String> { forms.values.reduce(into: other.names) { $0.formUnion($1.names) } }
}

/// The plural rule of a language, from CLDR (Unicode TR 35, part 3).
enum PluralRule: Sendable, Hashable {
  /// English, German and most languages of Europe.
  case oneAndOther
  /// Zero has the form of one; millions are followed by "de".
  case french
  /// Millions are followed by "de".
  case spanish
  case arabic

  enum Category: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
  }

  /// - Parameter language: a language tag; unknown languages have the rule of English.
  init(language: String) {
    switch language.prefix(while: { $0 != "-" }) {
    case "fr": self = .french
    case "es": self = .spanish
    case "ar": self = .arabic
    default: self = .oneAndOther
    }
  }

  /// Possible forms of a language; missing ones default to ``PluralRule/Category/other``.
  var categories: Set<Category> {
    switch self {
    case .oneAndOther: [.one, .other]
    case .french, .spanish: [.one, .many, .other]
    case .arabic: Set(Category.allCases)
    }
  }

  func category(of count: Int) -> Category {
    switch self {
    case .oneAndOther: return count == 1 ? .one : .other
    case .french: return count < 2 ? .one : Self.isMillions(count) ? .many : .other
    case .spanish: return count == 1 ? .one : Self.isMillions(count) ? .many : .other
    case .arabic: return Self.arabic(count)
    }
  }

  private static func isMillions(_ count: Int) -> Bool { count > 0 && count % 1_000_000 == 0 }

  private static func arabic(_ count: Int) -> Category {
    switch (count, count % 100) {
    case (0, _): .zero
    case (1, _): .one
    case (2, _): .two
    case (_, 3...10): .few
    case (_, 11...99): .many
    default: .other
    }
  }
}
