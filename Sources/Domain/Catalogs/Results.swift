import Search
import System
import Text

/// The results of a query, as positions in their catalog.
///
/// In list order, by a fact or by relevance; within a section in the section's order, so that a rank is the
/// position there.
public struct Results: Sendable {
  private let source: Source
  /// Above all positions; damaged numbers may lead anywhere.
  private var bound = Int.max

  private enum Source {
    case found(SearchResults)
    case ranked(RankedResults)
    case ordered(OrderedResults)
    case chosen(Numbers<UInt32>, isAscending: Bool)
  }

  private init(source: Source) { self.source = source }

  static func found(_ results: SearchResults) -> Results { Results(source: .found(results)) }

  /// The same without positions that are not below a bound.
  func below(_ bound: Int) -> Results {
    var results = self
    results.bound = bound
    return results
  }

  /// Positions in the order of their ranks. The rank of one is found by bisection if they ascend.
  static func chosen(_ positions: Numbers<UInt32>, isAscending: Bool = false) -> Results {
    Results(source: .chosen(positions, isAscending: isAscending))
  }

  public var total: Int {
    switch source {
    case .found(let results): results.total
    case .ranked(let results): results.total
    case .ordered(let results): results.total
    case .chosen(let positions, _): positions.count
    }
  }

  /// Positions of the entries with the ranks `offset ..< offset + limit`, as far as there are any.
  public func page(from offset: Int, limit: Int) -> [Int] {
    var page = positions(from: offset, limit: limit)
    page.removeAll { $0 >= bound }
    return page
  }

  private func positions(from offset: Int, limit: Int) -> [Int] {
    switch source {
    case .found(let results): results.page(from: offset, limit: limit)
    case .ranked(let results): results.page(from: offset, limit: limit)
    case .ordered(let results): results.page(from: offset, limit: limit)
    case .chosen(let positions, _):
      positions.part(max(0, offset)..<max(0, offset, min(offset + max(0, limit), positions.count))).map(
        Int.init)
    }
  }

  /// The rank of an entry among the results; nil if it is not one of them.
  ///
  /// Cost: a bisection; linear in a section in feed order, and for a part of the catalog sorted by a fact.
  public func rank(of position: Int) -> Int? {
    switch source {
    case .found(let results): return results.rank(of: position)
    case .ranked(let results): return results.rank(of: position)
    case .ordered(let results): return results.rank(of: position)
    case .chosen(let positions, isAscending: false): return positions.firstIndex { $0 == position }
    case .chosen(let positions, isAscending: true):
      let rank = (0..<positions.count).firstIndex(bisecting: { positions[$0] >= position })
      return rank < positions.count && positions[rank] == position ? rank : nil
    }
  }

  /// The entries before and after one; the last comes before the first. Nil if the entry is not one of these
  /// results, or the only one.
  ///
  /// Cost: that of ``rank(of:)`` and of a page.
  public func neighbours(of position: Int) -> Neighbours? {
    guard total > 1, let rank = rank(of: position),
      let previous = page(from: (rank + total - 1) % total, limit: 1).first,
      let next = page(from: (rank + 1) % total, limit: 1).first
    else { return nil }
    return Neighbours(previous: previous, next: next)
  }

  /// The same results with these classes of the best first; a section keeps its own order within each class.
  func ranked(_ best: [[Int]]) -> Results {
    switch source {
    case .ranked, .ordered: return self
    case .found(let results):
      return Results(source: .ranked(RankedResults(results, best: Array(best.joined()))))
    case .chosen(let positions, _):
      let ranks = Dictionary(
        uniqueKeysWithValues: zip(0..., best).flatMap { rank, positions in
          positions.map { (UInt32($0), rank) }
        })
      let classes = positions.reduce(into: Array(repeating: [UInt32](), count: best.count + 1)) {
        $0[ranks[$1] ?? best.count].append($1)
      }
      return .chosen(Numbers(Array(classes.joined())))
    }
  }

  /// The same entries sorted by a fact.
  /// - Parameter bound: the number of entries in the catalog.
  func sorted(by order: FactOrder, isDescending: Bool, below bound: Int) -> Results {
    let chosen =
      unordered
      ?? SearchResults(ascending: page(from: 0, limit: total).map { UInt32($0) }.sorted(), below: bound)
    return Results(
      source: .ordered(
        OrderedResults(order: order, isDescending: isDescending, chosen: total == bound ? nil : chosen)))
  }

  /// The same entries in the order of all positions of the catalog. Cost: one step for each of these.
  func ordered(_ positions: Numbers<UInt32>) -> Results {
    if total == positions.count { return .chosen(positions) }
    if let found = unordered { return .chosen(positions.chosen { found.contains(Int($0)) }) }
    let own = Set(page(from: 0, limit: total))
    return .chosen(positions.chosen { own.contains(Int($0)) })
  }

  /// The set of a search or filter in list order; nil for other results.
  var unordered: SearchResults? { if case .found(let results) = source { results } else { nil } }

  /// The results at some positions, in the same order.
  ///
  /// Cost: one step for each of the positions; within a section, for each of its entries too.
  public func among(_ positions: [Int]) -> Results {
    switch source {
    case .found(let results):
      .chosen(
        Numbers(positions.filter(results.contains).sorted().map { UInt32($0) }), isAscending: true)
    case .ranked, .ordered:
      .chosen(
        Numbers(
          positions.compactMap { position in rank(of: position).map { (rank: $0, position) } }
            .sorted { $0.rank < $1.rank }.map { UInt32($0.1) }))
    case .chosen(let chosen, let isAscending):
      .chosen(
        Numbers(chosen.filter(Set(positions.map { UInt32($0) }).contains)), isAscending: isAscending)
    }
  }
}

/// The entries before and after one among the results, as positions in the catalog.
public struct Neighbours: Sendable, Hashable {
  public let previous: Int
  public let next: Int
}

/// The results of a search with the best first; the others follow in list order.
struct RankedResults: Sendable {
  /// Best first.
  private let best: [Int]
  /// The same in list order.
  private let ascending: [Int]
  private let all: SearchResults

  /// - Parameter best: each once; positions that are not results are dropped.
  init(_ all: SearchResults, best: [Int]) {
    self.all = all
    self.best = best.filter(all.contains)
    ascending = self.best.sorted()
  }

  var total: Int { all.total }

  func page(from offset: Int, limit: Int) -> [Int] {
    guard offset >= 0, limit > 0, offset < total else { return [] }
    let leading = Array(best.dropFirst(offset).prefix(limit))
    let missing = min(limit, total) - leading.count
    guard missing > 0 else { return leading }
    let skipped = max(0, offset - best.count)
    // The first result with more than that many others up to and including it.
    let start = (0..<total).firstIndex(bisecting: { rank in
      all.element(at: rank).map { rank + 1 - leaders(upTo: $0) > skipped } ?? true
    })
    let others = all.page(from: start, limit: missing + best.count).lazy.filter { position in
      let count = leaders(upTo: position)
      return count == 0 || ascending[count - 1] != position
    }
    return leading + others.prefix(missing)
  }

  func rank(of position: Int) -> Int? {
    guard let rank = all.rank(of: position) else { return nil }
    return best.firstIndex(of: position) ?? best.count + rank - leaders(upTo: position)
  }

  /// The number of the best up to and including a position, in list order.
  private func leaders(upTo position: Int) -> Int {
    ascending.indices.firstIndex(bisecting: { ascending[$0] > position })
  }
}
