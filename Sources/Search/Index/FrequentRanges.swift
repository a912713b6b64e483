/// The positions found by the patterns that many texts begin with, made beforehand.
///
/// In sorted offsets a pattern is a range. Few of the ranges are long, for each is a branch of the tree
/// that the texts form: this keeps what is found in those longer than a threshold, so that no query has
/// to gather more positions than that.
struct FrequentRanges: Sendable {
  /// The longest range that is gathered when it is asked for.
  let threshold: Int

  private struct Entry {
    var range: Range<UInt32>
    var count: Int
    var form: Form
    /// The first position of a run; else where the set begins in ``words`` or ``positions``.
    var start: Int
  }

  private enum Form {
    case run
    case sorted
    case bits
  }

  /// In the order of their lower bounds, the longer of two first.
  private var entries: [Entry] = []
  private var words: [UInt64] = []
  private var positions: [UInt32] = []
  private let wordsPerSet: Int

  init(of sorted: SortedOffsets, in texts: FoldedTexts, end: UInt8) {
    threshold = Self.threshold(for: texts.count)
    wordsPerSet = PositionBits.size(for: texts.count)
    guard sorted.offsets.count > threshold else { return }
    for range in SuffixBranches.ranges(of: sorted, in: texts.bytes, end: end, longerThan: threshold) {
      let range = Int(range.lowerBound)..<Int(range.upperBound)
      append(texts.positions(at: sorted.offsets[range]), for: range)
    }
  }

  /// Grows with the root of the number of entries, so that the longest query does.
  private static func threshold(for count: Int) -> Int {
    max(128, Int(Double(count).squareRoot()))
  }

  private mutating func append(_ found: ArraySlice<UInt32>, for range: Range<Int>) {
    guard let first = found.first, let last = found.last else { return }
    var entry = Entry(
      range: UInt32(range.lowerBound)..<UInt32(range.upperBound), count: found.count, form: .run,
      start: Int(first))
    if Int(last - first) >= found.count {
      entry.form = found.count > 2 * wordsPerSet ? .bits : .sorted
      entry.start = entry.form == .bits ? words.count : positions.count
      if entry.form == .bits { appendBits(found) } else { positions.append(contentsOf: found) }
    }
    entries.append(entry)
  }

  private mutating func appendBits(_ found: ArraySlice<UInt32>) {
    let start = words.count
    words.append(contentsOf: repeatElement(0, count: wordsPerSet))
    words.withUnsafeMutableBufferPointer { words in
      let set = UnsafeMutableBufferPointer(rebasing: words[start...])
      for position in found { PositionBits.insert(Int(position), into: set) }
      _ = PositionBits.count(set)
    }
  }

  /// The set for a range that is longer than the threshold; nil if it belongs to no pattern.
  func positions(for range: Range<Int>) -> PositionSet? {
    var (lower, upper) = (0, entries.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      let known = entries[middle].range
      let isBefore =
        known.lowerBound < range.lowerBound
        || known.lowerBound == range.lowerBound && known.upperBound > range.upperBound
      if isBefore { lower = middle + 1 } else { upper = middle }
    }
    guard lower < entries.count else { return nil }
    let entry = entries[lower]
    guard entry.range.lowerBound == range.lowerBound, entry.range.upperBound == range.upperBound else {
      return nil
    }
    return switch entry.form {
    case .run: .range(entry.start..<(entry.start + entry.count))
    case .sorted: .sorted(positions[entry.start..<(entry.start + entry.count)])
    case .bits:
      .bits(PositionBits(words: words[entry.start..<(entry.start + wordsPerSet)], count: entry.count))
    }
  }
}
