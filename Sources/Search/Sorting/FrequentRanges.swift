import Bisection

/// The positions found by the patterns that many texts begin with, made beforehand.
///
/// In sorted offsets a pattern is a range. Few of the ranges are long, for each is a branch of the tree
/// that the texts form: this keeps what is found in those heavier than a threshold, so that no query
/// has to gather more positions than that.
struct FrequentRanges: Sendable {
  private struct Entry {
    var range: Range<Int>
    var set: StoredSets.Reference
  }

  /// In the order of their lower bounds, the longer of two first.
  private var entries: [Entry] = []
  private var sets: StoredSets

  /// - Parameters:
  ///   - weights: how many positions there are to gather before each offset, and in all.
  ///   - bound: all positions lie below.
  ///   - gather: the positions of a range, ascending, each once.
  init(
    of sorted: SortedOffsets, in bytes: [UInt8], weights: [UInt32], heavierThan threshold: Int, bound: Int,
    gather: (Range<Int>) -> ArraySlice<UInt32>
  ) {
    sets = StoredSets(bound: bound)
    let ranges = SuffixBranches.ranges(
      of: sorted, in: bytes, weights: weights, heavierThan: threshold)
    entries.reserveCapacity(ranges.count)
    for range in ranges { entries.append(Entry(range: range, set: sets.append(gather(range)))) }
    sets.trim()
  }

  /// What is found in a range; nil if it is none of those kept.
  func positions(for range: Range<Int>) -> PositionSet? {
    let lower = entries.indices.firstIndex(bisecting: {
      let known = entries[$0].range
      return (known.lowerBound, range.upperBound) >= (range.lowerBound, known.upperBound)
    })
    guard lower < entries.count, entries[lower].range == range else { return nil }
    return sets.set(entries[lower].set)
  }
}
