import Search

/// The entries that answer a query, in list order, as positions in their catalog.
public struct Results: Sendable {
  private let source: Source

  private enum Source {
    case everything(count: Int)
    case found(SearchResults)
    case chosen([Int])
  }

  static func everything(count: Int) -> Results { Results(source: .everything(count: count)) }
  static func found(_ results: SearchResults) -> Results { Results(source: .found(results)) }
  /// Positions in ascending order.
  static func chosen(_ positions: [Int]) -> Results { Results(source: .chosen(positions)) }

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
    case .chosen(let positions): Array(positions.dropFirst(offset).prefix(limit))
    }
  }

  /// Where an entry stands among the results; nil where it is not one of them.
  public func rank(of position: Int) -> Int? {
    switch source {
    case .everything(let count): position < count ? position : nil
    case .found(let results): results.rank(of: position)
    case .chosen(let positions): positions.firstIndex(of: position)
    }
  }
}
