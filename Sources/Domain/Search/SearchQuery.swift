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

/// Which question a search answers.
public enum SearchMatch: String, Sendable, CaseIterable {
  /// Titles that begin with the typed text, a space at its end included.
  case prefix
  /// Things that hold each typed word somewhere in title or description.
  case contains
}

extension SearchQuery {
  /// Where the query's hits lie in a text it was found in, for marking them.
  ///
  /// A prefix has one hit at most, at the beginning of a title and none in a description. A hit grows
  /// to whole characters: `e` hits all of `é`, `s` all of `ß`. After the first ``mostHits`` none is marked.
  /// - Returns: ranges of UTF-8 offsets into the text as given, sorted, neither empty nor touching.
  public func hits(in text: String, field: SearchField = .title) -> [Range<Int>] {
    if isEmpty || match == .prefix && field == .description { return [] }
    let folded = FoldedText(text)
    var found: [Range<Int>] = []
    switch match {
    case .prefix:
      if folded.bytes.starts(with: phrase) { found = [0..<phrase.count] }
    case .contains:
      for term in terms { folded.appendOccurrences(of: term, to: &found, limit: Self.mostHits) }
      found.sort { $0.lowerBound < $1.lowerBound }
      found.removeLast(max(0, found.count - Self.mostHits))
    }
    return folded.original(of: found)
  }

  /// Hits of one text that are marked: a page grows with each.
  static let mostHits = 1_000
  /// Bytes of a description that are looked at for its first hit: a list does so for each of its rows.
  static let mostLookedAt = 32 << 10

  /// The first hit in a description of a word that a title lacks; nil if the title has them all, or if the first
  /// ``mostLookedAt`` bytes of the description have none.
  /// - Returns: UTF-8 offsets into the description, of whole characters.
  public func firstHit(in description: String, missingIn title: String) -> Range<Int>? {
    let missing = missing(in: title)
    guard match == .contains, !missing.isEmpty else { return nil }
    let folded = FoldedText(description, limit: Self.mostLookedAt)
    var found: [Range<Int>] = []
    for term in missing { folded.appendOccurrences(of: term, to: &found, limit: 1) }
    return found.min { $0.lowerBound < $1.lowerBound }.flatMap { folded.original(of: [$0]).first }
  }

  /// Whether a title alone holds every word.
  public func isWhole(in title: String) -> Bool { missing(in: title).isEmpty }

  private func missing(in title: String) -> [[UInt8]] {
    let title = FoldedText(title)
    return terms.filter { term in
      var found: [Range<Int>] = []
      title.appendOccurrences(of: term, to: &found, limit: 1)
      return found.isEmpty
    }
  }
}

/// The parts of a ``SearchText`` in which hits are marked.
public enum SearchField: Sendable {
  case title
  case description
}
