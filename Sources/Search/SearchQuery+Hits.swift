extension SearchQuery {
  /// Where the query's hits lie in a text it was found in, for marking them.
  ///
  /// A prefix has one hit at most, at the beginning of a title and none in a description. A hit grows
  /// to whole characters: `e` hits all of `é`, `s` all of `ß`.
  /// - Returns: ranges of UTF-8 offsets into the text as given, sorted, neither empty nor touching.
  public func hits(in text: String, field: SearchField = .title) -> [Range<Int>] {
    if isEmpty || match == .prefix && field == .description { return [] }
    let folded = FoldedText(text)
    var found: [Range<Int>] = []
    switch match {
    case .prefix:
      if folded.bytes.starts(with: phrase) { found = [0..<phrase.count] }
    case .contains:
      for term in terms { folded.appendOccurrences(of: term, to: &found) }
      found.sort { $0.lowerBound < $1.lowerBound }
    }
    return folded.original(of: found)
  }

  /// The first hit in a description of a word that a title lacks; nil if the title has them all.
  /// - Returns: UTF-8 offsets into the description, of whole characters.
  public func firstHit(in description: String, missingIn title: String) -> Range<Int>? {
    let missing = missing(in: title)
    guard match == .contains, !missing.isEmpty else { return nil }
    let folded = FoldedText(description)
    var found: [Range<Int>] = []
    for term in missing { folded.appendOccurrences(of: term, to: &found) }
    return found.min { $0.lowerBound < $1.lowerBound }.flatMap { folded.original(of: [$0]).first }
  }

  /// Whether a title alone holds every word.
  public func isWhole(in title: String) -> Bool { missing(in: title).isEmpty }

  private func missing(in title: String) -> [[UInt8]] {
    let title = FoldedText(title)
    return terms.filter { term in
      var found: [Range<Int>] = []
      title.appendOccurrences(of: term, to: &found)
      return found.isEmpty
    }
  }
}
