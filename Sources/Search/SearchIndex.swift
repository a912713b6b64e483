/// Finds texts by the beginning of their title or by words they hold.
public struct SearchIndex: Sendable {
  /// How many texts there are.
  public var count: Int { texts.count }

  private let texts: FoldedTexts
  private let titles: SortedTexts
  private let titleWords: SortedTexts
  private let words: SortedTexts

  /// Indexes texts; their order is the list order, positions count from zero.
  public init(_ texts: some Collection<SearchText>) {
    let texts = FoldedTexts(texts)
    self.texts = texts
    titles = SortedTexts(texts.titleStarts, in: texts, end: 0, keepsFrequent: true)
    titleWords = SortedTexts(texts.wordStarts, in: texts, end: 0x20, keepsFrequent: false)
    words = SortedTexts(texts.insides, in: texts, end: 0x20, keepsFrequent: true)
  }

  /// Everything that matches; everything there is for an empty query.
  public func results(for query: SearchQuery) -> SearchResults {
    SearchResults(positions(for: query))
  }

  /// The first matches to offer while typing; none for an empty query.
  ///
  /// First the exact titles, then those that begin so, then those in which each typed word begins a
  /// word, then the rest; in list order within each.
  public func suggestions(for query: SearchQuery, limit: Int) -> [Int] {
    guard !query.isEmpty, limit > 0 else { return [] }
    var suggestions = Suggestions(limit: limit)
    suggestions.offer(titles.positions(beginningWith: query.phrase + [0], in: texts))
    suggestions.offer(titles.positions(beginningWith: query.phrase, in: texts))
    if query.match == .contains && !suggestions.isFull {
      suggestions.offer(
        .intersection(of: query.terms.map { titleWords.positions(beginningWith: $0, in: texts) }))
      if !suggestions.isFull { suggestions.offer(positions(for: query)) }
    }
    return suggestions.positions
  }

  private func positions(for query: SearchQuery) -> PositionSet {
    if query.isEmpty { return .range(0..<texts.count) }
    return switch query.match {
    case .prefix: titles.positions(beginningWith: query.phrase, in: texts)
    case .contains: .intersection(of: query.terms.map { words.positions(beginningWith: $0, in: texts) })
    }
  }
}
