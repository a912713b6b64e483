import Search
import Text

/// The entries that answer a query, as positions in their catalog.
///
/// In list order, or in the one that was asked for; of a search by relevance; within a section in the section's
/// own, so that a rank says where an entry stands there.
public struct Results: Sendable {
  private let source: Source

  private enum Source {
    case everything(count: Int)
    case found(SearchResults)
    case ranked(RankedResults)
    case ordered(OrderedResults)
    case chosen([UInt32], isAscending: Bool)
  }

  static func everything(count: Int) -> Results { Results(source: .everything(count: count)) }
  static func found(_ results: SearchResults) -> Results { Results(source: .found(results)) }
  /// Positions in the order of their ranks; whether they ascend decides how one is found among them.
  static func chosen(_ positions: [UInt32], isAscending: Bool = false) -> Results {
    Results(source: .chosen(positions, isAscending: isAscending))
  }

  public var total: Int {
    switch source {
    case .everything(let count): count
    case .found(let results): results.total
    case .ranked(let results): results.total
    case .ordered(let results): results.total
    case .chosen(let positions, _): positions.count
    }
  }

  /// Positions of the entries with the ranks `offset ..< offset + limit`, as far as there are any.
  public func page(from offset: Int, limit: Int) -> [Int] {
    switch source {
    case .everything(let count): Array((0..<count).dropFirst(offset).prefix(limit))
    case .found(let results): results.page(from: offset, limit: limit)
    case .ranked(let results): results.page(from: offset, limit: limit)
    case .ordered(let results): results.page(from: offset, limit: limit)
    case .chosen(let positions, _): positions.dropFirst(offset).prefix(limit).map(Int.init)
    }
  }

  /// Where an entry stands among the results; nil if it is not one of them.
  ///
  /// Cost: a search by halves at most; only in a section in its feed's order, and for a part of the catalog
  /// in the order of a fact, a look at each of the results before it.
  public func rank(of position: Int) -> Int? {
    switch source {
    case .everything(let count): (0..<count).contains(position) ? position : nil
    case .found(let results): results.rank(of: position)
    case .ranked(let results): results.rank(of: position)
    case .ordered(let results): results.rank(of: position)
    case .chosen(let positions, isAscending: true): Self.rank(of: position, in: positions)
    case .chosen(let positions, isAscending: false): positions.firstIndex { $0 == position }
    }
  }

  /// The entries before and after one, in a ring: before the first comes the last. Nil if the entry is
  /// not one of these results, or the only one.
  ///
  /// Cost: that of ``rank(of:)``; in the order of a fact a look at the entries between.
  public func neighbours(of position: Int) -> Neighbours? {
    if case .ordered(let results) = source { return results.neighbours(of: position) }
    guard total > 1, let rank = rank(of: position),
      let previous = page(from: (rank + total - 1) % total, limit: 1).first,
      let next = page(from: (rank + 1) % total, limit: 1).first
    else { return nil }
    return Neighbours(previous: previous, next: next)
  }

  /// The same results with these classes first, as far as they are among them; a section keeps its own order
  /// within each class.
  func led(by best: [[Int]]) -> Results {
    switch source {
    case .everything, .ranked, .ordered: return self
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
      return .chosen(Array(classes.joined()))
    }
  }

  /// The same entries in the order of a fact.
  /// - Parameter bound: how many entries there are.
  func sorted(by order: FactOrder, isDescending: Bool, below bound: Int) -> Results {
    let chosen: SearchResults? =
      if case .everything = source {
        nil
      } else {
        unordered
          ?? SearchResults(
            ascending: page(from: 0, limit: total).map { UInt32($0) }.sorted()[...], below: bound)
      }
    return Results(
      source: .ordered(OrderedResults(order: order, isDescending: isDescending, chosen: chosen)))
  }

  /// What a search or a filter found, whatever order it is in; nil for other results.
  var unordered: SearchResults? { if case .found(let results) = source { results } else { nil } }

  private static func rank(of position: Int, in positions: [UInt32]) -> Int? {
    let rank = positions.indices.firstIndex(bisecting: { positions[$0] >= position })
    return rank < positions.count && positions[rank] == position ? rank : nil
  }

  /// Those of these results that stand at one of the positions, in the same order.
  ///
  /// Cost: a look at each of the positions, and within a section at each of its entries too.
  public func among(_ positions: [Int]) -> Results {
    switch source {
    case .everything, .found:
      .chosen(positions.filter { rank(of: $0) != nil }.sorted().map { UInt32($0) }, isAscending: true)
    case .ranked, .ordered:
      .chosen(
        positions.compactMap { position in rank(of: position).map { (rank: $0, position) } }
          .sorted { $0.rank < $1.rank }.map { UInt32($0.1) })
    case .chosen(let chosen, let isAscending):
      .chosen(chosen.filter(Set(positions.map { UInt32($0) }).contains), isAscending: isAscending)
    }
  }
}

/// The entries on both sides of one among the results, as positions in the catalog.
public struct Neighbours: Sendable, Hashable {
  public let previous: Int
  public let next: Int
}

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
