/// What a visitor typed, made ready for searching.
public struct SearchQuery: Sendable, Hashable {
  /// Scalars that count; more are cut off, at the end of a character.
  public static let longest = 200
  /// Different words that count; the text is cut after so many words if it has more. Each word costs a pass over
  /// what it finds.
  public static let mostWords = 16

  public let match: SearchMatch
  /// The text to show back: without controls, cut to ``longest`` and ``mostWords``, empty if blank.
  ///
  /// White space at the end stays, for it counts while typing a prefix.
  public let shown: String
  /// What is looked for: one folded text for a prefix, each folded word once for contains.
  let terms: [[UInt8]]
  /// The whole typed text, folded, with no space at the end for contains.
  let phrase: [UInt8]

  /// Takes any text: nothing in it has a meaning but white space between words.
  public init(_ typed: String, match: SearchMatch) {
    self.match = match
    var text = Self.presentable(typed)
    var phrase = Folding.fold(text)
    var terms: [[UInt8]] = []
    if match == .contains {
      terms = Self.words(of: phrase)
      if terms.count > Self.mostWords {
        text = text.split(separator: " ").prefix(Self.mostWords).joined(separator: " ")
        phrase = Folding.fold(text)
        terms = Array(Self.words(of: phrase).prefix(Self.mostWords))
      }
      if phrase.last == 0x20 { phrase.removeLast() }
    } else if !phrase.isEmpty {
      terms = [phrase]
    }
    (self.terms, self.phrase) = (terms, phrase)
    shown = phrase.isEmpty ? "" : text
  }

  /// Whether nothing is looked for, so that everything is found.
  public var isEmpty: Bool { terms.isEmpty }

  private static func words(of phrase: [UInt8]) -> [[UInt8]] {
    // A hundred at most: looking through them costs less than hashing.
    phrase.split(separator: 0x20).reduce(into: []) { words, word in
      if !words.contains(where: { $0.elementsEqual(word) }) { words.append(Array(word)) }
    }
  }

  private static func presentable(_ typed: String) -> String {
    // Most of what is typed is shown as it is.
    let utf8 = typed.utf8
    if utf8.count <= longest, utf8.first != 0x20, utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return typed
    }
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in typed.unicodeScalars where count <= longest {
      guard let shown = presentable(scalar) else { continue }
      if shown == " " && kept.isEmpty { continue }
      kept.append(shown)
      count += 1
    }
    guard count > longest else { return String(kept) }
    let whole = String(String(kept).dropLast())
    return whole.isEmpty ? String(kept.prefix(longest)) : whole
  }

  /// What stands for a scalar in the text shown back; nil if nothing does.
  private static func presentable(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: return scalar
    case _ where scalar.properties.isWhitespace: return " "
    // They would turn the direction of the page around the text.
    case 0x202A...0x202E, 0x2066...0x2069: return nil
    default: return scalar.properties.generalCategory == .control ? nil : scalar
    }
  }
}
