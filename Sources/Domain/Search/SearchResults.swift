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

extension SearchResults {
  /// A set has a bit for each position if more than one in so many is in it, which then takes less room.
  private static let dense = 32

  /// A set that is known already.
  /// - Parameters:
  ///   - positions: ascending, each once.
  ///   - bound: above all of them.
  public init(ascending positions: ArraySlice<UInt32>, below bound: Int) {
    guard positions.count * Self.dense > bound else {
      self.init(.sorted(positions))
      return
    }
    var words = Array(repeating: UInt64(0), count: PositionBits.size(for: bound))
    let count = words.withUnsafeMutableBufferPointer { words in
      for position in positions { PositionBits.insert(Int(position), into: words) }
      return PositionBits.count(words)
    }
    self.init(.bits(PositionBits(words: words[...], count: count)))
  }

  /// What is in both. Cost: that of the smaller one, or a pass over the bits of both.
  /// - Parameter other: nil for everything.
  public func intersection(_ other: SearchResults?) -> SearchResults {
    guard let other else { return self }
    return SearchResults(.intersection(of: [positions, other.positions]))
  }

  /// How many of these there are in each group.
  /// - Parameter groups: the group of each position, below `count`.
  public func counts(in groups: [UInt32], count: Int) -> [UInt32] {
    var counts = Array(repeating: UInt32(0), count: count)
    counts.withUnsafeMutableBufferPointer { counts in
      groups.withUnsafeBufferPointer { groups in
        if case .bits(let bits) = positions {
          bits.words.withUnsafeBufferPointer { words in
            PositionBits.forEach(in: words) { position in
              counts[Int(groups[position])] += 1
              return true
            }
          }
        } else {
          for position in page(from: 0, limit: total) { counts[Int(groups[position])] += 1 }
        }
      }
    }
    return counts
  }

  /// Those of some positions that are among these, in their order; the first `offset` are passed over.
  ///
  /// Cost: a look at each of the positions up to the last that is returned.
  public func page(of order: [UInt32], from offset: Int, limit: Int) -> [Int] {
    var page: [Int] = []
    var skipped = 0
    walk(order[...]) { position in
      if skipped >= offset { page.append(Int(position)) }
      skipped += 1
      return page.count < limit
    }
    return page
  }

  /// How many of some positions are among these. Cost: a look at each.
  public func count(of order: ArraySlice<UInt32>) -> Int {
    var count = 0
    walk(order) { _ in
      count += 1
      return true
    }
    return count
  }

  /// Calls back with each of some positions that is among these, until that returns false.
  @inline(__always)
  private func walk(_ order: ArraySlice<UInt32>, _ body: (UInt32) -> Bool) {
    order.withUnsafeBufferPointer { order in
      if case .bits(let bits) = positions {
        bits.words.withUnsafeBufferPointer { words in
          for position in order where PositionBits.contains(Int(position), in: words) {
            guard body(position) else { return }
          }
        }
      } else {
        for position in order where positions.contains(Int(position)) {
          guard body(position) else { return }
        }
      }
    }
  }
}

/// Takes the first positions of one set after the other, each once, up to a limit.
struct BestFirst {
  /// How many may still be taken.
  private var room: Int
  /// What was new in each set, in list order.
  private(set) var classes: [[Int]] = []
  private var taken: Set<Int> = []

  init(limit: Int) {
    room = limit
  }

  var isFull: Bool { room <= 0 }

  mutating func offer(_ set: PositionSet) {
    guard !isFull else { return }
    // As many as are missing, were all that are taken already among them.
    let new = set.page(from: 0, limit: taken.count + room).filter { !taken.contains($0) }.prefix(room)
    taken.formUnion(new)
    room -= new.count
    classes.append(Array(new))
  }
}
