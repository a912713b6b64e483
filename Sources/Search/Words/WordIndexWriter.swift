/// Takes the words of folded texts, entry by entry.
struct WordIndexWriter {
  private var list = WordListWriter()
  private var titles = Occurrences()
  private var others = Occurrences()
  /// For each word the last entry that holds it, plus one.
  private var lastEntry: [UInt32] = []

  /// Bytes of all words.
  var size: Int { list.bytes.count }

  /// - Parameter entry: not below the last one; its titles come first.
  mutating func append(_ text: ArraySlice<UInt8>, of entry: Int, isTitle: Bool) {
    text.withUnsafeBytes { text in
      var start = 0
      while start < text.count {
        var end = start
        while end < text.count, text[end] != 0x20 { end += 1 }
        if end > start {
          append(UnsafeRawBufferPointer(rebasing: text[start..<end]), of: entry, isTitle: isTitle)
        }
        start = end + 1
      }
    }
  }

  private mutating func append(_ word: UnsafeRawBufferPointer, of entry: Int, isTitle: Bool) {
    let number = list.number(of: word)
    if number == lastEntry.count { lastEntry.append(0) }
    guard lastEntry[number] != UInt32(truncatingIfNeeded: entry + 1) else { return }
    lastEntry[number] = UInt32(truncatingIfNeeded: entry + 1)
    if isTitle { titles.append(number, in: entry) } else { others.append(number, in: entry) }
  }

  /// Makes the index, and frees each thing that only the making needs.
  mutating func finish(entryCount: Int) -> WordIndex {
    lastEntry = []
    let (bytes, starts) = (list.bytes, list.starts)
    list = WordListWriter()
    let postings = Postings(titles: titles, others: others, wordCount: starts.count)
    (titles, others) = (Occurrences(), Occurrences())
    return WordIndex(
      bytes + Array(repeating: 0, count: FoldedTexts.padding), starts: starts, postings: postings,
      entryCount: entryCount)
  }
}
