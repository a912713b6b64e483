/// Finds entries by the beginning of their titles.
struct TitleIndex: Sendable {
  private let sorted: SortedOffsets
  private let frequent: FrequentRanges
  /// Whether an entry may have more than one title.
  private let hasAlternatives: Bool

  /// - Parameter starts: the offsets of titles and alternative titles.
  init(_ starts: [UInt32], in texts: FoldedTexts) {
    let sorted = SortedOffsets(sorting: starts, in: texts.bytes)
    self.sorted = sorted
    let hasAlternatives = starts.count != texts.count
    let positions = sorted.offsets.map(texts.position(at:))
    frequent = FrequentRanges(
      of: sorted, in: texts.bytes, weights: Array(0...UInt32(starts.count)),
      heavierThan: Self.mostGathered(of: texts.count), bound: texts.count
    ) { range, sets in
      if !hasAlternatives, let run = Self.run(of: positions[range]) {
        return StoredSets.run(from: UInt32(run.lowerBound), count: run.count)
      }
      return sets.append(PositionGathering.ascending(Array(positions[range]), below: texts.count))
    }
    self.hasAlternatives = hasAlternatives
  }

  /// Grows with the square root of the number of entries, as the slowest query does. In a list sorted by title the
  /// stored sets are runs, which take no memory.
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

  /// The likely intended beginnings of titles, likeliest first.
  func corrections(of typed: [UInt8], in texts: FoldedTexts, limit: Int) -> [Correction] {
    SlipWalk.corrections(of: typed, among: sorted, in: texts.bytes, limit: limit)
  }

  /// The positions of a range if they are consecutive, as in a list sorted by title.
  private func run(of range: Range<Int>, in texts: FoldedTexts) -> PositionSet? {
    guard !hasAlternatives else { return nil }
    return Self.run(of: sorted.offsets[range].lazy.map(texts.position(at:))).map { .range($0) }
  }

  /// Different positions as a run; nil if they are not consecutive.
  private static func run(of positions: some RandomAccessCollection<UInt32>) -> Range<Int>? {
    var (first, last) = (UInt32.max, UInt32.min)
    for position in positions { (first, last) = (min(first, position), max(last, position)) }
    return first <= last && Int(last - first) < positions.count ? Int(first)..<(Int(last) + 1) : nil
  }
}

extension TitleIndex {
  func pack(into arrays: inout PackedArrays) {
    sorted.pack(into: &arrays)
    frequent.pack(into: &arrays)
  }

  init(unpacking arrays: inout PackedArrays, in texts: FoldedTexts) throws(PackedArrays.Misfit) {
    sorted = try SortedOffsets(unpacking: &arrays, in: texts.bytes)
    frequent = try FrequentRanges(unpacking: &arrays, count: sorted.offsets.count, bound: texts.count)
    hasAlternatives = sorted.offsets.count != texts.count
  }
}
