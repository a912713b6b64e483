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
    // The number of entries of each word by titles, and of the others; then where each of them begin.
    var titles = NumberWriter<UInt32>(repeating: 0, count: wordCount + 1)
    var others = NumberWriter<UInt32>(repeating: 0, count: wordCount)
    occurrences.count(in: order, titles: &titles, others: &others)
    var sum: UInt32 = 0
    for word in 0..<wordCount {
      let (first, second) = (titles[word], others[word])
      (titles[word], others[word]) = (sum, sum + first)
      sum += first + second
    }
    titles[wordCount] = sum
    let (starts, elsewheres) = (Numbers(copying: titles), Numbers(copying: others))
    var positions = NumberWriter<UInt32>(repeating: 0, count: Int(sum))
    for (position, place) in zip(UInt32(0)..., order) {
      occurrences.forEach(of: Int(place)) { word, isTitle in
        if isTitle {
          positions[Int(titles[Int(word)])] = position
          titles[Int(word)] += 1
        } else {
          positions[Int(others[Int(word)])] = position
          others[Int(word)] += 1
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
struct Occurrences: ~Copyable, Sendable {
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

  @inline(__always)
  func forEach(of entry: Int, _ body: (_ word: UInt32, _ isTitle: Bool) -> Void) {
    let start = entry == 0 ? 0 : Int(ends[entry - 1])
    let (titles, end) = (start + Int(titleCounts[entry]), Int(ends[entry]))
    words.withUnsafeBufferPointer { words in
      for index in start..<titles { body(words[index], true) }
      for index in titles..<end { body(words[index], false) }
    }
  }

  /// Counts the words of some entries, which is faster if these are all.
  func count(
    in order: Numbers<UInt32>, titles: inout NumberWriter<UInt32>, others: inout NumberWriter<UInt32>
  ) {
    for index in 0..<order.count {
      let entry = order.count == ends.count ? index : Int(order[index])
      forEach(of: entry) { word, isTitle in
        if isTitle { titles[Int(word)] += 1 } else { others[Int(word)] += 1 }
      }
    }
  }
}
