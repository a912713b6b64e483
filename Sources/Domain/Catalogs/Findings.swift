public import Search
import System

/// The results of a query; if it matches nothing, those of its likely corrections.
public struct Findings: Sendable {
  public let results: Results
  /// The corrected queries, likeliest first; empty if the query itself matches.
  public let corrections: [SearchQuery]
  /// The likely intended text: the title of the first result, or the beginning that several share. Nil if the
  /// query itself matches.
  public let correctedTo: String?

  public init(results: Results, corrections: [SearchQuery] = [], correctedTo: String? = nil) {
    (self.results, self.corrections, self.correctedTo) = (results, corrections, correctedTo)
  }

  /// Corrections of one query, and results of all of them together.
  fileprivate static let (correctionLimit, resultLimit) = (3, 600)
}

extension Catalog {
  /// The results of a query, with one typing error corrected if it matches nothing.
  ///
  /// Cost: that of ``results(for:)``; where nothing matches, that of some more searches.
  public func findings(for query: Query) -> Findings {
    let results = results(for: query)
    // A query that only the filters leave empty has no typing error.
    guard results.total == 0, query.filters.isEmpty || self.results(for: query.unfiltered).total == 0 else {
      return Findings(results: results)
    }
    let corrections = index.corrections(of: query.search, limit: Findings.correctionLimit)
    var positions: [Int] = []
    var seen: Set<Int> = []
    for correction in corrections {
      let found = self.results(for: query.with(correction)).page(
        from: 0, limit: Findings.resultLimit - positions.count)
      positions += found.filter { seen.insert($0).inserted }
    }
    guard let first = positions.first else { return Findings(results: results) }
    let title = entries[first].title
    return Findings(
      results: Results(positions, below: entries.count), corrections: corrections,
      correctedTo: positions.count > 1 ? corrections.first?.shared(by: title) ?? title : title)
  }

  /// The best matches for a text that is being typed, with one typing error corrected if there are none.
  public func findings(suggestedFor search: SearchQuery, limit: Int) -> Findings {
    let found = index.suggestions(for: search, limit: limit)
    if found.isEmpty, !search.isEmpty { return findings(for: Query(search: search)) }
    return Findings(results: Results(found, below: entries.count))
  }
}

extension SearchQuery {
  /// The beginning that all titles found by prefix share, as one of them writes it, up to the end of the word; nil
  /// for a search anywhere.
  fileprivate func shared(by title: String) -> String? {
    guard match == .prefix, let hit = hits(in: title).first else { return nil }
    let end = title.utf8.index(title.startIndex, offsetBy: hit.upperBound)
    return String(title[..<end]) + String(title[end...].prefix { $0.isLetter || $0.isNumber })
  }
}
