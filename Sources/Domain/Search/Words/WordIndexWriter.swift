/// Takes the words of folded texts, entry by entry.
struct WordIndexWriter {
  /// The distinct words, each once.
  private var words = PackedTexts()
  private var numbers = PackedTextIndex(capacity: 512)
  private var titles = Occurrences()
  private var others = Occurrences()
  /// For each word the last entry that holds it, plus one.
  private var lastEntry: [UInt32] = []

  /// Bytes that all words take in the index.
  var size: Int { words.bytes.count + words.count }

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
    let number = number(of: word)
    guard lastEntry[number] != UInt32(truncatingIfNeeded: entry + 1) else { return }
    lastEntry[number] = UInt32(truncatingIfNeeded: entry + 1)
    if isTitle { titles.append(number, in: entry) } else { others.append(number, in: entry) }
  }

  /// The word's number, its own or a new one.
  private mutating func number(of word: UnsafeRawBufferPointer) -> Int {
    if let known = numbers.position(of: word, in: words) { return known }
    words.append { $0.append(contentsOf: word) }
    numbers.insert(words.count - 1, in: words)
    lastEntry.append(0)
    return words.count - 1
  }

  /// Makes the index, and frees each thing that only the making needs.
  mutating func finish(entryCount: Int) -> WordIndex {
    (lastEntry, numbers) = ([], PackedTextIndex(capacity: 0))
    var bytes: [UInt8] = []
    var starts: [UInt32] = []
    bytes.reserveCapacity(size + FoldedTexts.padding)
    starts.reserveCapacity(words.count)
    for number in 0..<words.count {
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
      bytes += words.bytes[words.range(of: number)]
      bytes.append(0)
    }
    bytes += Array(repeating: 0, count: FoldedTexts.padding)
    words = PackedTexts()
    let postings = Postings(titles: titles, others: others, wordCount: starts.count)
    (titles, others) = (Occurrences(), Occurrences())
    return WordIndex(bytes, starts: starts, postings: postings, entryCount: entryCount)
  }
}
