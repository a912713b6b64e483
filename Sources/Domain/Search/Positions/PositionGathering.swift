/// Makes a set of positions that were gathered in any order.
enum PositionGathering {
  /// The positions ascending, each once.
  ///
  /// - Parameter bound: all positions lie below.
  static func ascending(_ positions: [UInt32], below bound: Int) -> ArraySlice<UInt32> {
    // Sorting costs some 16 times as much a position as looking through a word of bits.
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
