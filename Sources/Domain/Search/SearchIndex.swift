public import System

/// Finds texts by the beginning of their titles or by parts of their words.
///
/// A linear scan reads every text (7 to 8 ms for 200,000 titles); an index of trigrams does not help with one or two
/// letters. Here titles are sorted, so a prefix matches a range, found by bisection. An index for prefixes has titles
/// with marks or apostrophes in further forms, so that a typed `é` or `‘` is a range too: to compare all titles that
/// begin with an E would take thousands of steps. The words of a query hold no space, so other matches lie within
/// words: the suffixes of the *distinct* words are sorted, half as many as those of all texts, and each word has a
/// list of its entries. Patterns that match more than an eighth of the entries, or the square root of their number if
/// they are few, have their sets stored in advance, as runs, positions or bits, with totals. Only a query of several
/// frequent words costs as much as the results of the rarest.
public struct SearchIndex: Sendable {
  /// The number of texts.
  public var count: Int { texts.count }

  let texts: FoldedTexts
  let titles: TitleIndex
  let words: WordIndex?

  /// An index that ``SearchIndexWriter`` wrote. Damaged arrays give wrong results, never an access outside of them.
  public init(_ arrays: ArraySet) {
    texts = FoldedTexts(arrays)
    titles = TitleIndex(arrays, in: texts)
    words = WordIndex(arrays, entryCount: texts.count)
  }

  /// All matches; all texts for an empty query.
  public func results(for query: SearchQuery) -> SearchResults {
    SearchResults(positions(for: query))
  }

  /// Matches to suggest while typing: those of ``best(for:limit:among:)``, then the others in list order. None for an
  /// empty query.
  public func suggestions(for query: SearchQuery, limit: Int) -> [Int] {
    let results = results(for: query)
    var suggestions = bestFirst(query, limit, among: results)
    if !query.isEmpty { suggestions.offer(results.positions) }
    return Array(suggestions.classes.joined())
  }

  /// The best matches by title, at most `limit`; none for an empty query.
  ///
  /// In classes: exact titles; titles that begin with the text, both first with the marks as typed; then by the number of typed words that begin a word of
  /// a title, or else lie within one. Each class is in list order.
  /// - Parameter results: all matches, or those that are shown.
  public func best(for query: SearchQuery, limit: Int, among results: SearchResults) -> [[Int]] {
    bestFirst(query, limit, among: results).classes
  }

  /// The matches of a prefix that begin with its marks too, in list order, at most `limit`; empty without marks.
  public func marked(_ query: SearchQuery, limit: Int) -> [Int] {
    marked(query)?.page(from: 0, limit: limit) ?? []
  }

  private func marked(_ query: SearchQuery) -> PositionSet? {
    guard words == nil || query.match == .contains, let marked = query.marked else { return nil }
    return .intersection(of: [
      titles.positions(beginningWith: [FoldedTexts.withMarks] + marked), positions(for: query),
    ])
  }

  /// The beginning of titles that a query looks for, with its apostrophes in an index for prefixes.
  private func beginning(of query: SearchQuery) -> [UInt8] {
    words == nil && query.match == .prefix ? query.signed : query.phrase
  }

  /// - Parameter gathered: positions that the words of one kind may gather; a word with more is not counted.
  func bestFirst(
    _ query: SearchQuery, _ limit: Int, among results: SearchResults, gathering gathered: Int = mostGathered
  ) -> BestFirst {
    var best = BestFirst(limit: min(limit, results.total), below: count)
    guard !query.isEmpty else { return best }
    let (all, beginnings) = (results.positions, query.spellings(of: beginning(of: query)))
    if let marked = marked(query) {
      best.offer(.intersection(of: [titles.positions(beginningWith: beginnings[0] + [0]), marked, all]))
      best.offer(.intersection(of: [marked, all]))
    }
    for beginning in beginnings.map({ $0 + [0] }) + beginnings {
      best.offer(.intersection(of: [titles.positions(beginningWith: beginning), all]))
    }
    guard let words, query.match == .contains, !best.isFull else { return best }
    let begun = byWordsInTitle(query, words, among: all, at: .wordStart, gathered)
    lazy var held = byWordsInTitle(query, words, among: all, at: .anywhere, gathered)
    for count in (1...query.terms.count).reversed() {
      if count < begun.count { best.offer(begun[count]) }
      if !best.isFull, count < held.count { best.offer(held[count]) }
    }
    return best
  }

  /// Positions that the words of a query may gather, in 5 ms; a word with more is not counted.
  private static let mostGathered = 1_000_000

  /// For each number of words, from none on, the results with at least that many in a title.
  private func byWordsInTitle(
    _ query: SearchQuery, _ words: WordIndex, among results: PositionSet, at place: TitlePlace, _ limit: Int
  ) -> [PositionSet] {
    var (levels, room) = ([results], limit)
    for term in query.terms {
      let found = query.spellings(of: term).compactMap {
        words.positions(ofTitlesWith: $0, at: place, within: room)
      }
      guard let first = found.first?.0 else { continue }
      let set = found.dropFirst().reduce(first) { $0.union($1.0, below: texts.count) }
      room -= found.reduce(0) { $0 + $1.gathered }
      levels.append(.empty)
      for count in (1..<levels.count).reversed() {
        levels[count] = levels[count].union(.intersection(of: [levels[count - 1], set]), below: texts.count)
      }
    }
    return levels
  }

  private func positions(for query: SearchQuery) -> PositionSet {
    if query.isEmpty { return .range(0..<texts.count) }
    return switch query.match {
    case .prefix: titles.positions(beginningWith: beginning(of: query))
    case .contains:
      .intersection(
        of: query.terms.map { term in
          query.spellings(of: term).reduce(.empty) { found, spelling in
            found.union(words?.positions(holding: spelling) ?? .empty, below: texts.count)
          }
        })
    }
  }
}
