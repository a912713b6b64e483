/// Finds entries by parts of their words.
///
/// A term has no space, so it lies within a word: the suffixes of the distinct words are sorted, and each word has a
/// list of its entries.
struct WordIndex: Sendable {
  /// Begins a word of a fact; no folded text has it.
  static let factMark: UInt8 = 2

  /// The distinct words, each ended by a zero byte.
  private let bytes: [UInt8]
  private let words: PieceStarts
  private let postings: Postings
  private let entryCount: Int
  /// Each scalar of each word.
  private let suffixes: SortedOffsets
  private let frequent: FrequentRanges
  /// The suffixes at which a word of a title begins.
  private let begins: SortedOffsets
  let hasFacts: Bool

  init(_ bytes: [UInt8], starts: [UInt32], postings: Postings, entryCount: Int) {
    let words = PieceStarts(starts)
    let suffixes = SortedOffsets(sorting: Self.insides(of: bytes), in: bytes)
    self.bytes = bytes
    self.words = words
    self.postings = postings
    self.entryCount = entryCount
    self.suffixes = suffixes
    hasFacts = bytes.contains(Self.factMark)
    begins = SortedOffsets(
      sorted: suffixes.offsets.filter {
        WordStart.isStart(Int($0), in: bytes) && postings.isInTitles(words.piece(at: $0))
      }, in: bytes)
    var weights: [UInt32] = [0]
    weights.reserveCapacity(suffixes.offsets.count + 1)
    for offset in suffixes.offsets {
      weights.append(weights[weights.count - 1] + postings.count(words.piece(at: offset)))
    }
    frequent = FrequentRanges(
      of: suffixes, in: bytes, weights: weights, heavierThan: Self.mostGathered(of: entryCount),
      bound: entryCount
    ) { range, sets in
      let found = suffixes.offsets[range].map(words.piece(at:))
      return sets.append(
        PositionGathering.ascending(postings.all(found, inTitles: false) ?? [], below: entryCount))
    }
  }

  /// Grows with the square root of the number of entries, as the slowest query does.
  private static func mostGathered(of count: Int) -> Int { max(128, Int(Double(count).squareRoot())) }

  /// The entries that contain a term.
  ///
  /// - Parameter term: not empty, without a space.
  func positions(holding term: [UInt8]) -> PositionSet {
    let range = suffixes.range(of: term, in: bytes)
    if term.count > SuffixSort.depth {
      return gathered(suffixes.offsets[range].filter { begins($0, with: term) }[...], inTitles: false)
    }
    if range.count == 1, let entries = postings.ordered(words.piece(at: suffixes.offsets[range.lowerBound])) {
      return .sorted(entries)
    }
    return frequent.positions(for: range) ?? gathered(suffixes.offsets[range], inTitles: false)
  }

  /// The entries with a title that contains a term, anywhere or at the start of a word.
  ///
  /// - Parameters:
  ///   - term: not empty, without a space.
  ///   - room: positions that may be gathered, each once for every word of its title that contains the term.
  /// - Returns: nil if there are more.
  func positions(
    ofTitlesWith term: [UInt8], at place: TitlePlace, within room: Int
  ) -> (PositionSet, gathered: Int)? {
    let places = place == .wordStart ? begins : suffixes
    let range = places.range(of: term, in: bytes)
    guard range.count <= room else { return nil }
    let found = places.offsets[range]
    let isWhole = term.count <= SuffixSort.depth
    return gathered(
      isWhole ? found : found.filter { begins($0, with: term) }[...], inTitles: true, within: room)
  }

  /// The entries that contain a term outside of their facts; nil if more than `room` positions are gathered.
  ///
  /// - Parameter term: not empty, without a space.
  func positions(besideFactsHolding term: [UInt8], within room: Int) -> (PositionSet, gathered: Int)? {
    let range = suffixes.range(of: term, in: bytes)
    guard range.count <= room else { return nil }
    let found = suffixes.offsets[range].filter { offset in
      var start = Int(offset)
      while start > 0, bytes[start - 1] != 0 { start -= 1 }
      return bytes[start] != Self.factMark
        && (term.count <= SuffixSort.depth || begins(offset, with: term))
    }
    return gathered(found[...], inTitles: false, within: room)
  }

  /// The likely intended beginnings of titles' words, likeliest first.
  func corrections(of typed: [UInt8], limit: Int) -> [Correction] {
    SlipWalk.corrections(of: typed, among: begins, in: bytes, limit: limit)
  }

  private func begins(_ offset: UInt32, with term: [UInt8]) -> Bool {
    bytes[Int(offset)...].starts(with: term)
  }

  private func gathered(_ offsets: ArraySlice<UInt32>, inTitles: Bool) -> PositionSet {
    gathered(offsets, inTitles: inTitles, within: .max)?.0 ?? .empty
  }

  private func gathered(
    _ offsets: ArraySlice<UInt32>, inTitles: Bool, within room: Int
  ) -> (PositionSet, gathered: Int)? {
    guard let found = postings.all(offsets.map(words.piece(at:)), inTitles: inTitles, within: room) else {
      return nil
    }
    return (.sorted(PositionGathering.ascending(found, below: entryCount)), max(found.count, offsets.count))
  }

  /// The offset of each scalar.
  private static func insides(of bytes: [UInt8]) -> [UInt32] {
    zip(UInt32(0)..., bytes).compactMap { offset, byte in
      byte > 0 && byte & 0xC0 != 0x80 ? offset : nil
    }
  }
}

/// The starts of words as a visitor types them, such as after a hyphen.
enum WordStart {
  /// Whether there is no letter, digit or mark before an offset.
  ///
  /// - Parameters:
  ///   - offset: of a scalar in a folded text that is not a space.
  ///   - bytes: folded texts, separated by bytes below 0x20.
  static func isStart(_ offset: Int, in bytes: [UInt8]) -> Bool {
    guard offset > 0 else { return true }
    let last = bytes[offset - 1]
    if last < 0x80 { return !(last >= 0x61 && last <= 0x7A || last >= 0x30 && last <= 0x39) }
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.allSatisfy {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
        && $0.properties.generalCategory != .nonspacingMark
    }
  }
}
