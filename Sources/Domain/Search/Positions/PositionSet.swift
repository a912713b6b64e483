import Text

/// A set of positions in list order, in the cheapest form.
enum PositionSet: Sendable {
  case range(Range<Int>)
  /// Ascending, each once.
  case sorted(ArraySlice<UInt32>)
  case halves(PositionHalves)
  case bits(PositionBits)

  static let empty = PositionSet.range(0..<0)

  var count: Int {
    switch self {
    case .range(let range): range.count
    case .sorted(let positions): positions.count
    case .halves(let halves): halves.count
    case .bits(let bits): bits.count
    }
  }

  func contains(_ position: Int) -> Bool {
    switch self {
    case .range(let range): return range.contains(position)
    case .halves(let halves): return halves.contains(position)
    case .bits(let bits): return bits.contains(position)
    case .sorted(let positions):
      let index = positions.firstIndex(notBelow: position, from: positions.startIndex)
      return index < positions.endIndex && positions[index] == position
    }
  }

  /// Up to `limit` positions in order, from the one with this rank on; none after the end.
  func page(from rank: Int, limit: Int) -> [Int] {
    guard rank >= 0, limit > 0, rank < count else { return [] }
    let length = min(limit, count - rank)
    switch self {
    case .range(let range): return Array((range.lowerBound + rank)..<(range.lowerBound + rank + length))
    case .halves(let halves): return halves.page(from: rank, limit: length)
    case .bits(let bits): return bits.page(from: rank, limit: length).map(Int.init)
    case .sorted(let positions): return positions.dropFirst(rank).prefix(length).map(Int.init)
    }
  }

  /// The number of positions before this one; nil if it is not in the set.
  func rank(of position: Int) -> Int? {
    position >= 0 && contains(position) ? lowerRank(of: position) : nil
  }

  /// The number of positions below this one.
  private func lowerRank(of position: Int) -> Int {
    switch self {
    case .range(let range): return min(max(position, range.lowerBound), range.upperBound) - range.lowerBound
    case .halves(let halves): return halves.rank(of: position)
    case .bits(let bits): return bits.rank(of: position)
    case .sorted(let positions):
      return positions.firstIndex(notBelow: position, from: positions.startIndex) - positions.startIndex
    }
  }

  /// The intersection of sets. Cost: that of the smallest, times their number.
  static func intersection(of sets: [PositionSet]) -> PositionSet {
    let sets = sets.sorted { $0.count < $1.count }
    guard var common = sets.first else { return .empty }
    for set in sets.dropFirst() where common.count > 0 { common = common.intersection(set) }
    return common
  }

  private func clamped(to range: Range<Int>) -> PositionSet {
    let (lower, upper) = (lowerRank(of: range.lowerBound), lowerRank(of: range.upperBound))
    if upper - lower == count { return self }
    return .sorted(page(from: lower, limit: upper - lower).map(UInt32.init(truncatingIfNeeded:))[...])
  }

  private func intersection(_ larger: PositionSet) -> PositionSet {
    switch (self, larger) {
    case (.range(let range), .range(let other)): return .range(range.clamped(to: other))
    case (_, .range(let range)): return clamped(to: range)
    case (.range(let range), _): return larger.clamped(to: range)
    case (.bits(let bits), .bits(let other)): return .bits(bits.intersection(other))
    case (_, .sorted(let others)): return .sorted(ascending.common(with: others)[...])
    case (_, .halves(let others)): return .sorted(others.common(with: ascending)[...])
    case (_, .bits(let others)): return .sorted(others.common(with: ascending)[...])
    }
  }

  private var ascending: ArraySlice<UInt32> {
    if case .sorted(let positions) = self { return positions }
    return page(from: 0, limit: count).map(UInt32.init(truncatingIfNeeded:))[...]
  }
}

extension ArraySlice<UInt32> {
  /// The intersection; both ascend, each position once.
  fileprivate func common(with others: ArraySlice<UInt32>) -> [UInt32] {
    var from = others.startIndex
    return filter { position in
      from = others.firstIndex(notBelow: Int(position), from: from)
      return from < others.endIndex && others[from] == position
    }
  }

  /// The first index from `start` on whose element is not below a value; the slice ascends.
  ///
  /// Steps double first, so that walking through a slice costs at most its length.
  fileprivate func firstIndex(notBelow value: Int, from start: Int) -> Int {
    var (lower, step) = (start, 1)
    while lower + step <= endIndex, self[lower + step - 1] < value {
      lower += step
      step *= 2
    }
    return (lower..<Swift.min(lower + step, endIndex)).firstIndex(bisecting: { self[$0] >= value })
  }
}

/// Sorts positions that were gathered in any order.
enum PositionGathering {
  /// The positions ascending, each once.
  ///
  /// - Parameter bound: above all positions.
  static func ascending(_ positions: [UInt32], below bound: Int) -> ArraySlice<UInt32> {
    // Sorting costs 16 times as much a position as scanning a word of bits.
    positions.count < bound / 64 / 16 + 16
      ? sorted(positions) : counted(positions, below: bound)
  }

  private static func sorted(_ positions: [UInt32]) -> ArraySlice<UInt32> {
    var positions = positions
    positions.sort()
    var kept = 0
    for position in positions where kept == 0 || positions[kept - 1] != position {
      positions[kept] = position
      kept += 1
    }
    return positions[..<kept]
  }

  private static func counted(_ gathered: [UInt32], below bound: Int) -> ArraySlice<UInt32> {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: PositionBits.size(for: bound)) { bits in
      bits.initialize(repeating: 0)
      for position in gathered { PositionBits.insert(Int(position), into: bits) }
      var positions: [UInt32] = []
      positions.reserveCapacity(min(gathered.count, bound))
      PositionBits.forEach(in: UnsafeBufferPointer(bits)) { position in
        positions.append(UInt32(truncatingIfNeeded: position))
        return true
      }
      return positions[...]
    }
  }
}
