import System
import Text

/// A set of positions as one bit each, with counts for ranks.
///
/// A block is one word that counts the bits before the block, and 64 words of bits.
struct PositionBits: Sendable {
  private static let positionsPerBlock = 4096
  private static let wordsPerBlock = 65

  /// Counted by ``count(_:)``.
  let words: Numbers<UInt64>
  let count: Int

  /// - Parameter words: a part of it may be from a damaged file.
  init(words: Numbers<UInt64>, count: Int) {
    self.words = words.part(0..<words.count / Self.wordsPerBlock * Self.wordsPerBlock)
    self.count = count
  }

  /// Makes a set in place.
  /// - Parameters:
  ///   - bound: above all positions.
  ///   - insert: sets the bits of positions.
  init(below bound: Int, _ insert: (UnsafeMutableBufferPointer<UInt64>) -> Void) {
    var count = 0
    words = Numbers(count: Self.size(for: bound)) { words in
      words.initialize(repeating: 0)
      insert(words)
      count = Self.count(words)
      return words.count
    }
    self.count = count
  }

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
      var skipped = block < 0 ? 0 : Int(truncatingIfNeeded: words[block * Self.wordsPerBlock])
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
      let before = words[(block + 1)..<word].reduce(Int(truncatingIfNeeded: words[block])) {
        $0 + $1.nonzeroBitCount
      }
      return before + (words[word] & (1 << UInt64(position & 63) - 1)).nonzeroBitCount
    }
  }

  func intersection(_ other: PositionBits) -> PositionBits {
    var count = 0
    let both = Numbers<UInt64>(count: min(words.count, other.words.count)) { both in
      words.withUnsafeBufferPointer { words in
        other.words.withUnsafeBufferPointer { other in
          for index in both.indices { both[index] = words[index] & other[index] }
        }
      }
      count = Self.count(both)
      return both.count
    }
    return PositionBits(words: both, count: count)
  }

  /// The intersection with some ascending positions.
  func common(with positions: Numbers<UInt32>) -> Numbers<UInt32> {
    words.withUnsafeBufferPointer { words in
      positions.chosen { Self.contains(Int($0), in: words) }
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
