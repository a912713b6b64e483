/// What a query found: positions in list order, and how many.
public struct SearchResults: Sendable {
  private let positions: [Int]

  init(positions: [Int]) {
    self.positions = positions
  }

  /// How many there are in all.
  public var total: Int { positions.count }

  /// Up to `limit` positions from the result with this rank on; empty behind the end.
  public func page(from offset: Int, limit: Int) -> [Int] {
    guard limit > 0, offset >= 0, offset < total else { return [] }
    return Array(positions[offset..<(offset + min(limit, total - offset))])
  }

  /// The position with this rank; nil behind the end.
  public func element(at rank: Int) -> Int? {
    positions.indices.contains(rank) ? positions[rank] : nil
  }

  /// How many results come before this position; nil if it is no result.
  public func rank(of position: Int) -> Int? {
    positions.firstIndex(of: position)
  }
}
