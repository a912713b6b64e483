public import System
import Text

/// The results of a query: positions of entries in the order of their ranks, each once, as a run of the list or in an
/// array.
///
/// In list order, by a fact or by relevance; within a section in the section's order, so that a rank is the
/// position there.
public struct Results: Sendable {
  /// The positions if there is no array.
  @usableFromInline let run: Range<Int>
  @usableFromInline let listed: Numbers<UInt32>?
  private let isAscending: Bool

  public static let none = Results(0..<0)

  /// Consecutive positions.
  public init(_ run: Range<Int>) { (self.run, listed, isAscending) = (run, nil, true) }

  /// - Parameters:
  ///   - positions: each once.
  ///   - bound: above all positions; damaged ones beyond it are left out of pages.
  public init(_ positions: Numbers<UInt32>, isAscending: Bool = false, below bound: Int) {
    (run, listed, self.isAscending) = (0..<bound, positions, isAscending)
  }

  public init(_ positions: some Collection<Int>, isAscending: Bool = false, below bound: Int) {
    let numbers = Numbers(onHeap: positions.count) { buffer in
      buffer.initialize(fromContentsOf: positions.map(UInt32.init(truncatingIfNeeded:)))
    }
    self.init(numbers, isAscending: isAscending, below: bound)
  }

  /// The positions of a set, as a run if they are consecutive.
  init(_ bits: PositionBits) {
    let positions = bits.positions
    guard let first = positions.first, let last = positions.last, Int(last - first) >= positions.count else {
      self.init(positions.first.map { Int($0)..<(Int($0) + positions.count) } ?? 0..<0)
      return
    }
    self.init(positions, isAscending: true, below: bits.bound)
  }

  @inlinable public var total: Int { listed?.count ?? run.count }

  /// - Parameter rank: below the total.
  func position(at rank: Int) -> Int { listed.map { Int($0[rank]) } ?? run.lowerBound + rank }

  /// Positions of the entries with the ranks `offset ..< offset + limit`, as far as there are any.
  public func page(from offset: Int, limit: Int) -> [Int] {
    guard offset >= 0, limit > 0, offset < total else { return [] }
    let ranks = offset..<(offset + min(limit, total - offset))
    guard let listed else { return ranks.map { run.lowerBound + $0 } }
    return listed.part(ranks).map(Int.init).filter(run.contains)
  }

  /// The rank of an entry among the results; nil if it is not one of them.
  ///
  /// Cost: a bisection in list order, else a pass over the results.
  public func rank(of position: Int) -> Int? {
    guard run.contains(position) else { return nil }
    guard let listed else { return position - run.lowerBound }
    guard isAscending else { return listed.firstIndex { $0 == position } }
    let rank = (0..<listed.count).firstIndex(bisecting: { listed[$0] >= position })
    return rank < listed.count && listed[rank] == position ? rank : nil
  }

  public func contains(_ position: Int) -> Bool { rank(of: position) != nil }

  /// The entries before and after one; the last comes before the first. Nil if the entry is not one of these
  /// results, or the only one.
  public func neighbours(of position: Int) -> Neighbours? {
    guard total > 1, let rank = rank(of: position),
      let previous = page(from: (rank + total - 1) % total, limit: 1).first,
      let next = page(from: (rank + 1) % total, limit: 1).first
    else { return nil }
    return Neighbours(previous: previous, next: next)
  }

  /// Calls back with each position, in order.
  @inlinable
  public func forEach(_ body: (Int) -> Void) {
    guard let listed else { return run.forEach(body) }
    for position in listed where position < run.upperBound { body(Int(position)) }
  }

  /// The results that pass a test, in the same order. Cost: one step for each.
  @inlinable
  public func filtered(_ isChosen: (Int) -> Bool) -> Results {
    var count = 0
    let chosen = Numbers<UInt32>(onHeap: total) { chosen in
      forEach { position in
        // Without a branch that depends on the entry: the next one overwrites those that are not chosen.
        chosen.initializeElement(at: count, to: UInt32(truncatingIfNeeded: position))
        count += isChosen(position) ? 1 : 0
      }
      return count
    }
    return count == total ? self : keeping(chosen)
  }

  @usableFromInline
  func keeping(_ positions: Numbers<UInt32>) -> Results {
    Results(positions, isAscending: isAscending, below: run.upperBound)
  }

  /// The results at some positions, in the same order. Cost: one step for each of both.
  public func among(_ positions: [Int]) -> Results {
    if isAscending {
      return Results(positions.filter(contains).sorted(), isAscending: true, below: run.upperBound)
    }
    return filtered(Set(positions).contains)
  }

  /// The same results with these classes of the best first, as far as they are results; the others follow.
  /// - Parameter keepingOrder: whether the results of one class stay in their own order.
  public func ranked(_ best: [[Int]], keepingOrder: Bool) -> Results {
    if keepingOrder {
      let ranks = Dictionary(
        uniqueKeysWithValues: zip(0..., best).flatMap { rank, own in own.map { ($0, rank) } })
      var classes = Array(repeating: [Int](), count: best.count + 1)
      forEach { classes[ranks[$0] ?? best.count].append($0) }
      return Results(Array(classes.joined()), below: run.upperBound)
    }
    var taken = PositionBits(below: run.upperBound)
    var positions: [Int] = []
    positions.reserveCapacity(total)
    for position in best.joined() where contains(position) && !taken.contains(position) {
      taken.insert(position)
      positions.append(position)
    }
    forEach { if !taken.contains($0) { positions.append($0) } }
    return Results(positions, below: run.upperBound)
  }
}

/// The entries before and after one among the results, as positions in the catalog.
public struct Neighbours: Sendable, Hashable {
  public let previous: Int
  public let next: Int
}

/// A set of positions, as one bit each.
public struct PositionBits: Sendable {
  @usableFromInline var words: [UInt64]
  /// Above all positions.
  let bound: Int

  public init(below bound: Int) {
    (words, self.bound) = (Array(repeating: 0, count: (bound + 63) / 64), bound)
  }

  /// The positions of some results.
  public init(_ results: Results, below bound: Int) {
    self.init(below: bound)
    results.forEach { insert($0) }
  }

  /// - Parameter position: below the bound; any other is left out.
  @inlinable
  public mutating func insert(_ position: Int) {
    let word = position >> 6
    if word < words.count { words[word] |= 1 << UInt64(position & 63) }
  }

  @inlinable
  public func contains(_ position: Int) -> Bool {
    let word = position >> 6
    return word < words.count && words[word] & 1 << UInt64(position & 63) != 0
  }

  /// All positions, ascending.
  var positions: Numbers<UInt32> {
    Numbers(onHeap: words.reduce(0) { $0 + $1.nonzeroBitCount }) { positions in
      var count = 0
      for (index, var word) in words.enumerated() {
        while word != 0 {
          let position = index << 6 + word.trailingZeroBitCount
          positions.initializeElement(at: count, to: UInt32(truncatingIfNeeded: position))
          count += 1
          word &= word - 1
        }
      }
      return count
    }
  }
}
