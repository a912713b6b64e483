import Search

/// Results in the order of a fact.
struct OrderedResults: Sendable {
  let order: FactOrder
  let isDescending: Bool
  /// Nil for all entries.
  let chosen: SearchResults?

  /// Of fewer than one entry in so many all are looked up and sorted, instead of walking through the order.
  private static let few = 128

  var total: Int { chosen?.total ?? positions.count }

  private var positions: [UInt32] { order.positions(isDescending: isDescending) }

  /// Those of a small part of the catalog, in order; nil if they are many.
  private var sorted: [Int]? {
    guard let chosen, chosen.total * Self.few < positions.count else { return nil }
    return chosen.page(from: 0, limit: chosen.total).sorted { rank($0) < rank($1) }
  }

  private func rank(_ position: Int) -> Int { order.rank(of: position, isDescending: isDescending) }

  func page(from offset: Int, limit: Int) -> [Int] {
    guard offset >= 0, limit > 0, offset < total else { return [] }
    guard let chosen else { return positions.dropFirst(offset).prefix(limit).map(Int.init) }
    if let sorted { return Array(sorted.dropFirst(offset).prefix(limit)) }
    return chosen.page(of: positions, from: offset, limit: min(limit, total - offset))
  }

  /// Cost: for a part of the catalog, a look at each entry that comes before.
  func rank(of position: Int) -> Int? {
    guard positions.indices.contains(position) else { return nil }
    guard let chosen else { return rank(position) }
    guard chosen.rank(of: position) != nil else { return nil }
    return sorted?.firstIndex(of: position) ?? chosen.count(of: positions[..<rank(position)])
  }
}
