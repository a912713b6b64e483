import Text

/// The results of frequent patterns, stored in advance.
///
/// In sorted offsets a pattern is a range: a branch of the tree that the texts form. Few are long. The results of those
/// heavier than a threshold are stored, so that a query gathers at most that many positions.
struct FrequentRanges: Sendable {
  private struct Entry {
    var range: Range<Int>
    var set: StoredSets.Reference
  }

  /// By lower bound, the longer of two first.
  private var entries: [Entry] = []
  private var sets: StoredSets

  /// - Parameters:
  ///   - weights: the number of positions to gather before each offset, and in total.
  ///   - bound: above all positions.
  ///   - store: stores the positions of a range.
  init(
    of sorted: SortedOffsets, in bytes: [UInt8], weights: [UInt32], heavierThan threshold: Int, bound: Int,
    store: (Range<Int>, inout StoredSets) -> StoredSets.Reference
  ) {
    sets = StoredSets(bound: bound)
    let ranges = SuffixBranches.ranges(
      of: sorted, in: bytes, weights: weights, heavierThan: threshold)
    entries.reserveCapacity(ranges.count)
    for range in ranges { entries.append(Entry(range: range, set: store(range, &sets))) }
    sets.trim()
  }

  /// The stored results of a range; nil if it is not stored.
  func positions(for range: Range<Int>) -> PositionSet? {
    let lower = entries.indices.firstIndex(bisecting: {
      let known = entries[$0].range
      return (known.lowerBound, range.upperBound) >= (range.lowerBound, known.upperBound)
    })
    guard lower < entries.count, entries[lower].range == range else { return nil }
    return sets.set(entries[lower].set)
  }
}

extension FrequentRanges {
  /// Packs runs as their beginning alone, other sets as their positions.
  func pack(into arrays: inout PackedArrays) {
    var (ends, starts, positions): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
    for entry in entries {
      let set = sets.set(entry.set)
      ends += [UInt32(entry.range.lowerBound), UInt32(entry.range.upperBound)]
      if case .range(let run) = set {
        starts += [UInt32(run.lowerBound), UInt32(run.count)]
      } else {
        starts += [Self.listed, UInt32(set.count)]
        positions += set.page(from: 0, limit: set.count).map { UInt32($0) }
      }
    }
    for array in [ends, starts, positions] { arrays.append(.halves(array)) }
  }

  /// Marks a set that is not a run.
  private static let listed = UInt32.max

  /// - Parameters:
  ///   - count: of the offsets.
  ///   - bound: above all positions.
  init(unpacking arrays: inout PackedArrays, count: Int, bound: Int) throws(PackedArrays.Misfit) {
    let (ends, starts, positions) = (try arrays.halves(), try arrays.halves(), try arrays.halves())
    guard ends.count == starts.count, ends.count % 2 == 0, ends.areBelow(count + 1),
      positions.areBelow(bound)
    else { throw PackedArrays.Misfit() }
    sets = StoredSets(bound: bound)
    entries.reserveCapacity(ends.count / 2)
    var rest = positions[...]
    for index in stride(from: 0, to: ends.count, by: 2) {
      let (start, length) = (starts[index], Int(starts[index + 1]))
      let set: StoredSets.Reference
      if start == Self.listed {
        let listed = rest.prefix(length)
        guard ends[index] <= ends[index + 1], !listed.isEmpty, listed.count == length,
          zip(listed, listed.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw PackedArrays.Misfit() }
        set = sets.append(listed)
        rest = rest.dropFirst(length)
      } else {
        guard ends[index] <= ends[index + 1], Int(start) + length <= bound else {
          throw PackedArrays.Misfit()
        }
        set = StoredSets.run(from: start, count: length)
      }
      entries.append(Entry(range: Int(ends[index])..<Int(ends[index + 1]), set: set))
    }
    guard rest.isEmpty else { throw PackedArrays.Misfit() }
    sets.trim()
  }
}

/// The branches of the tree that sorted texts form: ranges of texts with a common beginning.
///
/// A range comes before those inside it. Cost: the number of branches.
struct SuffixBranches {
  private let offsets: UnsafeBufferPointer<UInt32>
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The weight of the texts before each one, and of all.
  private let weights: UnsafeBufferPointer<UInt32>
  private let threshold: Int
  /// Branches to enter, the next one last, and the bytes that their texts share at least.
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

  /// The number of bytes that the first and the last text of a range share, and so all of them.
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
