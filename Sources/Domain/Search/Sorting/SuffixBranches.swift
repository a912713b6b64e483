import Text

/// The branches of the tree that sorted texts form: ranges of texts that begin alike.
///
/// A range comes before those inside it. Cost: the number of branches, not that of texts.
struct SuffixBranches {
  private let offsets: UnsafeBufferPointer<UInt32>
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The weight of the texts before each, and of all.
  private let weights: UnsafeBufferPointer<UInt32>
  private let threshold: Int
  /// Branches to go into, the next one last, and how many bytes their texts share at least.
  private var open: [(range: Range<Int>, depth: Int)]

  /// All branches that weigh more than the threshold.
  static func ranges(
    of sorted: SortedOffsets, in bytes: [UInt8], weights: [UInt32], heavierThan threshold: Int
  ) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { bytes in
      weights.withUnsafeBufferPointer { weights in
        sorted.offsets.withUnsafeBufferPointer { offsets in
          var branches = SuffixBranches(
            offsets: offsets, bytes: bytes, weights: weights, heavierThan: threshold)
          var ranges: [Range<Int>] = []
          while let range = branches.next() { ranges.append(range) }
          return ranges
        }
      }
    }
  }

  private init(
    offsets: UnsafeBufferPointer<UInt32>, bytes: UnsafeBufferPointer<UInt8>,
    weights: UnsafeBufferPointer<UInt32>, heavierThan threshold: Int
  ) {
    self.offsets = offsets
    self.bytes = bytes
    self.weights = weights
    self.threshold = threshold
    open = offsets.isEmpty ? [] : [(offsets.indices, 0)]
  }

  private mutating func next() -> Range<Int>? {
    while let (range, depth) = open.popLast() {
      let shared = sharedDepth(of: range, from: depth)
      if shared < SuffixSort.depth, range.count > 1 { openBranches(of: range, at: shared) }
      if shared > 0 { return range }
    }
    return nil
  }

  /// How many bytes all texts of a range share: the first and the last do.
  private func sharedDepth(of range: Range<Int>, from depth: Int) -> Int {
    let (first, last) = (Int(offsets[range.lowerBound]), Int(offsets[range.upperBound - 1]))
    var depth = depth
    while depth < SuffixSort.depth, bytes[first + depth] > 0, bytes[first + depth] == bytes[last + depth] {
      depth += 1
    }
    return depth
  }

  private mutating func openBranches(of range: Range<Int>, at depth: Int) {
    let known = open.count
    var lower = range.lowerBound
    while isHeavy(lower..<range.upperBound) {
      let byte = bytes[Int(offsets[lower]) + depth]
      let upper = (lower..<range.upperBound).firstIndex(bisecting: { bytes[Int(offsets[$0]) + depth] > byte })
      if byte > 0, isHeavy(lower..<upper) { open.append((lower..<upper, depth + 1)) }
      lower = upper
    }
    open[known...].reverse()
  }

  private func isHeavy(_ range: Range<Int>) -> Bool {
    Int(weights[range.upperBound] - weights[range.lowerBound]) > threshold
  }
}
