import Search
import Text

/// The results of a search with the best of them first; the others follow in list order.
struct RankedResults: Sendable {
  /// Best first.
  private let best: [Int]
  /// The same in list order.
  private let ascending: [Int]
  private let all: SearchResults

  /// - Parameter best: each once; those that are not among the results are left out.
  init(_ all: SearchResults, best: [Int]) {
    self.all = all
    self.best = best.filter { all.rank(of: $0) != nil }
    ascending = self.best.sorted()
  }

  var total: Int { all.total }

  func page(from offset: Int, limit: Int) -> [Int] {
    guard offset >= 0, limit > 0, offset < total else { return [] }
    let leading = Array(best.dropFirst(offset).prefix(limit))
    let missing = min(limit, total) - leading.count
    guard missing > 0 else { return leading }
    let skipped = max(0, offset - best.count)
    // The first result with more than that many others up to and with itself.
    let start = (0..<total).firstIndex(bisecting: { rank in
      all.element(at: rank).map { rank + 1 - leaders(upTo: $0) > skipped } ?? true
    })
    let others = all.page(from: start, limit: missing + best.count).lazy.filter { !isBest($0) }
    return leading + others.prefix(missing)
  }

  func rank(of position: Int) -> Int? {
    guard let rank = all.rank(of: position) else { return nil }
    return best.firstIndex(of: position) ?? best.count + rank - leaders(upTo: position)
  }

  /// How many of the best stand in list order up to and with a position.
  private func leaders(upTo position: Int) -> Int {
    ascending.indices.firstIndex(bisecting: { ascending[$0] > position })
  }

  private func isBest(_ position: Int) -> Bool {
    let count = leaders(upTo: position)
    return count > 0 && ascending[count - 1] == position
  }
}
