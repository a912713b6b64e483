/// Finds entries by the beginning of their titles.
struct TitleIndex: Sendable {
  private let sorted: SortedOffsets
  private let frequent: FrequentRanges
  /// Which of the sorted titles are alternative ones.
  private let alternatives: [UInt32]

  /// - Parameter starts: where titles and alternative titles begin.
  init(_ starts: [UInt32], in texts: FoldedTexts) {
    let sorted = SortedOffsets(sorting: starts, in: texts.bytes)
    self.sorted = sorted
    frequent = FrequentRanges(
      of: sorted, in: texts.bytes, weights: Array(0...UInt32(starts.count)),
      heavierThan: Self.mostGathered(of: texts.count), bound: texts.count
    ) { texts.positions(at: sorted.offsets[$0]) }
    alternatives =
      starts.count == texts.count
      ? []
      : zip(UInt32(0)..., sorted.offsets).compactMap { texts.isTitle($1) ? nil : $0 }
  }

  /// Grows with the root of the number of entries, so that the longest query does. In a list sorted by
  /// title what is kept is runs, which cost nothing.
  private static func mostGathered(of count: Int) -> Int { max(64, Int(Double(count).squareRoot()) / 4) }

  /// - Parameter pattern: not empty; a zero byte at its end stands for the end of a title.
  func positions(beginningWith pattern: [UInt8], in texts: FoldedTexts) -> PositionSet {
    let range = sorted.range(of: pattern, in: texts.bytes)
    if pattern.count > SuffixSort.depth {
      let whole = sorted.offsets[range].filter { texts.bytes[Int($0)...].starts(with: pattern) }
      return .sorted(texts.positions(at: whole[...]))
    }
    return frequent.positions(for: range) ?? run(of: range, in: texts)
      ?? .sorted(texts.positions(at: sorted.offsets[range]))
  }

  /// The positions of a range if they lie side by side, as they do in a list sorted by title.
  private func run(of range: Range<Int>, in texts: FoldedTexts) -> PositionSet? {
    guard alternatives.isEmpty, !range.isEmpty else { return nil }
    var (first, last) = (UInt32.max, UInt32.min)
    for offset in sorted.offsets[range] {
      let position = texts.position(at: offset)
      (first, last) = (min(first, position), max(last, position))
    }
    return Int(last - first) < range.count ? .range(Int(first)..<(Int(last) + 1)) : nil
  }

  /// How many titles, without alternative ones, come before a pattern.
  ///
  /// - Parameter pattern: not empty.
  func count(before pattern: [UInt8], in texts: FoldedTexts) -> Int {
    let range = sorted.range(of: pattern, in: texts.bytes)
    var before = range.lowerBound
    if pattern.count > SuffixSort.depth {
      // Titles are not sorted by what comes behind the bytes that count.
      before += sorted.offsets[range].count {
        texts.bytes[Int($0)...].prefix { $0 > 0 }.lexicographicallyPrecedes(pattern) && texts.isTitle($0)
      }
    }
    return before - alternativesBefore(range.lowerBound)
  }

  private func alternativesBefore(_ rank: Int) -> Int {
    var (lower, upper) = (0, alternatives.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if alternatives[middle] < rank { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
