import Search

/// The entries that answer a query, as positions in their catalog.
///
/// In list order; within a section in the section's own, so that a rank says where an entry stands there.
public struct Results: Sendable {
  private let source: Source

  private enum Source {
    case everything(count: Int)
    case found(SearchResults)
    case chosen([UInt32])
  }

  static func everything(count: Int) -> Results { Results(source: .everything(count: count)) }
  static func found(_ results: SearchResults) -> Results { Results(source: .found(results)) }
  /// Positions in the order of their ranks.
  static func chosen(_ positions: [UInt32]) -> Results { Results(source: .chosen(positions)) }

  public var total: Int {
    switch source {
    case .everything(let count): count
    case .found(let results): results.total
    case .chosen(let positions): positions.count
    }
  }

  /// Positions of the entries with the ranks `offset ..< offset + limit`, as far as there are any.
  public func page(from offset: Int, limit: Int) -> [Int] {
    switch source {
    case .everything(let count): Array((0..<count).dropFirst(offset).prefix(limit))
    case .found(let results): results.page(from: offset, limit: limit)
    case .chosen(let positions): positions.dropFirst(offset).prefix(limit).map(Int.init)
    }
  }

  /// Where an entry stands among the results; nil where it is not one of them.
  public func rank(of position: Int) -> Int? {
    switch source {
    case .everything(let count): (0..<count).contains(position) ? position : nil
    case .found(let results): results.rank(of: position)
    case .chosen(let positions): positions.firstIndex { $0 == position }
    }
  }

  /// Those of these results that stand at one of the positions, in the same order; in list order where the
  /// results are those of a search.
  ///
  /// Cost: a look at each of the positions, and within a section at each of its entries too.
  public func among(_ positions: [Int]) -> Results {
    switch source {
    case .everything, .found:
      .chosen(positions.filter { rank(of: $0) != nil }.sorted().map { UInt32($0) })
    case .chosen(let chosen):
      .chosen(chosen.filter(Set(positions.map { UInt32($0) }).contains))
    }
  }
}
