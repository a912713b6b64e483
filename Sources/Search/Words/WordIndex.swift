/// Finds entries by what their words hold.
///
/// A term holds no space, so it lies within a word: all the ways in which the distinct words end are
/// sorted, not all texts, and each word knows its entries.
struct WordIndex: Sendable {
  /// The distinct words, each ended by a zero byte.
  private let bytes: [UInt8]
  private let words: PieceStarts
  private let postings: Postings
  private let entryCount: Int
  /// Each scalar of each word.
  private let suffixes: SortedOffsets
  private let frequent: FrequentRanges
  /// Those of the suffixes at which a word of a title begins.
  private let begins: SortedOffsets

  init(_ bytes: [UInt8], starts: [UInt32], postings: Postings, entryCount: Int) {
    var words = PieceStarts()
    for start in starts { words.append(Int(start)) }
    let suffixes = SortedOffsets(sorting: Self.insides(of: bytes), in: bytes)
    func word(_ offset: UInt32) -> Int { Int(words.piece(at: offset)) }
    self.bytes = bytes
    self.words = words
    self.postings = postings
    self.entryCount = entryCount
    self.suffixes = suffixes
    begins = SortedOffsets(
      sorted: suffixes.offsets.filter {
        WordStart.isStart(Int($0), in: bytes) && !postings.titles(word($0)).isEmpty
      }, in: bytes)
    var weights: [UInt32] = [0]
    weights.reserveCapacity(suffixes.offsets.count + 1)
    for offset in suffixes.offsets {
      weights.append(weights[weights.count - 1] + UInt32(postings.all(word(offset)).count))
    }
    frequent = FrequentRanges(of: suffixes, in: bytes, weights: weights, bound: entryCount) { range in
      let found = suffixes.offsets[range].flatMap { postings.all(word($0)) }
      return PositionGathering.ascending(found, below: entryCount)
    }
  }

  /// The entries that hold a term.
  ///
  /// - Parameter term: not empty, without a space.
  func positions(holding term: [UInt8]) -> PositionSet {
    let range = suffixes.range(of: term, in: bytes)
    if term.count > SuffixSort.depth {
      return gathered(
        suffixes.offsets[range].filter { bytes[Int($0)...].starts(with: term) }[...], postings.all)
    }
    if range.count == 1, postings.isOrdered(word(range.lowerBound)) {
      return .sorted(postings.all(word(range.lowerBound)))
    }
    return frequent.positions(for: range) ?? gathered(suffixes.offsets[range], postings.all)
  }

  /// The entries with a title in which a word begins with a term.
  ///
  /// - Parameter term: not empty, without a space.
  func positions(ofTitlesWithWordBeginning term: [UInt8]) -> PositionSet {
    var found = begins.offsets[begins.range(of: term, in: bytes)]
    if term.count > SuffixSort.depth { found = found.filter { bytes[Int($0)...].starts(with: term) }[...] }
    return gathered(found, postings.titles)
  }

  private func word(_ index: Int) -> Int { Int(words.piece(at: suffixes.offsets[index])) }

  private func gathered(
    _ offsets: ArraySlice<UInt32>, _ entries: (Int) -> ArraySlice<UInt32>
  ) -> PositionSet {
    var found: [UInt32] = []
    for offset in offsets { found.append(contentsOf: entries(Int(words.piece(at: offset)))) }
    return .sorted(PositionGathering.ascending(found, below: entryCount))
  }

  /// Where each scalar begins.
  private static func insides(of bytes: [UInt8]) -> [UInt32] {
    zip(UInt32(0)..., bytes).compactMap { offset, byte in
      byte > 0 && byte & 0xC0 != 0x80 ? offset : nil
    }
  }
}
