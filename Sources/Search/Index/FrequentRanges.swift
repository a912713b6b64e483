/// The positions found by the patterns that many texts begin with, made beforehand.
///
/// In sorted offsets a pattern is a range. There are few ranges that are long, for each is a branch of
/// the tree of all texts: this keeps the sets of positions for those above a threshold, so that no
/// query has to gather more positions than the threshold.
struct FrequentRanges: Sendable {
  /// The longest range that is gathered when it is asked for.
  let threshold: Int

  private struct Entry {
    var range: Range<UInt32>
    var count: UInt32
    var isBits: Bool
    /// Where the set begins in ``words`` or ``positions``.
    var start: Int
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
    var scratch = Array<UInt64>(repeating: 0, count: wordsPerSet)
    texts.bytes.withUnsafeBufferPointer { bytes in
      sorted.offsets.withUnsafeBufferPointer { offsets in
        var branches = SuffixBranches(offsets: offsets, bytes: bytes, end: end, longerThan: threshold)
        scratch.withUnsafeMutableBufferPointer { scratch in
          while let range = branches.next() {
            for offset in offsets[range] {
              PositionBits.insert(Int(texts.position(at: offset)), into: scratch)
            }
            append(scratch, for: range)
            scratch.update(repeating: 0)
          }
        }
      }
    }
  }

  /// Grows with the root of the number of entries, so that the longest query does.
  private static func threshold(for count: Int) -> Int {
    max(256, Int(2 * Double(count).squareRoot()))
  }

  private mutating func append(_ bits: UnsafeMutableBufferPointer<UInt64>, for range: Range<Int>) {
    let count = PositionBits.count(bits)
    let isBits = count > 2 * bits.count
    let range = UInt32(range.lowerBound)..<UInt32(range.upperBound)
    entries.append(
      Entry(
        range: range, count: UInt32(count), isBits: isBits, start: isBits ? words.count : positions.count))
    if isBits {
      words.append(contentsOf: bits)
    } else {
      PositionBits.forEach(in: UnsafeBufferPointer(bits)) { position in
        positions.append(UInt32(truncatingIfNeeded: position))
        return true
      }
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
    if entry.isBits {
      let words = words[entry.start..<(entry.start + wordsPerSet)]
      return .bits(PositionBits(words: words, count: Int(entry.count)))
    }
    return .sorted(positions[entry.start..<(entry.start + Int(entry.count))])
  }
}
extension FrequentRanges { var stats: String { "n=\(entries.count) words=\(words.count*8) pos=\(positions.count*4) thr=\(threshold) bits=\(entries.count(where:\.isBits))" } }
