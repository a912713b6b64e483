public import TextPacking

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
    var entries = PieceStarts()
    var bytes: [UInt8] = []
    starts.reserveCapacity(order.count)
    bytes.reserveCapacity(texts.bytes.count)
    texts.bytes.withUnsafeBufferPointer { source in
      for place in order {
        var title = source[start(Int(place))..<(texts.range(of: Int(place)).upperBound - 1)]
        if title.last == 0x20 { title = title.dropLast() }
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
        entries.append(bytes.count)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: title))
        bytes.append(0)
      }
    }
    bytes.append(contentsOf: repeatElement(0, count: FoldedTexts.padding))
    let folded = FoldedTexts(bytes: bytes, entries: entries)
    bytes = []
    self.init(folded, titles: TitleIndex(starts, in: folded))
  }
}

extension PackedTexts {
  /// Bytes that ``sortedPositions()`` compares.
  public static var sortedDepth: Int { SuffixSort.depth }

  /// The positions of texts that end with a zero byte each, in the order of their first ``sortedDepth`` bytes; equal
  /// ones as they stand.
  public func sortedPositions() -> [UInt32] {
    var starts: [UInt32] = []
    var pieces = PieceStarts()
    starts.reserveCapacity(count)
    for position in 0..<count {
      let start = range(of: position).lowerBound
      starts.append(UInt32(truncatingIfNeeded: start))
      pieces.append(start)
    }
    SuffixSort.sort(&starts, in: bytes)
    return starts.map(pieces.piece(at:))
  }
}
