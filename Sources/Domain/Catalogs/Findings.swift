public import Search

/// What a query finds; or, if nothing fits it as it was typed, what it was perhaps meant to find.
public struct Findings: Sendable {
  public let results: Results
  /// What was searched for instead, the likeliest first; empty if something fits the query itself.
  public let corrections: [SearchQuery]
  /// What the query is taken for: the title of the first result, or as much of it as several begin with. Nil
  /// if something fits the query itself.
  public let meant: String?

  public init(results: Results, corrections: [SearchQuery], meant: String? = nil) {
    (self.results, self.corrections, self.meant) = (results, corrections, meant)
  }

  /// Texts that are searched for instead of one, and results that they have together: a page for each.
  static let (mostCorrections, mostResults) = (3, 600)
}

extension Catalog {
  /// What answers a query, with a slip in it forgiven if nothing does.
  ///
  /// Cost: that of ``results(for:)``; where nothing is found, some 0.1 ms more.
  public func findings(for query: Query) -> Findings {
    let results = results(for: query)
    // Where the filters leave nothing, nobody has slipped.
    guard results.total == 0, query.filters.isEmpty || self.results(for: query.unfiltered).total == 0 else {
      return Findings(results: results, corrections: [], meant: nil)
    }
    let corrections = index.corrections(of: query.search, limit: Findings.mostCorrections)
    var positions: [Int] = []
    var seen: Set<Int> = []
    for correction in corrections {
      let found = self.results(for: query.with(correction)).page(
        from: 0, limit: Findings.mostResults - positions.count)
      positions += found.filter { seen.insert($0).inserted }
    }
    guard let first = positions.first else {
      return Findings(results: results, corrections: [], meant: nil)
    }
    let title = entries[first].title
    return Findings(
      results: .chosen(positions.map { UInt32($0) }), corrections: corrections,
      meant: positions.count > 1 ? corrections.first?.shared(by: title) ?? title : title)
  }

  /// The first matches to offer while someone types, best first; with a slip forgiven if there are none.
  public func findings(suggestedFor search: SearchQuery, limit: Int) -> Findings {
    let found = index.suggestions(for: search, limit: limit)
    if found.isEmpty, !search.isEmpty { return findings(for: Query(search: search)) }
    return Findings(results: .chosen(found.map { UInt32($0) }), corrections: [], meant: nil)
  }
}

extension SearchQuery {
  /// What all titles begin with that are found by their beginning, as one of them writes it, up to the end of
  /// the word; nil for what is found anywhere.
  fileprivate func shared(by title: String) -> String? {
    guard match == .prefix, let hit = hits(in: title).first else { return nil }
    let end = title.utf8.index(title.startIndex, offsetBy: hit.upperBound)
    return String(title[..<end]) + String(title[end...].prefix { $0.isLetter || $0.isNumber })
  }
}
