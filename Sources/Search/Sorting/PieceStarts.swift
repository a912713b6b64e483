/// Where the pieces of a buffer begin, one bit a byte, counted on the way.
struct PieceStarts: Sendable {
  /// Which of 64 bytes begin a piece, and how many pieces begin before them: read together.
  private struct Block {
    var bits: UInt64
    var before: UInt32
  }

  private(set) var count = 0
  private var blocks: [Block] = []

  /// - Parameter offset: behind those appended before.
  mutating func append(_ offset: Int) {
    while blocks.count <= offset >> 6 {
      blocks.append(Block(bits: 0, before: UInt32(truncatingIfNeeded: count)))
    }
    blocks[offset >> 6].bits |= 1 << UInt64(offset & 63)
    count += 1
  }

  /// The number of the piece that holds this offset.
  ///
  /// - Parameter offset: not before the first piece.
  @inline(__always)
  func piece(at offset: UInt32) -> UInt32 {
    guard Int(offset >> 6) < blocks.count else { return UInt32(truncatingIfNeeded: count - 1) }
    let block = blocks[Int(offset >> 6)]
    let upToHere = block.bits & (UInt64.max >> UInt64(63 - offset & 63))
    return block.before &+ UInt32(truncatingIfNeeded: upToHere.nonzeroBitCount) &- 1
  }

  func isStart(_ offset: UInt32) -> Bool {
    Int(offset >> 6) < blocks.count && blocks[Int(offset >> 6)].bits & 1 << UInt64(offset & 63) != 0
  }
}
