/// The entries of each word: first those with the word in a title, then the others.
struct Postings: Sendable {
  private let positions: [UInt32]
  private let starts: [UInt32]
  /// For each word, the offset of the entries that have it only outside of titles; empty if there are none at all.
  private let elsewheres: [UInt32]

  /// - Parameters:
  ///   - titles: occurrences in titles, by ascending entries, each once.
  ///   - others: of words that the entry's titles do not contain.
  init(titles: Occurrences, others: Occurrences, wordCount: Int) {
    var next: [UInt32] = Array(repeating: 0, count: wordCount + 1)
    for word in titles.words { next[Int(word) + 1] += 1 }
    for word in others.words { next[Int(word) + 1] += 1 }
    for word in 0..<wordCount { next[word + 1] += next[word] }
    starts = next
    var positions: [UInt32] = Array(repeating: 0, count: titles.words.count + others.words.count)
    Self.fill(&positions, at: &next, with: titles)
    elsewheres = others.words.isEmpty ? [] : next
    Self.fill(&positions, at: &next, with: others)
    self.positions = positions
  }

  private static func fill(_ positions: inout [UInt32], at next: inout [UInt32], with found: Occurrences) {
    for (word, entry) in zip(found.words, found.entries) {
      positions[Int(next[Int(word)])] = entry
      next[Int(word)] += 1
    }
  }

  /// The number of entries with a word.
  func count(_ word: UInt32) -> UInt32 { starts[Int(word) + 1] - starts[Int(word)] }

  func isInTitles(_ word: UInt32) -> Bool {
    elsewheres.isEmpty ? count(word) > 0 : elsewheres[Int(word)] > starts[Int(word)]
  }

  /// The entries with a word, ascending; nil if they are unsorted.
  func ordered(_ word: UInt32) -> ArraySlice<UInt32>? {
    let (start, end) = (starts[Int(word)], starts[Int(word) + 1])
    if !elsewheres.isEmpty, elsewheres[Int(word)] > start, elsewheres[Int(word)] < end { return nil }
    return positions[Int(start)..<Int(end)]
  }

  /// The entries with any of some words, unsorted, possibly repeated; nil if there are more than `room`.
  func all(_ words: [UInt32], inTitles: Bool, within room: Int = .max) -> [UInt32]? {
    starts.withUnsafeBufferPointer { starts in
      elsewheres.withUnsafeBufferPointer { elsewheres in
        positions.withUnsafeBufferPointer { positions in
          func end(_ word: UInt32) -> Int {
            Int(inTitles && !elsewheres.isEmpty ? elsewheres[Int(word)] : starts[Int(word) + 1])
          }
          let count = words.reduce(0) { $0 + end($1) - Int(starts[Int($1)]) }
          guard count > 0, count <= room else { return count > 0 ? nil : [] }
          return Array(unsafeUninitializedCapacity: count) { found, filled in
            for word in words {
              for index in Int(starts[Int(word)])..<end(word) {
                found.initializeElement(at: filled, to: positions[index])
                filled += 1
              }
            }
          }
        }
      }
    }
  }
}

/// The words of entries, entry by entry.
struct Occurrences {
  private(set) var words: [UInt32] = []
  private(set) var entries: [UInt32] = []

  mutating func append(_ word: Int, in entry: Int) {
    words.append(UInt32(truncatingIfNeeded: word))
    entries.append(UInt32(truncatingIfNeeded: entry))
  }
}

/// Collects the words of folded texts, entry by entry.
struct WordIndexWriter {
  /// The distinct words, each once.
  private var words = PackedTexts()
  private var numbers = PackedTextIndex(capacity: 512)
  private var titles = Occurrences()
  private var others = Occurrences()
  /// For each word the last entry with it, plus one.
  private var lastEntry: [UInt32] = []

  /// Bytes of all words in the index.
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

  /// The number of a word, known or new.
  private mutating func number(of word: UnsafeRawBufferPointer) -> Int {
    if let known = numbers.position(of: word, in: words) { return known }
    words.append { $0.append(contentsOf: word) }
    numbers.insert(words.count - 1, in: words)
    lastEntry.append(0)
    return words.count - 1
  }

  /// Builds the index, and frees what only the build needs.
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
