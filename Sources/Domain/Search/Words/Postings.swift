import System

/// The entries of each word: those with the word in a title, and the others.
struct Postings: Sendable {
  /// Ascending, in titles and elsewhere by turns for each word, except those of ``frequent``.
  private let positions: Numbers<UInt32>
  private let starts: Numbers<UInt32>
  /// The frequent ones, ascending: twice the number of the word, plus one outside of titles.
  private let frequent: Numbers<UInt32>
  private let sets: StoredSets

  /// - Parameter bound: above all positions.
  init(_ arrays: ArraySet, below bound: Int) {
    positions = arrays.numbers("words.positions")
    (starts, frequent) = (arrays.numbers("words.starts"), arrays.numbers("words.dense"))
    sets = StoredSets(arrays, "words.dense", bound: bound)
  }

  /// - Parameters:
  ///   - order: the list, as places among the occurrences.
  ///   - wordCount: of the different words.
  static func write(
    _ occurrences: borrowing Occurrences, order: Numbers<UInt32>, wordCount: Int, to arrays: inout ArraySet
  ) {
    var counts = NumberWriter<UInt32>(repeating: 0, count: 2 * wordCount)
    occurrences.count(in: order, &counts)
    // Where the positions of each begin, or the number of its bits, plus one.
    var next = NumberWriter<UInt32>(capacity: 2 * wordCount + 1)
    var bitSets = NumberWriter<UInt16>(repeating: 0, count: 2 * wordCount)
    var frequent: [UInt32] = []
    var sum: UInt32 = 0
    for part in 0..<(2 * wordCount) {
      next.append(sum)
      if Int(counts[part]) * PositionSet.dense > order.count, frequent.count < UInt16.max {
        frequent.append(UInt32(truncatingIfNeeded: part))
        bitSets[part] = UInt16(frequent.count)
      } else {
        sum += counts[part]
      }
    }
    next.append(sum)
    let starts = Numbers(copying: next)
    let size = PositionBits.size(for: order.count)
    var positions = NumberWriter<UInt32>(repeating: 0, count: Int(sum))
    var bits = NumberWriter<UInt64>(repeating: 0, count: frequent.count * size)
    for (position, place) in zip(UInt32(0)..., order) {
      occurrences.forEach(of: Int(place)) { part in
        if bitSets[part] > 0 {
          bits[(Int(bitSets[part]) - 1) * size + Int(position >> 6)] |= 1 << UInt64(position & 63)
        } else {
          positions[Int(next[part])] = position
          next[part] += 1
        }
      }
    }
    arrays.add("words.positions", positions.numbers())
    arrays.add("words.starts", starts)
    arrays.add("words.dense", Numbers(frequent))
    var sets = StoredSetsWriter(bound: order.count)
    let words = bits.numbers()
    for (number, part) in frequent.enumerated() {
      let own = words.part((number * size)..<((number + 1) * size))
      sets.append(.bits(PositionBits(words: own, count: Int(counts[Int(part)]))))
    }
    sets.finish(&arrays, "words.dense")
  }

  /// The number of entries with a word.
  func count(_ word: UInt32) -> Int { count(part: 2 * Int(word)) + count(part: 2 * Int(word) + 1) }

  func isInTitles(_ word: UInt32) -> Bool { count(part: 2 * Int(word)) > 0 }

  private func count(part: Int) -> Int {
    let range = range(part)
    return range.isEmpty ? bits(part)?.count ?? 0 : range.count
  }

  /// The entries with any of some words, each once.
  /// - Parameters:
  ///   - bound: above all positions.
  ///   - room: positions that may be gathered.
  /// - Returns: nil if there are more.
  func all(_ words: [UInt32], inTitles: Bool, below bound: Int, within room: Int = .max) -> (
    set: PositionSet, gathered: Int
  )? {
    var (dense, count, last): ([PositionBits], Int, Range<Int>?) = ([], 0, nil)
    var parts = 0
    forEachPart(words, inTitles) { part in
      let range = range(part)
      let bits = range.isEmpty ? bits(part) : nil
      if let bits { dense.append(bits) }
      if !range.isEmpty { last = range }
      if !range.isEmpty || bits != nil { parts += 1 }
      count += bits?.count ?? range.count
      return count <= room
    }
    if count > room { return nil }
    // What is one set already.
    if parts == 1 { return (last.map { .sorted(positions.part($0)) } ?? .bits(dense[0]), count) }
    func forEachPosition(_ body: (UInt32) -> Void) {
      positions.withUnsafeBufferPointer { positions in
        forEachPart(words, inTitles) { part in
          for position in positions[range(part)] { body(position) }
          return true
        }
      }
    }
    if count > bound / PositionSet.dense {
      let bits = PositionBits(below: bound) { words in
        for set in dense {
          set.words.withUnsafeBufferPointer { own in
            for index in 0..<min(own.count, words.count) { words[index] |= own[index] }
          }
        }
        forEachPosition { if $0 < bound { PositionBits.insert(Int($0), into: words) } }
      }
      return (PositionSet(bits, below: bound), count)
    }
    var found: [UInt32] = []
    found.reserveCapacity(count)
    forEachPosition { found.append($0) }
    return (PositionGathering.ascending(found, below: bound), count)
  }

  /// Calls back with each part of some words until that returns false.
  @inline(__always)
  private func forEachPart(_ words: [UInt32], _ inTitles: Bool, _ body: (Int) -> Bool) {
    for word in words {
      guard body(2 * Int(word)), inTitles || body(2 * Int(word) + 1) else { return }
    }
  }

  private func range(_ part: Int) -> Range<Int> {
    let start = min(Int(starts[part]), positions.count)
    return start..<min(max(start, Int(starts[part + 1])), positions.count)
  }

  private func bits(_ part: Int) -> PositionBits? {
    let index = (0..<frequent.count).firstIndex(bisecting: { frequent[$0] >= part })
    guard index < frequent.count, frequent[index] == part, case .bits(let bits) = sets.set(index) else {
      return nil
    }
    return bits
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

  /// Calls back with twice the number of each word, plus one outside of titles.
  @inline(__always)
  func forEach(of entry: Int, _ body: (_ part: Int) -> Void) {
    let start = entry == 0 ? 0 : Int(ends[entry - 1])
    let (titles, end) = (start + Int(titleCounts[entry]), Int(ends[entry]))
    words.withUnsafeBufferPointer { words in
      for index in start..<titles { body(2 * Int(words[index])) }
      for index in titles..<end { body(2 * Int(words[index]) + 1) }
    }
  }

  /// Counts the words of some entries, which is faster if these are all.
  func count(in order: Numbers<UInt32>, _ counts: inout NumberWriter<UInt32>) {
    for index in 0..<order.count {
      forEach(of: order.count == ends.count ? index : Int(order[index])) { counts[$0] += 1 }
    }
  }
}
