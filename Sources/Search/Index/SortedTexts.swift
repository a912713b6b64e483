/// Finds the entries in which a text that begins with a pattern begins at one of some offsets.
struct SortedTexts: Sendable {
  private let sorted: SortedOffsets
  private let frequent: FrequentRanges?

  /// - Parameter end: a byte up to this ends a text: zero, or a space to compare single words.
  /// - Parameter keepsFrequent: whether patterns that are found very often shall be as fast as others.
  init(_ offsets: [UInt32], in texts: FoldedTexts, end: UInt8, keepsFrequent: Bool) {
    sorted = SortedOffsets(offsets, in: texts.bytes, end: end)
    frequent = keepsFrequent ? FrequentRanges(of: sorted, in: texts, end: end) : nil
  }

  /// - Parameter pattern: not empty, without a byte that ends a text but as its last one.
  func positions(beginningWith pattern: [UInt8], in texts: FoldedTexts) -> PositionSet {
    let range = sorted.range(of: pattern, in: texts.bytes)
    if pattern.count > SuffixSort.depth {
      let whole = sorted.offsets[range].filter { texts.bytes[Int($0)...].starts(with: pattern) }
      return .sorted(texts.positions(at: whole[...]))
    }
    if let frequent, range.count > frequent.threshold, let known = frequent.positions(for: range) {
      return known
    }
    return .sorted(texts.positions(at: sorted.offsets[range]))
  }
}
