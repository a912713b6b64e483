import Text

/// A set of positions that stores only their lower 16 bits, in blocks with equal upper bits: half the memory of whole
/// positions.
struct PositionHalves: Sendable {
  /// The lower halves, ascending within each block.
  let halves: ArraySlice<UInt16>
  /// For each value of the upper bits, the number of positions up to the end of its block.
  let blockEnds: ArraySlice<UInt32>

  var count: Int { halves.count }

  /// Blocks of a set of positions below this bound.
  static func blocks(for bound: Int) -> Int { (bound + 0xFFFF) >> 16 }

  /// - Parameter positions: ascending, each once, below the bound.
  static func append(
    _ positions: ArraySlice<UInt32>, below bound: Int, to halves: inout [UInt16], blockEnds: inout [UInt32]
  ) {
    var block = 0
    for (index, position) in zip(UInt32(0)..., positions) {
      while block < position >> 16 {
        blockEnds.append(index)
        block += 1
      }
      halves.append(UInt16(truncatingIfNeeded: position))
    }
    while block < blocks(for: bound) {
      blockEnds.append(UInt32(positions.count))
      block += 1
    }
  }

  func contains(_ position: Int) -> Bool {
    guard position >> 16 < blockEnds.count else { return false }
    let index = halves.startIndex + rank(of: position)
    return index < halves.startIndex + end(of: position >> 16)
      && halves[index] == UInt16(truncatingIfNeeded: position)
  }

  /// Up to `limit` positions in order, from the one with this rank on.
  func page(from rank: Int, limit: Int) -> [Int] {
    var page: [Int] = []
    let end = min(rank + limit, count)
    page.reserveCapacity(end - rank)
    var block = 0
    for index in rank..<end {
      while self.end(of: block) <= index { block += 1 }
      page.append(block << 16 | Int(halves[halves.startIndex + index]))
    }
    return page
  }

  /// The number of positions below this one.
  func rank(of position: Int) -> Int {
    let block = position >> 16
    guard block < blockEnds.count else { return count }
    return ((block == 0 ? 0 : end(of: block - 1))..<end(of: block)).firstIndex(bisecting: {
      halves[halves.startIndex + $0] >= UInt16(truncatingIfNeeded: position)
    })
  }

  /// The intersection with some ascending positions. Cost: the length of both.
  func common(with positions: ArraySlice<UInt32>) -> [UInt32] {
    halves.withUnsafeBufferPointer { halves in
      var (block, index, end) = (-1, 0, 0)
      return positions.filter { position in
        while block < position >> 16, block + 1 < blockEnds.count {
          block += 1
          (index, end) = (end, self.end(of: block))
        }
        guard block == position >> 16 else { return false }
        let half = UInt16(truncatingIfNeeded: position)
        while index < end, halves[index] < half { index += 1 }
        return index < end && halves[index] == half
      }
    }
  }

  private func end(of block: Int) -> Int { Int(blockEnds[blockEnds.startIndex + block]) }
}
