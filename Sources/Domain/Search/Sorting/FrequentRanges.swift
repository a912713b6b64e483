import System
import Text

/// The results of frequent patterns, stored in advance.
///
/// In sorted offsets a pattern is a range: a branch of the tree that the texts form. Few are long. The results of those
/// heavier than a threshold are stored, so that a query gathers at most that many positions.
struct FrequentRanges: Sendable {
  /// The stored ranges: by lower bound, the longer of two first.
  private let lowers: Numbers<UInt32>
  private let uppers: Numbers<UInt32>
  private let sets: StoredSets

  /// - Parameter bound: above all positions.
  init(_ arrays: ArraySet, _ name: String, bound: Int) {
    (lowers, uppers) = (arrays.numbers("\(name).lowers"), arrays.numbers("\(name).uppers"))
    sets = StoredSets(arrays, name, bound: bound)
  }

  /// - Parameters:
  ///   - weight: the number of positions to gather for an offset.
  ///   - positions: the positions of a range; nil if they need not be stored.
  static func write(
    of sorted: SortedOffsets, weight: (UInt32) -> Int, heavierThan threshold: Int, bound: Int,
    to arrays: inout ArraySet, _ name: String, positions: (Range<Int>) -> PositionSet?
  ) {
    var weights = NumberWriter<UInt64>(capacity: sorted.offsets.count + 1)
    weights.append(0)
    var sum: UInt64 = 0
    for offset in sorted.offsets {
      sum += UInt64(weight(offset))
      weights.append(sum)
    }
    var sets = StoredSetsWriter(bound: bound)
    var lowers = NumberWriter<UInt32>()
    var uppers = NumberWriter<UInt32>()
    SuffixBranches.forEach(of: sorted, weights: weights.numbers(), heavierThan: threshold) { range in
      guard let set = positions(range) else { return }
      lowers.append(UInt32(truncatingIfNeeded: range.lowerBound))
      uppers.append(UInt32(truncatingIfNeeded: range.upperBound))
      sets.append(set)
    }
    arrays.add("\(name).lowers", lowers.numbers())
    arrays.add("\(name).uppers", uppers.numbers())
    sets.finish(&arrays, name)
  }

  /// The stored results of a range; nil if it is not stored.
  func positions(for range: Range<Int>) -> PositionSet? {
    let index = (0..<lowers.count).firstIndex(bisecting: {
      (Int(lowers[$0]), range.upperBound) >= (range.lowerBound, Int(uppers[$0]))
    })
    guard index < lowers.count, Int(lowers[index]) == range.lowerBound,
      Int(uppers[index]) == range.upperBound
    else { return nil }
    return sets.set(index)
  }
}

/// The branches of the tree that sorted texts form: ranges of texts with a common beginning.
///
/// A range comes before those inside it. Cost: the number of branches.
struct SuffixBranches {
  private let sorted: SortedOffsets
  /// The weight of the texts before each one, and of all.
  private let weights: Numbers<UInt64>
  private let threshold: Int
  /// Branches to enter, the next one last, and the bytes that their texts share at least.
  private var open: [(range: Range<Int>, depth: Int)]

  /// Calls back with all branches that weigh more than the threshold.
  static func forEach(
    of sorted: SortedOffsets, weights: Numbers<UInt64>, heavierThan threshold: Int,
    _ body: (Range<Int>) -> Void
  ) {
    let all = 0..<sorted.offsets.count
    var branches = SuffixBranches(
      sorted: sorted, weights: weights, threshold: threshold, open: all.isEmpty ? [] : [(all, 0)])
    while let range = branches.next() { body(range) }
  }

  private mutating func next() -> Range<Int>? {
    while let (range, depth) = open.popLast() {
      let shared = sharedDepth(of: range, from: depth)
      if shared < SuffixSort.depth, range.count > 1 { openBranches(of: range, at: shared) }
      if shared > 0 { return range }
    }
    return nil
  }

  /// The number of bytes that the first and the last text of a range share, and so all of them.
  private func sharedDepth(of range: Range<Int>, from depth: Int) -> Int {
    let (first, last) = (Int(sorted.offsets[range.lowerBound]), Int(sorted.offsets[range.upperBound - 1]))
    let bytes = sorted.bytes
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
      let byte = byte(of: lower, at: depth)
      let upper = (lower..<range.upperBound).firstIndex(bisecting: { self.byte(of: $0, at: depth) > byte })
      if byte > 0, isHeavy(lower..<upper) { open.append((lower..<upper, depth + 1)) }
      lower = upper
    }
    open[known...].reverse()
  }

  private func byte(of index: Int, at depth: Int) -> UInt8 {
    sorted.bytes[Int(sorted.offsets[index]) + depth]
  }

  private func isHeavy(_ range: Range<Int>) -> Bool {
    Int(weights[range.upperBound] - weights[range.lowerBound]) > threshold
  }
}
