import Synchronization

/// The last searches anywhere: a page, its facets and its neighbours search once, and a query that is typed further
/// looks at the hits of the one before.
final class RecentSearches: Sendable {
  private struct Search {
    let query: SearchQuery
    let results: Results
    /// The best of all results, and the limit of their number.
    var best: (limit: Int, classes: [[Int]])?
  }

  /// The last one used comes last.
  private let searches = Mutex<[Search]>([])

  private static let countLimit = 64
  /// Positions of all of them, four bytes each; the last one is kept in any case.
  private static let totalLimit = 2_000_000

  /// - Parameter search: called with results of another query among which these are.
  func results(for query: SearchQuery, _ search: (Results?) -> Results) -> Results {
    let (known, wider) = searches.withLock { searches in
      guard let index = searches.lastIndex(where: { $0.query == query }) else {
        let wider = searches.lazy.filter { query.isWithin($0.query) }.map(\.results)
        return (Results?.none, wider.min { $0.total < $1.total })
      }
      let found = searches.remove(at: index)
      searches.append(found)
      return (found.results, nil)
    }
    if let known { return known }
    let results = search(wider)
    searches.withLock { searches in
      searches.append(Search(query: query, results: results))
      var total = searches.reduce(0) { $0 + $1.results.total }
      while searches.count > 1, searches.count > Self.countLimit || total > Self.totalLimit {
        total -= searches.removeFirst().results.total
      }
    }
    return results
  }

  func best(of query: SearchQuery, _ limit: Int, _ rank: () -> [[Int]]) -> [[Int]] {
    let known = searches.withLock { searches in searches.last { $0.query == query }?.best }
    if let known, known.limit == limit { return known.classes }
    let classes = rank()
    searches.withLock { searches in
      if let index = searches.lastIndex(where: { $0.query == query }) {
        searches[index].best = (limit, classes)
      }
    }
    return classes
  }
}
