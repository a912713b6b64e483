public import System
import Text

/// A set of positions in list order, in the cheapest form.
enum PositionSet: Sendable {
  case range(Range<Int>)
  /// Ascending, each once.
  case sorted(Numbers<UInt32>)
  case bits(PositionBits)

  static let empty = PositionSet.range(0..<0)

  var count: Int {
    switch self {
    case .range(let range): range.count
    case .sorted(let positions): positions.count
    case .bits(let bits): bits.count
    }
  }

  func contains(_ position: Int) -> Bool {
    switch self {
    case .range(let range): return range.contains(position)
    case .bits(let bits): return bits.contains(position)
    case .sorted(let positions):
      let index = positions.firstIndex(notBelow: position, from: 0)
      return index < positions.count && positions[index] == position
    }
  }

  /// Up to `limit` positions in order, from the one with this rank on; none after the end.
  func page(from rank: Int, limit: Int) -> [Int] {
    guard rank >= 0, limit > 0, rank < count else { return [] }
    let length = min(limit, count - rank)
    switch self {
    case .range(let range): return Array((range.lowerBound + rank)..<(range.lowerBound + rank + length))
    case .bits(let bits): return bits.page(from: rank, limit: length).map(Int.init)
    case .sorted(let positions): return positions.part(rank..<(rank + length)).map(Int.init)
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
    case .bits(let bits): return bits.rank(of: position)
    case .sorted(let positions):
      return positions.firstIndex(notBelow: position, from: 0)
    }
  }

  /// The intersection of sets. Cost: that of the smallest, times their number.
  static func intersection(of sets: [PositionSet]) -> PositionSet {
    let sets = sets.sorted { $0.count < $1.count }
    guard var common = sets.first else { return .empty }
    for set in sets.dropFirst() where common.count > 0 { common = common.intersection(set) }
    return common
  }

  /// The union of two sets.
  /// - Parameter bound: above all positions.
  func union(_ other: PositionSet, below bound: Int) -> PositionSet {
    if count == 0 { return other }
    if other.count == 0 { return self }
    if case (.bits(let bits), .bits(let others)) = (self, other) { return .bits(bits.combined(others, |)) }
    return PositionGathering.ascending(
      Array(ascending(0..<count)) + other.ascending(0..<other.count), below: bound)
  }

  private func clamped(to range: Range<Int>) -> PositionSet {
    let (lower, upper) = (lowerRank(of: range.lowerBound), lowerRank(of: range.upperBound))
    if upper - lower == count { return self }
    return .sorted(ascending(lower..<upper))
  }

  private func intersection(_ larger: PositionSet) -> PositionSet {
    switch (self, larger) {
    case (.range(let range), .range(let other)): return .range(range.clamped(to: other))
    case (_, .range(let range)): return clamped(to: range)
    case (.range(let range), _): return larger.clamped(to: range)
    case (.bits(let bits), .bits(let other)): return .bits(bits.combined(other, &))
    case (_, .sorted(let others)): return .sorted(ascending(0..<count).common(with: others))
    case (_, .bits(let others)): return .sorted(others.common(with: ascending(0..<count)))
    }
  }

  /// The positions with some ranks.
  private func ascending(_ ranks: Range<Int>) -> Numbers<UInt32> {
    if case .sorted(let positions) = self { return positions.part(ranks) }
    return Numbers(page(from: ranks.lowerBound, limit: ranks.count).map(UInt32.init(truncatingIfNeeded:)))
  }
}

extension Numbers<UInt32> {
  /// The numbers that pass a test, in their order.
  public func chosen(_ isChosen: (UInt32) -> Bool) -> Numbers<UInt32> {
    withUnsafeBufferPointer { numbers in
      Numbers(count: count) { chosen in
        var filled = 0
        for number in numbers where isChosen(number) {
          chosen.initializeElement(at: filled, to: number)
          filled += 1
        }
        return filled
      }
    }
  }

  /// The intersection; both ascend, each position once.
  fileprivate func common(with others: Numbers<UInt32>) -> Numbers<UInt32> {
    var from = 0
    return chosen { position in
      from = others.firstIndex(notBelow: Int(position), from: from)
      return from < others.count && others[from] == position
    }
  }

  /// The first index from `start` on whose element is not below a value; they ascend.
  ///
  /// Steps double first, so that walking through all of them costs at most their number.
  fileprivate func firstIndex(notBelow value: Int, from start: Int) -> Int {
    var (lower, step) = (start, 1)
    while lower + step <= count, self[lower + step - 1] < value {
      lower += step
      step *= 2
    }
    return (lower..<Swift.min(lower + step, count)).firstIndex(bisecting: { self[$0] >= value })
  }
}

/// Sorts positions that were gathered in any order.
enum PositionGathering {
  /// The positions, each once.
  ///
  /// - Parameter bound: above all positions.
  static func ascending(_ positions: [UInt32], below bound: Int) -> PositionSet {
    // Sorting costs 16 times as much a position as scanning a word of bits.
    if positions.count < bound / 64 / 16 + 16 { return .sorted(Numbers(Set(positions).sorted())) }
    let bits = PositionBits(below: bound) { words in
      for position in positions where position < bound { PositionBits.insert(Int(position), into: words) }
    }
    return PositionSet(bits, below: bound)
  }
}

extension PositionSet {
  /// Sets with more than one in 32 positions take less memory as bits.
  static let dense = 32

  /// Makes a set of bits, in its smaller form.
  init(_ bits: PositionBits, below bound: Int) {
    guard bits.count * Self.dense <= bound else {
      self = .bits(bits)
      return
    }
    self = .sorted(Numbers(bits.page(from: 0, limit: bits.count)))
  }

  /// Makes a set of positions.
  /// - Parameter positions: ascending, each once.
  init(ascending positions: Numbers<UInt32>, below bound: Int) {
    guard positions.count * Self.dense > bound else {
      self = .sorted(positions)
      return
    }
    self = .bits(
      PositionBits(below: bound) { words in
        for position in positions where position < bound { PositionBits.insert(Int(position), into: words) }
      })
  }
}
