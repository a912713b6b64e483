import System

/// Folded texts in one buffer, and the entry that each byte belongs to.
///
/// An entry has its title and, in an index for prefixes, other forms of it. Each ends with a zero byte, and a form with
/// marks begins with ``withMarks``; no folded text has either.
struct FoldedTexts: Sendable {
  /// Zero bytes after the last text, so that eight bytes can be read from any offset into it.
  static let padding = 8
  static let withMarks: UInt8 = 2

  let bytes: Numbers<UInt8>
  private let entries: PieceStarts

  init(_ arrays: ArraySet) {
    (bytes, entries) = (arrays.numbers("titles.bytes"), PieceStarts(arrays, "titles"))
  }

  var count: Int { entries.count }

  /// The entry of the text at this offset.
  @inline(__always)
  func position(at offset: UInt32) -> UInt32 { entries.piece(at: offset) }

  /// The entries of the texts at these offsets.
  func positions(at offsets: some Collection<UInt32>) -> PositionSet {
    PositionGathering.ascending(offsets.map(position(at:)), below: count)
  }
}

/// The place of a term in a title.
enum TitlePlace {
  case wordStart
  case anywhere
}

/// The offsets of the pieces of a buffer, as one bit a byte with counts.
struct PieceStarts: Sendable {
  let count: Int
  /// For each 64 bytes, a bit for each one that begins a piece.
  private let bits: Numbers<UInt64>
  /// The number of pieces that begin before them.
  private let before: Numbers<UInt32>

  init(_ arrays: ArraySet, _ name: String) {
    (bits, before) = (arrays.numbers("\(name).bits"), arrays.numbers("\(name).before"))
    count = bits.isEmpty ? 0 : Int(before[before.count - 1]) + bits[bits.count - 1].nonzeroBitCount
  }

  /// - Parameter starts: ascending, each once.
  static func write(_ starts: Numbers<UInt32>, to arrays: inout ArraySet, _ name: String) {
    let blocks = starts.isEmpty ? 0 : Int(starts[starts.count - 1] >> 6) + 1
    var bits = NumberWriter<UInt64>(repeating: 0, count: blocks)
    var before = NumberWriter<UInt32>(capacity: blocks)
    for start in starts { bits[Int(start >> 6)] |= 1 << UInt64(start & 63) }
    var sum: UInt32 = 0
    for block in 0..<blocks {
      before.append(sum)
      sum += UInt32(truncatingIfNeeded: bits[block].nonzeroBitCount)
    }
    arrays.add("\(name).bits", bits.numbers())
    arrays.add("\(name).before", before.numbers())
  }

  /// The number of the piece at this offset.
  ///
  /// - Parameter offset: not before the first piece.
  @inline(__always)
  func piece(at offset: UInt32) -> UInt32 {
    let block = Int(offset >> 6)
    guard block < bits.count else { return UInt32(truncatingIfNeeded: count &- 1) }
    let upToHere = bits[block] & (UInt64.max >> UInt64(63 - offset & 63))
    return before[block] &+ UInt32(truncatingIfNeeded: upToHere.nonzeroBitCount) &- 1
  }
}
