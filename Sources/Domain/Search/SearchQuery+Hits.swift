extension SearchQuery {
  /// Where the query's hits lie in a text it was found in, for marking them.
  ///
  /// A prefix has one hit at most, at the beginning of a title and none in a description. A hit grows
  /// to whole characters: `e` hits all of `é`, `s` all of `ß`. After the first ``mostHits`` none is marked.
  /// - Returns: ranges of UTF-8 offsets into the text as given, sorted, neither empty nor touching.
  public func hits(in text: String, field: SearchField = .title) -> [Range<Int>] {
    if isEmpty || match == .prefix && field == .description { return [] }
    let folded = FoldedText(text)
    var found: [Range<Int>] = []
    switch match {
    case .prefix:
      if folded.bytes.starts(with: phrase) { found = [0..<phrase.count] }
    case .contains:
      for term in terms { folded.appendOccurrences(of: term, to: &found, limit: Self.mostHits) }
      found.sort { $0.lowerBound < $1.lowerBound }
      found.removeLast(max(0, found.count - Self.mostHits))
    }
    return folded.original(of: found)
  }

  /// Hits of one text that are marked: a page grows with each.
  static let mostHits = 1_000
  /// Bytes of a description that are looked at for its first hit: a list does so for each of its rows.
  static let mostLookedAt = 32 << 10

  /// The first hit in a description of a word that a title lacks; nil if the title has them all, or if the first
  /// ``mostLookedAt`` bytes of the description have none.
  /// - Returns: UTF-8 offsets into the description, of whole characters.
  public func firstHit(in description: String, missingIn title: String) -> Range<Int>? {
    let missing = missing(in: title)
    guard match == .contains, !missing.isEmpty else { return nil }
    let folded = FoldedText(description, limit: Self.mostLookedAt)
    var found: [Range<Int>] = []
    for term in missing { folded.appendOccurrences(of: term, to: &found, limit: 1) }
    return found.min { $0.lowerBound < $1.lowerBound }.flatMap { folded.original(of: [$0]).first }
  }

  /// Whether a title alone holds every word.
  public func isWhole(in title: String) -> Bool { missing(in: title).isEmpty }

  private func missing(in title: String) -> [[UInt8]] {
    let title = FoldedText(title)
    return terms.filter { term in
      var found: [Range<Int>] = []
      title.appendOccurrences(of: term, to: &found, limit: 1)
      return found.isEmpty
    }
  }
}
