/// A visitor's typed text, prepared for search.
public struct SearchQuery: Sendable, Hashable {
  /// Scalars of the longest query; a longer one is cut at the end of a character.
  public static let longest = 200
  /// Different words of a query; the text is cut after as many. Each costs a pass over its results.
  public static let mostWords = 16

  public let match: SearchMatch
  /// The text to display: without control characters, cut to ``longest`` and ``mostWords``, empty if blank.
  ///
  /// White space at the end stays: it counts in a prefix.
  public let shown: String
  /// The folded search terms: the whole text for a prefix, each word once for contains.
  let terms: [[UInt8]]
  /// The whole text, folded; for contains without a space at the end.
  let phrase: [UInt8]
  /// A prefix with its apostrophes as they were typed.
  let signed: [UInt8]
  /// The text up to its last letter with a mark, folded but for marks and apostrophes; nil without such a letter.
  let marked: [UInt8]?

  /// The typed words of a search anywhere that are not ASCII, folded but for marks and spellings.
  private let written: [[UInt8]]
  /// Whether a typed `ue` may also stand for `ü`.
  private let isGerman: Bool

  /// Accepts any text; only white space and hyphens between words have a meaning.
  /// - Parameter isGerman: whether the visitor or the list writes German.
  public init(_ typed: String, match: SearchMatch, isGerman: Bool = false) {
    (self.match, self.isGerman) = (match, isGerman && match == .contains)
    var text = Self.presentable(typed)
    var phrase = Folding.fold(text)
    switch match {
    case .prefix:
      let isPlain =
        phrase.isEmpty
        || text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "`") }
      terms = phrase.isEmpty ? [] : [phrase]
      signed = isPlain ? phrase : Folding.fold(text, keeping: .signs)
      marked = isPlain ? nil : Self.marked(text)
      written = []
    case .contains:
      var words = Self.words(of: phrase)
      if words.count > Self.mostWords {
        text = text.split(separator: " ").prefix(Self.mostWords).joined(separator: " ")
        phrase = Folding.fold(text)
        words = Array(Self.words(of: phrase).prefix(Self.mostWords))
      }
      if phrase.last == 0x20 { phrase.removeLast() }
      let isPlain = phrase.isEmpty || text.utf8.allSatisfy { $0 < 0x80 }
      (terms, signed) = (words, [])
      marked = isPlain ? nil : Self.marked(text, beside: .none)
      written = isPlain ? [] : Self.written(text)
    }
    (self.phrase, shown) = (phrase, phrase.isEmpty ? "" : text)
  }

  /// Whether there is no search term; an empty query matches everything.
  public var isEmpty: Bool { terms.isEmpty }

  private static func marked(_ text: String, beside detail: FoldingDetail = .signs) -> [UInt8]? {
    var beginning = FoldingTable.composed(text)[...]
    while let last = beginning.last.map(String.init),
      Folding.fold(last, keeping: .marks) == Folding.fold(last, keeping: detail)
    {
      beginning.removeLast()
    }
    return beginning.isEmpty ? nil : Folding.fold(String(beginning), keeping: .marks)
  }

  private static func written(_ text: String) -> [[UInt8]] {
    text.split { !$0.isLetter && !$0.isNumber }.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
      .map { Folding.fold(String($0), keeping: .marks) }
  }

  /// Positions of equally good titles, those with the words as they were typed first: `El niño` before `El nino`.
  /// - Parameter title: of a position; called for ``mostWritten`` of them.
  public func writtenFirst(_ positions: [Int], _ title: (Int) -> String) -> [Int] {
    guard !written.isEmpty, positions.count > 1 else { return positions }
    let looked = positions.prefix(Self.mostWritten).map { position in
      let title = FoldedText(title(position), keeping: .marks)
      return (position, written.allSatisfy(title.holds))
    }
    return looked.filter(\.1).map(\.0) + looked.filter { !$0.1 }.map(\.0)
      + positions.dropFirst(Self.mostWritten)
  }

  /// Titles of one rank whose spelling is compared, in a millisecond.
  private static let mostWritten = 1_000

  private static func words(of phrase: [UInt8]) -> [[UInt8]] {
    // At most a hundred: a linear search costs less than hashing.
    phrase.split(separator: 0x20).flatMap(parts).reduce(into: []) { words, word in
      if !words.contains(where: { $0.elementsEqual(word) }) { words.append(Array(word)) }
    }
  }

  /// The parts of a word with hyphens within, as in `saint-exupéry`; not of `-5`.
  private static func parts(of word: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let hyphen = UInt8(ascii: "-")
    return word.first == hyphen || word.last == hyphen ? [word] : word.split(separator: hyphen)
  }

  /// A term as it may be written: as typed, `saint` for `st` before another word and the reverse, and in German with
  /// `ü` for `ue`, but not after a vowel or `q`.
  func spellings(of term: [UInt8]) -> [[UInt8]] {
    if let others = saints(term) { return [term] + others }
    guard isGerman else { return [term] }
    var umlauts: [UInt8] = []
    for (index, byte) in term.enumerated() {
      let isAfterVowel = index > 1 && "aeiouq".utf8.contains(term[index - 2])
      let isOfUmlaut = byte == UInt8(ascii: "e") && index > 0 && "aou".utf8.contains(term[index - 1])
      if !isOfUmlaut || isAfterVowel { umlauts.append(byte) }
    }
    return umlauts == term ? [term] : [term, umlauts]
  }

  private static let saints = ["st. ", "st ", "saint "].map { Array($0.utf8) }

  /// The other forms of "Saint" in a term; nil without one.
  private func saints(_ term: [UInt8]) -> [[UInt8]]? {
    // In a search anywhere, each word is a term of its own.
    let term = match == .contains && terms.count > 1 ? term + [0x20] : term
    guard let own = Self.saints.first(where: term.starts), match == .contains || term.count > own.count else {
      return nil
    }
    return Self.saints.filter { $0 != own }.map { saint in
      let other = saint + term.dropFirst(own.count)
      return match == .contains && saint == Self.saints[2] ? other.dropLast() : other
    }
  }

  /// Whether all results of this query are among those of another, of which each word was typed further.
  func isWithin(_ other: SearchQuery) -> Bool {
    match == .contains && other.match == .contains && isGerman == other.isGerman
      && other.terms.allSatisfy { wider in terms.contains { $0.starts(with: wider) } }
  }

  private static func presentable(_ typed: String) -> String {
    // Most typed texts are displayed unchanged.
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

  /// The displayed scalar; nil to drop it.
  private static func presentable(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x20...0x7E: return scalar
    case _ where scalar.properties.isWhitespace: return " "
    // Direction controls would affect the page around the text.
    case 0x202A...0x202E, 0x2066...0x2069: return nil
    default: return scalar.properties.generalCategory == .control ? nil : scalar
    }
  }
}

/// The kind of a search.
public enum SearchMatch: String, Sendable, CaseIterable {
  /// Finds titles that begin with the typed text, including a space at its end.
  case prefix
  /// Finds entries that contain each typed word in title or description.
  case contains
}

extension SearchQuery {
  /// The query's hits in a text, for marking them: at most ``mostHits``.
  ///
  /// A prefix has at most one hit, at the beginning of a title. A hit covers whole characters: `e` hits all of `é`, `s`
  /// all of `ß`.
  /// - Returns: ranges of UTF-8 offsets into the text as given, sorted, neither empty nor touching.
  public func hits(in text: String, field: SearchField = .title) -> [Range<Int>] {
    if isEmpty || match == .prefix && field == .description { return [] }
    var folded = FoldedText(text)
    var found: [Range<Int>] = []
    switch match {
    case .prefix:
      // An apostrophe before a word need not be typed.
      if phrase != signed || !folded.bytes.starts(with: phrase) { folded = FoldedText(text, keeping: .signs) }
      if folded.bytes.starts(with: signed) { found = [0..<signed.count] }
    case .contains:
      for term in terms.flatMap(spellings) {
        folded.appendOccurrences(of: term, to: &found, limit: Self.mostHits)
      }
      found.sort { $0.lowerBound < $1.lowerBound }
      found.removeLast(max(0, found.count - Self.mostHits))
    }
    return folded.original(of: found)
  }

  /// Marked hits of one text: a page grows with each.
  static let mostHits = 1_000
  /// Bytes of a description that are searched for its first hit, in each row of a list.
  static let mostLookedAt = 32 << 10

  /// The first hit in a description of a word that the title lacks; nil if the title has all words, or the first
  /// ``mostLookedAt`` bytes of the description none.
  /// - Returns: UTF-8 offsets into the description, of whole characters.
  public func firstHit(in description: String, missingIn title: String) -> Range<Int>? {
    let missing = missing(in: title)
    guard match == .contains, !missing.isEmpty else { return nil }
    let folded = FoldedText(description, limit: Self.mostLookedAt)
    var found: [Range<Int>] = []
    for term in missing.flatMap(spellings) { folded.appendOccurrences(of: term, to: &found, limit: 1) }
    return found.min { $0.lowerBound < $1.lowerBound }.flatMap { folded.original(of: [$0]).first }
  }

  /// Whether a title contains every word.
  public func isWhole(in title: String) -> Bool { missing(in: title).isEmpty }

  private func missing(in title: String) -> [[UInt8]] {
    let title = FoldedText(title)
    return terms.filter { !spellings(of: $0).contains(where: title.holds) }
  }
}

/// A part of a ``SearchText`` in which hits are marked.
public enum SearchField: Sendable {
  case title
  case description
}
