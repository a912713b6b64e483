public import System

/// The results of a query: positions in list order, and their number.
///
/// Shares memory with the index. The cost of a page or rank does not depend on the total.
public struct SearchResults: Sendable {
  let positions: PositionSet

  init(_ positions: PositionSet) {
    self.positions = positions
  }

  /// The number of results.
  public var total: Int { positions.count }

  /// Up to `limit` positions, from the result with this rank on; none after the end.
  public func page(from offset: Int, limit: Int) -> [Int] {
    positions.page(from: offset, limit: limit)
  }

  /// The position with this rank; nil after the end.
  public func element(at rank: Int) -> Int? {
    positions.page(from: rank, limit: 1).first
  }

  public func contains(_ position: Int) -> Bool { positions.contains(position) }

  /// The number of results before this position; nil if it is not a result.
  public func rank(of position: Int) -> Int? {
    positions.rank(of: position)
  }
}

extension SearchResults {
  /// Makes results of a set.
  /// - Parameters:
  ///   - positions: ascending, each once.
  ///   - bound: above all of them.
  public init(ascending positions: some Collection<UInt32>, below bound: Int) {
    self.init(PositionSet(ascending: Numbers(positions), below: bound))
  }

  /// The positions whose groups are chosen. Cost: one step for each.
  /// - Parameter groups: the group of each position.
  public init(in groups: Numbers<UInt32>, among chosen: [Bool]) {
    let bits = PositionBits(below: groups.count) { words in
      groups.withUnsafeBufferPointer { groups in
        for (position, group) in groups.enumerated() where group < chosen.count && chosen[Int(group)] {
          PositionBits.insert(position, into: words)
        }
      }
    }
    self.init(PositionSet(bits, below: groups.count))
  }

  /// The positions in both sets. Cost: that of the smaller one, or a pass over the bits of both.
  /// - Parameter other: nil for all positions.
  public func intersection(_ other: SearchResults?) -> SearchResults {
    guard let other else { return self }
    return SearchResults(.intersection(of: [positions, other.positions]))
  }

  /// The number of results in each group.
  /// - Parameter groups: the group of each position, below `count`.
  public func counts(in groups: Numbers<UInt32>, count: Int) -> [UInt32] {
    var counts = Array(repeating: UInt32(0), count: count)
    counts.withUnsafeMutableBufferPointer { counts in
      groups.withUnsafeBufferPointer { groups in
        func add(_ group: UInt32) { if group < counts.count { counts[Int(group)] += 1 } }
        if case .bits(let bits) = positions {
          bits.words.withUnsafeBufferPointer { words in
            PositionBits.forEach(in: words) { position in
              if position < groups.count { add(groups[position]) }
              return true
            }
          }
        } else {
          for position in page(from: 0, limit: total) where position < groups.count {
            add(groups[position])
          }
        }
      }
    }
    return counts
  }

  /// The results among some positions, in the order of those; the first `offset` are skipped.
  ///
  /// Cost: one step for each of the positions up to the last one returned.
  public func page(of order: Numbers<UInt32>, from offset: Int, limit: Int) -> [Int] {
    var page: [Int] = []
    var skipped = 0
    walk(order) { position in
      if skipped >= offset { page.append(Int(position)) }
      skipped += 1
      return page.count < limit
    }
    return page
  }

  /// The number of results among some positions. Cost: one step for each.
  public func count(of order: Numbers<UInt32>) -> Int {
    var count = 0
    walk(order) { _ in
      count += 1
      return true
    }
    return count
  }

  /// Calls back with each result among some positions, until that returns false.
  @inline(__always)
  private func walk(_ order: Numbers<UInt32>, _ body: (UInt32) -> Bool) {
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

/// Collects the first positions of one set after the other, each once, up to a limit.
struct BestFirst {
  /// The number of positions still to collect.
  private var room: Int
  /// The new positions of each set, in list order.
  private(set) var classes: [[Int]] = []
  /// A bit for each position collected.
  private var taken: [UInt64]
  private var count = 0

  /// - Parameter bound: above all positions.
  init(limit: Int, below bound: Int) {
    room = limit
    taken = Array(repeating: 0, count: PositionBits.size(for: bound))
  }

  var isFull: Bool { room <= 0 }

  mutating func offer(_ set: PositionSet) {
    guard !isFull, set.count > 0 else { return }
    // Enough even if all collected positions are among them.
    let page = set.page(from: 0, limit: count + room)
    let new = taken.withUnsafeBufferPointer { taken in
      Array(page.lazy.filter { !PositionBits.contains($0, in: taken) }.prefix(room))
    }
    taken.withUnsafeMutableBufferPointer { taken in
      for position in new where position >> 6 < taken.count { PositionBits.insert(position, into: taken) }
    }
    (room, count) = (room - new.count, count + new.count)
    classes.append(new)
  }
}
