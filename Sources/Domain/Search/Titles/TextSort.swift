import System

/// Sorts texts of one buffer, each ended by a zero byte.
///
/// Four bytes at a time: each round puts the next four bytes of every text of a group, and its number, into one integer
/// and sorts these. Groups of equal texts continue. Stable.
enum TextSort {
  /// Compared bytes; texts that share them count as equal. Bounds the time for repetitive texts.
  static let depth = 48
  /// Bytes of a round.
  private static let step = 4

  /// The numbers of the texts, sorted.
  /// - Parameter starts: the offset of each text.
  static func order(
    of starts: borrowing NumberWriter<UInt32>, in bytes: UnsafeRawBufferPointer
  ) -> NumberWriter<UInt32> {
    var order = NumberWriter(0..<UInt32(truncatingIfNeeded: starts.count))
    var keys = NumberWriter<UInt64>(repeating: 0, count: order.count)
    starts.withUnsafeBufferPointer { starts in
      order.withUnsafeMutableBufferPointer { order in
        keys.withUnsafeMutableBufferPointer { keys in
          var groups = [(range: 0..<order.count, depth: 0)]
          while let (range, depth) = groups.popLast() {
            for index in range {
              let next = fourBytes(bytes, at: Int(starts[Int(order[index])]) + depth)
              keys[index] = UInt64(next) << 32 | UInt64(order[index])
            }
            var part = keys[range]
            part.sort()
            var first = range.lowerBound
            for index in range {
              order[index] = UInt32(truncatingIfNeeded: keys[index])
              if index + 1 < range.upperBound, keys[index + 1] >> 32 == keys[index] >> 32 { continue }
              // A key whose last byte is zero has reached the end of its text.
              if index > first, keys[index] >> 32 & 0xFF != 0, depth + step < Self.depth {
                groups.append((first..<(index + 1), depth + step))
              }
              first = index + 1
            }
          }
        }
      }
    }
    return order
  }

  static func order(of starts: borrowing NumberWriter<UInt32>, in bytes: Numbers<UInt8>) -> Numbers<UInt32> {
    let start = bytes.withUnsafeBytes { $0 }
    return withExtendedLifetime(bytes) { order(of: starts, in: start).numbers() }
  }

  /// The next four bytes as a number that compares like them; zero from the end of the text on.
  @inline(__always)
  private static func fourBytes(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    guard offset + step <= bytes.count else {
      let rest = bytes[min(offset, bytes.count)...].prefix { $0 != 0 }
      return rest.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(32 - 8 * rest.count)
    }
    var word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    let zeros = (word &- 0x0101_0101) & ~word & 0x8080_8080
    if zeros != 0 { word &= 1 << UInt32(zeros.trailingZeroBitCount & ~7) &- 1 }
    return word.byteSwapped
  }
}
