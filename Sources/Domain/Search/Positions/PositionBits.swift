import Text

/// A set of positions as one bit each, with counts for ranks.
///
/// A block is one word that counts the bits before the block, and 64 words of bits. A set is a slice of an array that
/// may hold many.
struct PositionBits: Sendable {
  private static let positionsPerBlock = 4096
  private static let wordsPerBlock = 65

  /// Counted by ``count(_:)``.
  let words: ArraySlice<UInt64>
  let count: Int

  /// Words of a set of positions below this bound.
  static func size(for bound: Int) -> Int {
    (bound + positionsPerBlock - 1) / positionsPerBlock * wordsPerBlock
  }

  /// Counts the bits that ``insert(_:into:)`` set in words of ``size(for:)``, and fills in the counts of blocks.
  static func count(_ words: UnsafeMutableBufferPointer<UInt64>) -> Int {
    var count = 0
    for block in stride(from: 0, to: words.count, by: wordsPerBlock) {
      words[block] = UInt64(count)
      for index in (block + 1)..<(block + wordsPerBlock) { count += words[index].nonzeroBitCount }
    }
    return count
  }

  @inline(__always)
  static func insert(_ position: Int, into words: UnsafeMutableBufferPointer<UInt64>) {
    words[word(of: position)] |= 1 << UInt64(position & 63)
  }

  /// Calls back with each position, in order, until that returns false.
  @inline(__always)
  static func forEach(
    in words: UnsafeBufferPointer<UInt64>, fromBlock first: Int = 0, _ body: (Int) -> Bool
  ) {
    var base = first * positionsPerBlock
    for block in stride(from: first * wordsPerBlock, to: words.count, by: wordsPerBlock) {
      for index in (block + 1)..<(block + wordsPerBlock) {
        var word = words[index]
        while word != 0 {
          guard body(base + word.trailingZeroBitCount) else { return }
          word &= word - 1
        }
        base += 64
      }
    }
  }

  func contains(_ position: Int) -> Bool {
    words.withUnsafeBufferPointer { Self.contains(position, in: $0) }
  }

  @inline(__always)
  static func contains(_ position: Int, in words: UnsafeBufferPointer<UInt64>) -> Bool {
    let word = word(of: position)
    return word < words.count && words[word] & 1 << UInt64(position & 63) != 0
  }

  /// Up to `limit` positions in order, from the one with this rank on.
  func page(from rank: Int, limit: Int) -> [UInt32] {
    var page: [UInt32] = []
    page.reserveCapacity(min(limit, count - rank))
    words.withUnsafeBufferPointer { words in
      let block = Self.block(holding: rank, in: words)
      var skipped = block < 0 ? 0 : Int(words[block * Self.wordsPerBlock])
      Self.forEach(in: words, fromBlock: max(block, 0)) { position in
        if skipped >= rank { page.append(UInt32(truncatingIfNeeded: position)) }
        skipped += 1
        return page.count < limit
      }
    }
    return page
  }

  /// The number of positions below this one.
  func rank(of position: Int) -> Int {
    guard Self.word(of: position) < words.count else { return count }
    return words.withUnsafeBufferPointer { words in
      let word = Self.word(of: position)
      let block = word / Self.wordsPerBlock * Self.wordsPerBlock
      let before = words[(block + 1)..<word].reduce(Int(words[block])) { $0 + $1.nonzeroBitCount }
      return before + (words[word] & (1 << UInt64(position & 63) - 1)).nonzeroBitCount
    }
  }

  func intersection(_ other: PositionBits) -> PositionBits {
    var both = Array(words)
    let count = both.withUnsafeMutableBufferPointer { both in
      other.words.withUnsafeBufferPointer { other in
        for index in 0..<min(both.count, other.count) { both[index] &= other[index] }
      }
      return Self.count(both)
    }
    return PositionBits(words: both[...], count: count)
  }

  /// The intersection with some ascending positions.
  func common(with positions: ArraySlice<UInt32>) -> [UInt32] {
    words.withUnsafeBufferPointer { words in
      positions.filter { Self.contains(Int($0), in: words) }
    }
  }

  /// The last block with at most `rank` positions before it.
  private static func block(holding rank: Int, in words: UnsafeBufferPointer<UInt64>) -> Int {
    let blocks = 0..<words.count / wordsPerBlock
    return blocks.firstIndex(bisecting: { words[$0 * wordsPerBlock] > UInt64(rank) }) - 1
  }

  @inline(__always)
  private static func word(of position: Int) -> Int {
    position >> 12 * wordsPerBlock + 1 + position >> 6 & 63
  }
}
