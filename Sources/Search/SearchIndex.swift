/// Finds texts by the beginning of their title or by words they hold.
public struct SearchIndex: Sendable {
  private struct Text: Sendable {
    var titles: [[UInt8]]
    var description: [UInt8]
  }

  private let texts: [Text]

  /// Indexes texts; their order is the list order, positions count from zero.
  public init(_ texts: some Collection<SearchText>) {
    self.texts = texts.map {
      Text(
        titles: [$0.title, $0.alternative].compactMap { $0 }.map(Self.trimmed),
        description: Self.trimmed($0.description))
    }
  }

  private static func trimmed(_ text: String) -> [UInt8] {
    var folded = Folding.fold(text)
    if folded.last == 0x20 { folded.removeLast() }
    return folded
  }

  /// Everything that matches; everything there is for an empty query.
  public func results(for query: SearchQuery) -> SearchResults {
    SearchResults(positions: texts.indices.filter { matches(texts[$0], query) })
  }

  /// The first matches to offer while typing; none for an empty query.
  ///
  /// First the exact titles, then those that begin so, then those in which each typed word begins a
  /// word, then the rest; in list order within each.
  public func suggestions(for query: SearchQuery, limit: Int) -> [Int] {
    guard !query.isEmpty, limit > 0 else { return [] }
    let found = texts.indices.filter { matches(texts[$0], query) }
    let ranked = found.map { (rank(texts[$0], query), $0) }
    return ranked.sorted { $0 < $1 }.prefix(limit).map(\.1)
  }

  private func rank(_ text: Text, _ query: SearchQuery) -> Int {
    if text.titles.contains(query.phrase) { return 0 }
    if text.titles.contains(where: { $0.starts(with: query.phrase) }) { return 1 }
    let words = text.titles.flatMap { $0.split(separator: 0x20) }
    return query.terms.allSatisfy { term in words.contains { $0.starts(with: term) } } ? 2 : 3
  }

  private func matches(_ text: Text, _ query: SearchQuery) -> Bool {
    switch query.match {
    case .prefix: query.isEmpty || text.titles.contains { $0.starts(with: query.phrase) }
    case .contains: query.terms.allSatisfy { term in contains(text, term) }
    }
  }

  private func contains(_ text: Text, _ term: [UInt8]) -> Bool {
    (text.titles + [text.description]).contains { field in
      field.indices.contains { field[$0...].starts(with: term) }
    }
  }
}
