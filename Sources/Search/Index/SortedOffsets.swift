/// Offsets into folded texts, in the order of the texts that begin there.
struct SortedOffsets: Sendable {
  let offsets: [UInt32]

  /// - Parameter end: a byte up to this ends a text: zero, or a space to compare single words.
  init(_ offsets: [UInt32], in bytes: [UInt8], end: UInt8) {
    var offsets = offsets
    SuffixSort.sort(&offsets, in: bytes, end: end)
    self.offsets = offsets
  }

  /// Takes offsets that are in order already.
  init(sorted offsets: [UInt32]) {
    self.offsets = offsets
  }

  /// Where the texts lie that begin with a pattern, of which ``SuffixSort/depth`` bytes count.
  ///
  /// Cost: the logarithm of the number of offsets, a few microseconds for millions.
  func range(of pattern: [UInt8], in bytes: [UInt8]) -> Range<Int> {
    let pattern = PrefixPattern(pattern[..<min(pattern.count, SuffixSort.depth)])
    return bytes.withUnsafeBytes { bytes in
      offsets.withUnsafeBufferPointer { offsets in
        let lower = Self.firstIndex(in: 0..<offsets.count) {
          pattern.order(of: bytes, at: Int(offsets[$0])) >= 0
        }
        // Most ranges are short: steps that double come to their end sooner than halving all the rest.
        var (known, step) = (lower, 1)
        while known + step < offsets.count, pattern.order(of: bytes, at: Int(offsets[known + step])) <= 0 {
          known += step
          step *= 2
        }
        let upper = Self.firstIndex(in: known..<min(known + step, offsets.count)) {
          pattern.order(of: bytes, at: Int(offsets[$0])) > 0
        }
        return lower..<upper
      }
    }
  }

  /// The first index from which on a condition holds.
  @inline(__always)
  private static func firstIndex(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if holds(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
