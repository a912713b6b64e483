import System

/// Finds entries by parts of their words.
///
/// A term has no space, so it lies within a word: the suffixes of the distinct words are sorted, and each word has a
/// list of its entries.
struct WordIndex: Sendable {
  /// The distinct words, each ended by a zero byte.
  private let bytes: Numbers<UInt8>
  private let words: PieceStarts
  private let postings: Postings
  private let entryCount: Int
  /// Each scalar of each word.
  private let suffixes: SortedOffsets
  private let frequent: FrequentRanges
  /// The suffixes at which a word of a title begins.
  private let begins: SortedOffsets

  /// Nil if the arrays have no words.
  init?(_ arrays: ArraySet, entryCount: Int) {
    bytes = arrays.numbers("words.bytes")
    guard !bytes.isEmpty else { return nil }
    words = PieceStarts(arrays, "words")
    postings = Postings(arrays, below: entryCount)
    suffixes = SortedOffsets(offsets: arrays.numbers("words.order"), bytes: bytes)
    begins = SortedOffsets(offsets: arrays.numbers("words.begins"), bytes: bytes)
    frequent = FrequentRanges(arrays, "words.frequent", bound: entryCount)
    self.entryCount = entryCount
  }

  /// - Parameter starts: the offset of each word.
  static func write(
    _ bytes: Numbers<UInt8>, _ starts: Numbers<UInt32>, _ occurrences: borrowing Occurrences,
    order: Numbers<UInt32>, to arrays: inout ArraySet
  ) {
    arrays.add("words.bytes", bytes)
    PieceStarts.write(starts, to: &arrays, "words")
    let words = PieceStarts(arrays, "words")
    Postings.write(occurrences, order: order, wordCount: words.count, to: &arrays)
    let postings = Postings(arrays, below: order.count)
    var offsets = NumberWriter<UInt32>(capacity: bytes.count)
    for (offset, byte) in zip(UInt32(0)..., bytes) where byte > 0 && byte & 0xC0 != 0x80 {
      offsets.append(offset)
    }
    bytes.withUnsafeBufferPointer { SuffixSort.sort(&offsets, in: UnsafeRawBufferPointer($0)) }
    let suffixes = SortedOffsets(offsets: offsets.numbers(), bytes: bytes)
    arrays.add("words.order", suffixes.offsets)
    var begins = NumberWriter<UInt32>()
    for offset in suffixes.offsets
    where WordStart.isStart(Int(offset), in: bytes) && postings.isInTitles(words.piece(at: offset)) {
      begins.append(offset)
    }
    arrays.add("words.begins", begins.numbers())
    FrequentRanges.write(
      of: suffixes, weight: { postings.count(words.piece(at: $0)) },
      heavierThan: mostGathered(of: order.count), bound: order.count, to: &arrays, "words.frequent"
    ) { range in
      // The entries of a single word are stored already.
      if range.count == 1 { return nil }
      let found = suffixes.offsets.part(range).map(words.piece(at:))
      return postings.all(found, inTitles: false, below: order.count)?.set
    }
  }

  /// Positions that a query gathers at most for a term that lies in several words: an eighth of a long list. Terms with
  /// more have a stored set, which takes a bit for each entry.
  private static func mostGathered(of count: Int) -> Int {
    max(128, Int(Double(count).squareRoot()), count / 8)
  }

  /// The entries that contain a term.
  ///
  /// - Parameter term: not empty, without a space.
  func positions(holding term: [UInt8]) -> PositionSet {
    if term.count > SuffixSort.depth {
      return gathered(suffixes.offsets(of: term), inTitles: false)?.set ?? .empty
    }
    let range = suffixes.range(of: term)
    return frequent.positions(for: range)
      ?? gathered(suffixes.offsets.part(range), inTitles: false)?.set ?? .empty
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
    guard places.range(of: term).count <= room else { return nil }
    return gathered(places.offsets(of: term), inTitles: true, within: room)
  }

  /// The likely intended beginnings of titles' words, likeliest first.
  func corrections(of typed: [UInt8], limit: Int) -> [Correction] {
    SlipWalk.corrections(of: typed, among: begins, limit: limit)
  }

  private func gathered(
    _ offsets: some Collection<UInt32>, inTitles: Bool, within room: Int = .max
  ) -> (set: PositionSet, gathered: Int)? {
    postings.all(offsets.map(words.piece(at:)), inTitles: inTitles, below: entryCount, within: room).map {
      ($0.set, max($0.gathered, offsets.count))
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
  static func isStart(_ offset: Int, in bytes: Numbers<UInt8>) -> Bool {
    guard offset > 0 else { return true }
    let last = bytes[offset - 1]
    if last < 0x80 { return !(last >= 0x61 && last <= 0x7A || last >= 0x30 && last <= 0x39) }
    var start = offset - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return bytes.text(start..<offset).unicodeScalars.allSatisfy {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
        && $0.properties.generalCategory != .nonspacingMark
    }
  }
}
