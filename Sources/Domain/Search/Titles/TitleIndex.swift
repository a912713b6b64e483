import System

/// Finds entries by the beginning of their titles.
struct TitleIndex: Sendable {
  private let texts: FoldedTexts
  private let sorted: SortedOffsets
  private let frequent: FrequentRanges

  init(_ arrays: ArraySet, in texts: FoldedTexts) {
    self.texts = texts
    sorted = SortedOffsets(offsets: arrays.numbers("titles.order"), bytes: texts.bytes)
    frequent = FrequentRanges(arrays, "titles.frequent", bound: texts.count)
  }

  /// - Parameter starts: the offsets of titles and alternative titles, ascending.
  static func write(
    _ starts: consuming NumberWriter<UInt32>, in texts: FoldedTexts, to arrays: inout ArraySet
  ) {
    texts.bytes.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      if !Self.isSorted(starts, in: bytes) { SuffixSort.sort(&starts, in: bytes) }
    }
    let sorted = SortedOffsets(offsets: starts.numbers(), bytes: texts.bytes)
    arrays.add("titles.order", sorted.offsets)
    FrequentRanges.write(
      of: sorted, weight: { _ in 1 }, heavierThan: mostGathered(of: texts.count), bound: texts.count,
      to: &arrays, "titles.frequent"
    ) { range in positions(at: sorted.offsets.part(range), in: texts) }
  }

  /// Whether texts are in order already, as in a list sorted by title.
  private static func isSorted(
    _ starts: borrowing NumberWriter<UInt32>, in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    for index in 1..<max(1, starts.count) {
      let (one, other) = (Int(starts[index - 1]), Int(starts[index]))
      var depth = 0
      while depth < SuffixSort.depth, bytes[one + depth] == bytes[other + depth], bytes[one + depth] > 0 {
        depth += 1
      }
      if depth < SuffixSort.depth, bytes[one + depth] > bytes[other + depth] { return false }
    }
    return true
  }

  /// Grows with the square root of the number of entries, as the slowest query does. In a list sorted by title the
  /// stored sets are runs, which take no memory.
  private static func mostGathered(of count: Int) -> Int { max(64, Int(Double(count).squareRoot()) / 4) }

  /// - Parameter pattern: not empty; a zero byte at its end stands for the end of a title.
  func positions(beginningWith pattern: [UInt8]) -> PositionSet {
    if pattern.count > SuffixSort.depth { return texts.positions(at: sorted.offsets(of: pattern)) }
    let range = sorted.range(of: pattern)
    if let stored = frequent.positions(for: range) { return stored }
    return Self.positions(at: sorted.offsets.part(range), in: texts)
  }

  /// The likely intended beginnings of titles, likeliest first.
  func corrections(of typed: [UInt8], limit: Int) -> [Correction] {
    SlipWalk.corrections(of: typed, among: sorted, limit: limit)
  }

  /// The entries of titles, as a run if they are consecutive; an entry may have several titles.
  private static func positions(at offsets: Numbers<UInt32>, in texts: FoldedTexts) -> PositionSet {
    if let first = offsets.first.map(texts.position(at:)),
      zip(offsets, first...).allSatisfy({ texts.position(at: $0) == $1 })
    {
      return .range(Int(first)..<(Int(first) + offsets.count))
    }
    let positions = texts.positions(at: offsets)
    guard let first = positions.page(from: 0, limit: 1).first,
      positions.rank(of: first + positions.count - 1) == positions.count - 1
    else { return positions }
    return .range(first..<(first + positions.count))
  }
}
