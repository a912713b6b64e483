import System

/// A set of positions as one bit each.
struct PositionBits: Sendable {
  let words: Numbers<UInt64>
  /// The number of positions.
  let count: Int

  init(words: Numbers<UInt64>, count: Int) { (self.words, self.count) = (words, count) }

  /// Makes a set in place.
  /// - Parameters:
  ///   - bound: above all positions.
  ///   - insert: sets the bits of positions.
  init(below bound: Int, _ insert: (UnsafeMutableBufferPointer<UInt64>) -> Void) {
    self.init(
      counting: Numbers(count: Self.size(for: bound)) { words in
        words.initialize(repeating: 0)
        insert(words)
        return words.count
      })
  }

  private init(counting words: Numbers<UInt64>) {
    let count = words.withUnsafeBufferPointer { $0.reduce(0) { $0 + $1.nonzeroBitCount } }
    self.init(words: words, count: count)
  }

  /// Words of a set of positions below this bound.
  static func size(for bound: Int) -> Int { (bound + 63) / 64 }

  @inline(__always)
  static func insert(_ position: Int, into words: UnsafeMutableBufferPointer<UInt64>) {
    words[position >> 6] |= 1 << UInt64(position & 63)
  }

  /// Calls back with each position, in order, until that returns false.
  @inline(__always)
  static func forEach(in words: UnsafeBufferPointer<UInt64>, fromWord first: Int = 0, _ body: (Int) -> Bool) {
    for index in first..<words.count {
      var word = words[index]
      while word != 0 {
        guard body(index << 6 + word.trailingZeroBitCount) else { return }
        word &= word - 1
      }
    }
  }

  func contains(_ position: Int) -> Bool {
    words.withUnsafeBufferPointer { Self.contains(position, in: $0) }
  }

  @inline(__always)
  static func contains(_ position: Int, in words: UnsafeBufferPointer<UInt64>) -> Bool {
    let word = position >> 6
    return word < words.count && words[word] & 1 << UInt64(position & 63) != 0
  }

  /// Up to `limit` positions in order, from the one with this rank on.
  func page(from rank: Int, limit: Int) -> [UInt32] {
    var page: [UInt32] = []
    page.reserveCapacity(min(limit, count - rank))
    words.withUnsafeBufferPointer { words in
      var (word, skipped) = (0, 0)
      while word < words.count, skipped + words[word].nonzeroBitCount <= rank {
        skipped += words[word].nonzeroBitCount
        word += 1
      }
      Self.forEach(in: words, fromWord: word) { position in
        if skipped >= rank { page.append(UInt32(truncatingIfNeeded: position)) }
        skipped += 1
        return page.count < limit
      }
    }
    return page
  }

  /// The number of positions below this one.
  func rank(of position: Int) -> Int {
    words.withUnsafeBufferPointer { words in
      let word = min(position >> 6, words.count)
      let before = words[..<word].reduce(0) { $0 + $1.nonzeroBitCount }
      return word == words.count
        ? before : before + (words[word] & (1 << UInt64(position & 63) - 1)).nonzeroBitCount
    }
  }

  /// Combines two sets word by word.
  @inline(__always)
  func combined(_ other: PositionBits, _ combine: (UInt64, UInt64) -> UInt64) -> PositionBits {
    PositionBits(
      counting: Numbers(count: min(words.count, other.words.count)) { both in
        words.withUnsafeBufferPointer { words in
          other.words.withUnsafeBufferPointer { other in
            for index in both.indices {
              both.initializeElement(at: index, to: combine(words[index], other[index]))
            }
          }
        }
        return both.count
      })
  }

  /// The intersection with some ascending positions.
  func common(with positions: Numbers<UInt32>) -> Numbers<UInt32> {
    words.withUnsafeBufferPointer { words in
      positions.chosen { Self.contains(Int($0), in: words) }
    }
  }
}
