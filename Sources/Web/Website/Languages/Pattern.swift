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

  /// The sentence without a placeholder and the text behind it, or before it at the end.
  func without(_ name: String) -> Pattern {
    guard let position = pieces.firstIndex(of: .value(name)) else { return self }
    var rest = pieces
    rest.remove(at: position)
    let other = position < rest.count ? position : position - 1
    if rest.indices.contains(other), case .text = rest[other] { rest.remove(at: other) }
    return Pattern(rest)
  }

  init(_ pieces: [Constant.Piece]) {
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
}
