/// The offsets of the pieces of a buffer, as one bit a byte with counts.
struct PieceStarts: Sendable {
  private(set) var count = 0
  /// For each 64 bytes, a bit for each one that begins a piece.
  private var bits: [UInt64] = []
  /// The number of pieces that begin before them.
  private var before: [UInt32] = []

  init() {}

  /// - Parameter starts: ascending, each once.
  init(_ starts: [UInt32]) {
    let blocks = starts.last.map { Int($0 >> 6) + 1 } ?? 0
    count = starts.count
    bits = Array(repeating: 0, count: blocks)
    before = Array(repeating: 0, count: blocks)
    bits.withUnsafeMutableBufferPointer { bits in
      for start in starts { bits[Int(start >> 6)] |= 1 << UInt64(start & 63) }
      var sum: UInt32 = 0
      for block in 0..<blocks {
        before[block] = sum
        sum += UInt32(truncatingIfNeeded: bits[block].nonzeroBitCount)
      }
    }
  }

  /// - Parameter offset: after those appended before.
  mutating func append(_ offset: Int) {
    while bits.count <= offset >> 6 {
      bits.append(0)
      before.append(UInt32(truncatingIfNeeded: count))
    }
    bits[offset >> 6] |= 1 << UInt64(offset & 63)
    count += 1
  }

  /// The same without memory reserved for growth.
  var trimmed: PieceStarts {
    var trimmed = self
    (trimmed.bits, trimmed.before) = (bits.trimmed, before.trimmed)
    return trimmed
  }

  /// The number of the piece at this offset.
  ///
  /// - Parameter offset: not before the first piece.
  @inline(__always)
  func piece(at offset: UInt32) -> UInt32 {
    let block = Int(offset >> 6)
    guard block < bits.count else { return UInt32(truncatingIfNeeded: count - 1) }
    let upToHere = bits[block] & (UInt64.max >> UInt64(63 - offset & 63))
    return before[block] &+ UInt32(truncatingIfNeeded: upToHere.nonzeroBitCount) &- 1
  }
}

extension PieceStarts {
  func pack(into arrays: inout PackedArrays) { arrays.append(.words(bits)) }

  /// - Parameter length: bytes of the buffer; a piece begins with it.
  init(unpacking arrays: inout PackedArrays, length: Int) throws(PackedArrays.Misfit) {
    bits = try arrays.words()
    guard bits.count <= (length + 63) / 64, bits.first.map({ $0 & 1 == 1 }) ?? true else {
      throw PackedArrays.Misfit()
    }
    before.reserveCapacity(bits.count)
    for word in bits {
      before.append(UInt32(truncatingIfNeeded: count))
      count += word.nonzeroBitCount
    }
  }
}
