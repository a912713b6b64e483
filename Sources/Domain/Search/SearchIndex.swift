/// Finds texts by the beginning of their title or by what their words hold.
///
/// The obvious ways look at every text (7 to 8 ms for 200,000 titles), or at every text that shares
/// three letters with the query, which does not help with one or two. Here titles are sorted, so what a
/// prefix finds is a range; and no word of a query holds a space, so what contains finds lies within
/// words: the ends of the *distinct* words are sorted, half as many as those of all texts, and each word
/// knows its entries. Patterns that would gather more entries than the root of their number have them
/// gathered beforehand, as runs, halves of positions or bits, with their totals: so neither the exact
/// total nor a page far behind depends on how many there are. Only several words together, each of them
/// frequent, cost what the rarest of them finds.
///
/// Measured on made-up city titles (`Tests/Bench/search/run`), first 60 rows and the exact total:
///
/// | texts | built | holds | for prefix: built | holds | prefix, median | contains, median | 99 % |
/// |---|---|---|---|---|---|---|---|
/// | 2,000 | 2 ms | 0.2 MB | 0.5 ms | < 0.05 MB | 0.4 µs | 1.2 µs | 4 µs |
/// | 20,000 | 24 ms | 2.5 MB | 5 ms | 0.5 MB | 0.5 µs | 1.4 µs | 8 µs |
/// | 200,000 | 0.3 s | 25 MB | 51 ms | 4.6 MB | 0.7 µs | 2.5 µs | 49 µs |
/// | 2,000,000 | 4.8 s | 270 MB | 0.6 s | 45 MB | 1.6 µs | 4.6 µs | 441 µs |
public struct SearchIndex: Sendable {
  /// How many texts there are.
  public var count: Int { texts.count }

  let texts: FoldedTexts
  let titles: TitleIndex
  let words: WordIndex?

  /// Indexes texts; their order is the list order, positions count from zero.
  ///
  /// The texts are taken one by one and not kept, so a lazy sequence need not exist as a whole.
  /// - Parameter match: the question to answer fast. ``SearchMatch/contains`` answers both; an index
  ///   for ``SearchMatch/prefix`` takes a third of the time and memory, and answers the other question
  ///   as well, but by looking at every text: 1 to 2 ns a byte.
  public init(_ texts: some Sequence<SearchText>, answering match: SearchMatch = .contains) {
    var writer = SearchIndexWriter(indexesWords: match == .contains)
    for text in texts { writer.append(text) }
    (self.texts, titles, words) = writer.finish()
  }

  /// Takes the parts of an index for ``SearchMatch/prefix`` as they are.
  init(_ texts: FoldedTexts, titles: TitleIndex) {
    (self.texts, self.titles, words) = (texts, titles, nil)
  }

  /// Everything that matches; everything there is for an empty query.
  public func results(for query: SearchQuery) -> SearchResults {
    SearchResults(positions(for: query))
  }

  /// The first matches to offer while typing; none for an empty query.
  ///
  /// Those of ``best(for:limit:)``, then the rest in list order.
  public func suggestions(for query: SearchQuery, limit: Int) -> [Int] {
    var suggestions = bestFirst(query, limit)
    if !query.isEmpty { suggestions.offer(positions(for: query)) }
    return Array(suggestions.classes.joined())
  }

  /// The matches whose titles fit best, `limit` at most; none for an empty query.
  ///
  /// First the exact titles, then those that begin so, then those in which each typed word begins a
  /// word, then those that hold each word, then those whose descriptions do and not only their facts; in list
  /// order within each of these classes.
  public func best(for query: SearchQuery, limit: Int) -> [[Int]] {
    bestFirst(query, limit).classes
  }

  /// - Parameter gathered: positions that one class gathers at most; it is left out if there are more.
  func bestFirst(_ query: SearchQuery, _ limit: Int, gathering gathered: Int = mostGathered) -> BestFirst {
    var best = BestFirst(limit: limit)
    guard !query.isEmpty else { return best }
    best.offer(titles.positions(beginningWith: query.phrase + [0], in: texts))
    best.offer(titles.positions(beginningWith: query.phrase, in: texts))
    guard query.match == .contains else { return best }
    for place in [TitlePlace.wordStart, .anywhere] where !best.isFull {
      let set = common(query, gathered) { positions(ofTitlesWith: $0, at: place, within: $1) }
      if let set { best.offer(set) }
    }
    // With more results, their order within a class matters little.
    if !best.isFull, let words, words.hasFacts, positions(for: query).count <= Self.mostBesideFacts,
      let set = common(query, gathered, words.positions(besideFactsHolding:within:))
    {
      best.offer(set)
    }
    return best
  }

  /// What is found in descriptions goes before what only facts hold if no more than these are found.
  private static let mostBesideFacts = 5_000
  /// Positions that one class gathers for all words together; it is left out if there are more. Some 5 ms.
  private static let mostGathered = 1_000_000

  /// The positions that are in the set of every word of a query; nil if gathering the sets takes too long.
  /// - Parameter gather: the set of a word; nil if it has more positions than it may gather.
  private func common(
    _ query: SearchQuery, _ limit: Int,
    _ gather: (_ term: [UInt8], _ room: Int) -> (PositionSet, gathered: Int)?
  ) -> PositionSet? {
    var room = limit
    var sets: [PositionSet] = []
    for term in query.terms {
      guard let (set, gathered) = gather(term, room) else { return nil }
      sets.append(set)
      room -= gathered
    }
    return .intersection(of: sets)
  }

  private func positions(for query: SearchQuery) -> PositionSet {
    if query.isEmpty { return .range(0..<texts.count) }
    return switch query.match {
    case .prefix: titles.positions(beginningWith: query.phrase, in: texts)
    case .contains: .intersection(of: query.terms.map(positions(holding:)))
    }
  }

  private func positions(holding term: [UInt8]) -> PositionSet {
    words?.positions(holding: term) ?? texts.positions(holding: term)
  }

  private func positions(
    ofTitlesWith term: [UInt8], at place: TitlePlace, within room: Int
  ) -> (PositionSet, gathered: Int)? {
    guard let words else { return (texts.positions(ofTitlesWith: term, at: place), 0) }
    return words.positions(ofTitlesWith: term, at: place, within: room)
  }
}

extension SearchIndex {
  /// Whether it can be packed: an index of words is built anew instead.
  public var isPackable: Bool { words == nil }

  /// Appends what the same index is made of without sorting or folding anything.
  public func pack(into arrays: inout PackedArrays) {
    texts.pack(into: &arrays)
    titles.pack(into: &arrays)
  }

  /// Makes the index that ``pack(into:)`` was asked of; of arrays with other numbers an index that finds other
  /// things, or an error, and never anything outside of its texts.
  public init(unpacking arrays: inout PackedArrays) throws(PackedArrays.Misfit) {
    let texts = try FoldedTexts(unpacking: &arrays)
    self.init(texts, titles: try TitleIndex(unpacking: &arrays, in: texts))
  }
}

extension SearchIndex {
  /// Indexes entries that are no more than titles, folded already.
  ///
  /// - Parameters:
  ///   - texts: each ended by a zero byte.
  ///   - start: where among their bytes the title of one begins; it lasts to the zero byte.
  ///   - order: the list, as positions among the texts.
  public init(
    foldedTitles texts: PackedTexts, from start: (Int) -> Int, order: [UInt32], answering match: SearchMatch
  ) {
    guard match == .prefix else {
      self.init(
        order.map { place in
          let title = start(Int(place))..<(texts.range(of: Int(place)).upperBound - 1)
          return SearchText(foldedTitle: texts.bytes[title])
        }, answering: match)
      return
    }
    var starts: [UInt32] = []
    starts.reserveCapacity(order.count)
    let bytes = [UInt8](unsafeUninitializedCapacity: texts.bytes.count + FoldedTexts.padding) {
      bytes, count in
      texts.bytes.withUnsafeBufferPointer { source in
        for place in order {
          var title = source[start(Int(place))..<(texts.range(of: Int(place)).upperBound - 1)]
          if title.last == 0x20 { title = title.dropLast() }
          starts.append(UInt32(truncatingIfNeeded: count))
          count = UnsafeMutableBufferPointer(rebasing: bytes[count...]).update(fromContentsOf: title) + count
          bytes[count] = 0
          count += 1
        }
      }
      for _ in 0..<FoldedTexts.padding {
        bytes[count] = 0
        count += 1
      }
    }
    let folded = FoldedTexts(bytes: bytes, entries: PieceStarts(starts))
    self.init(folded, titles: TitleIndex(starts, in: folded))
  }
}

extension PackedTexts {
  /// Bytes that ``sortedPositions()`` compares.
  public static var sortedDepth: Int { SuffixSort.depth }

  /// The positions of texts that end with a zero byte each, in the order of their first ``sortedDepth``
  /// bytes; equal
  /// ones as they stand.
  public func sortedPositions() -> [UInt32] {
    var starts = (0..<count).map { UInt32(truncatingIfNeeded: range(of: $0).lowerBound) }
    let pieces = PieceStarts(starts)
    SuffixSort.sort(&starts, in: bytes)
    return starts.map(pieces.piece(at:))
  }
}
