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

  /// The entries before and after one, in a ring; nil if it is none of these, or the only one.
  func neighbours(of position: Int) -> Neighbours? {
    guard total > 1, positions.indices.contains(position), isChosen(position) else { return nil }
    if let sorted, let index = sorted.firstIndex(of: position) {
      return Neighbours(
        previous: sorted[(index + total - 1) % total], next: sorted[(index + 1) % total])
    }
    let (positions, rank) = (positions, rank(position))
    func next(_ ranks: some Sequence<Int>) -> Int? {
      ranks.lazy.map { Int(positions[$0]) }.first(where: isChosen)
    }
    let (before, behind) = (positions.indices.prefix(rank), positions.indices.dropFirst(rank + 1))
    guard let previous = next(before.reversed()) ?? next(behind.reversed()),
      let next = next(behind) ?? next(before)
    else { return nil }
    return Neighbours(previous: previous, next: next)
  }

  private func isChosen(_ position: Int) -> Bool { chosen?.contains(position) ?? true }

  /// Cost: for a part of the catalog, a look at each entry that comes before.
  func rank(of position: Int) -> Int? {
    guard positions.indices.contains(position) else { return nil }
    guard let chosen else { return rank(position) }
    guard chosen.contains(position) else { return nil }
    return sorted?.firstIndex(of: position) ?? chosen.count(of: positions[..<rank(position)])
  }
}
