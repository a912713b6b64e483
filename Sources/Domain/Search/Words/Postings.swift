import System

/// The entries of each word: first those with the word in a title, then the others; each ascending.
struct Postings: Sendable {
  private let positions: Numbers<UInt32>
  private let starts: Numbers<UInt32>
  /// For each word, the offset of the entries that have it only outside of titles.
  private let elsewheres: Numbers<UInt32>

  init(_ arrays: ArraySet) {
    positions = arrays.numbers("words.positions")
    (starts, elsewheres) = (arrays.numbers("words.starts"), arrays.numbers("words.elsewheres"))
  }

  /// - Parameters:
  ///   - order: the list, as places among the occurrences.
  ///   - wordCount: of the different words.
  static func write(
    _ occurrences: borrowing Occurrences, order: Numbers<UInt32>, wordCount: Int, to arrays: inout ArraySet
  ) {
    var next = NumberWriter<UInt32>(repeating: 0, count: wordCount + 1)
    for place in order {
      occurrences.forEach(of: Int(place), .titles) { next[Int($0) + 1] += 1 }
      occurrences.forEach(of: Int(place), .elsewhere) { next[Int($0) + 1] += 1 }
    }
    for word in 0..<wordCount { next[word + 1] += next[word] }
    let starts = Numbers(copying: next)
    var positions = NumberWriter<UInt32>(repeating: 0, count: Int(next[wordCount]))
    var elsewheres = Numbers<UInt32>()
    for part in [Occurrences.Part.titles, .elsewhere] {
      if part == .elsewhere { elsewheres = Numbers(copying: next) }
      for (position, place) in zip(UInt32(0)..., order) {
        occurrences.forEach(of: Int(place), part) { word in
          positions[Int(next[Int(word)])] = position
          next[Int(word)] += 1
        }
      }
    }
    arrays.add("words.positions", positions.numbers())
    arrays.add("words.starts", starts)
    arrays.add("words.elsewheres", elsewheres)
  }

  /// The number of entries with a word.
  func count(_ word: UInt32) -> Int { range(word, inTitles: false).count }

  func isInTitles(_ word: UInt32) -> Bool { !range(word, inTitles: true).isEmpty }

  /// The entries with a word, ascending; nil if they are unsorted.
  func ordered(_ word: UInt32) -> Numbers<UInt32>? {
    let (all, titles) = (range(word, inTitles: false), range(word, inTitles: true))
    return titles.isEmpty || titles.count == all.count ? positions.part(all) : nil
  }

  /// The entries with any of some words, each once.
  /// - Parameters:
  ///   - bound: above all positions.
  ///   - room: positions that may be gathered.
  /// - Returns: nil if there are more.
  func all(_ words: [UInt32], inTitles: Bool, below bound: Int, within room: Int = .max) -> (
    set: PositionSet, gathered: Int
  )? {
    let ranges = words.map { range($0, inTitles: inTitles) }
    let count = ranges.reduce(0) { $0 + $1.count }
    guard count <= room else { return nil }
    return positions.withUnsafeBufferPointer { positions in
      if count > bound / PositionSet.dense {
        let bits = PositionBits(below: bound) { words in
          for range in ranges {
            for position in positions[range] where position < bound {
              PositionBits.insert(Int(position), into: words)
            }
          }
        }
        return (PositionSet(bits, below: bound), count)
      }
      var found: [UInt32] = []
      found.reserveCapacity(count)
      for range in ranges { found += positions[range] }
      return (PositionGathering.ascending(found, below: bound), count)
    }
  }

  private func range(_ word: UInt32, inTitles: Bool) -> Range<Int> {
    let start = min(Int(starts[Int(word)]), positions.count)
    let end = inTitles ? elsewheres[Int(word)] : starts[Int(word) + 1]
    return start..<min(max(start, Int(end)), positions.count)
  }
}

/// The words of entries, by their numbers, entry by entry.
struct Occurrences: ~Copyable {
  enum Part {
    case titles, elsewhere
  }

  private var words = NumberWriter<UInt32>()
  /// The end of each entry's words, and the number of them that are in its titles.
  private var ends = NumberWriter<UInt64>()
  private var titleCounts = NumberWriter<UInt16>()

  mutating func append(_ word: UInt32) { words.append(word) }

  /// Ends the titles of an entry, which come first.
  mutating func endTitles() {
    titleCounts.append(UInt16(clamping: words.count - Int(ends.count == 0 ? 0 : ends[ends.count - 1])))
  }

  mutating func endEntry() { ends.append(UInt64(words.count)) }

  func forEach(of entry: Int, _ part: Part, _ body: (UInt32) -> Void) {
    let start = entry == 0 ? 0 : Int(ends[entry - 1])
    let titles = start + Int(titleCounts[entry])
    words.withUnsafeBufferPointer { words in
      for word in words[part == .titles ? start..<titles : titles..<Int(ends[entry])] { body(word) }
    }
  }
}
