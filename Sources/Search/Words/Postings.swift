/// For each word the entries that hold it: those with it in a title, then those with it elsewhere only.
struct Postings: Sendable {
  private let positions: [UInt32]
  private let starts: [UInt32]
  /// For each word, where the entries begin with it elsewhere; empty if there are none at all.
  private let elsewheres: [UInt32]

  /// - Parameters:
  ///   - titles: occurrences in titles, by ascending entries, each once.
  ///   - others: those of words that the entry's titles do not hold.
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

  /// The entries that hold a word: not in order where ``isOrdered(_:)`` is false.
  func all(_ word: Int) -> ArraySlice<UInt32> { positions[Int(starts[word])..<Int(starts[word + 1])] }

  /// The entries with a word in a title, in order.
  func titles(_ word: Int) -> ArraySlice<UInt32> {
    elsewheres.isEmpty ? all(word) : positions[Int(starts[word])..<Int(elsewheres[word])]
  }

  /// Whether a word is in titles only or elsewhere only.
  func isOrdered(_ word: Int) -> Bool {
    elsewheres.isEmpty || elsewheres[word] == starts[word] || elsewheres[word] == starts[word + 1]
  }
}

/// Which entries hold which words, entry by entry.
struct Occurrences {
  private(set) var words: [UInt32] = []
  private(set) var entries: [UInt32] = []

  mutating func append(_ word: Int, in entry: Int) {
    words.append(UInt32(truncatingIfNeeded: word))
    entries.append(UInt32(truncatingIfNeeded: entry))
  }
}
