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
