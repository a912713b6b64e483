/// What a query found: positions in list order, and how many.
///
/// A value that shares what it can with the index; pages and ranks cost the page, not the total.
public struct SearchResults: Sendable {
  let positions: PositionSet

  init(_ positions: PositionSet) {
    self.positions = positions
  }

  /// How many there are in all.
  public var total: Int { positions.count }

  /// Up to `limit` positions from the result with this rank on; none behind the end.
  public func page(from offset: Int, limit: Int) -> [Int] {
    positions.page(from: offset, limit: limit)
  }

  /// The position with this rank; nil behind the end.
  public func element(at rank: Int) -> Int? {
    positions.page(from: rank, limit: 1).first
  }

  public func contains(_ position: Int) -> Bool { positions.contains(position) }

  /// How many results come before this position; nil if it is not a result.
  public func rank(of position: Int) -> Int? {
    positions.rank(of: position)
  }
}
