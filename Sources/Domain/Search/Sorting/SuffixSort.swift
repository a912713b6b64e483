import System

/// Sorts offsets by the texts that begin there.
///
/// A radix sort of four bytes at a time: each round loads the next four bytes of every text in a group and its offset
/// into one integer, so that the sort reads memory in order. Groups of equal texts continue; those of a few texts are
/// compared directly. Stable.
struct SuffixSort {
  /// Compared bytes; texts that share them count as equal. Bounds the time for repetitive texts.
  static let depth = 48

  /// Bytes of a round.
  private static let step = 4
  /// The last round begins before ``depth`` is reached.
  private static let compared = depth / step * step + 1
  /// Texts of a group up to which comparisons are faster than rounds.
  private static let few = 12
  /// Keys above which counting digits is faster than comparing.
  private static let many = 512

  private struct Group {
    var range: Range<Int>
    var depth: Int
  }

  private let bytes: UnsafeRawBufferPointer
  private let offsets: UnsafeMutableBufferPointer<UInt32>
  private var groups: [Group] = []
  private var keys: UnsafeMutableBufferPointer<UInt64>
  private var scratch: UnsafeMutableBufferPointer<UInt64>

  /// - Parameters:
  ///   - offsets: ascending, into `bytes` without its padding.
  ///   - bytes: texts that end with a zero byte each.
  static func sort(_ offsets: inout NumberWriter<UInt32>, in bytes: UnsafeRawBufferPointer) {
    offsets.withUnsafeMutableBufferPointer { offsets in
      var copy = NumberWriter<UInt32>(capacity: offsets.count)
      copy.append(UnsafeBufferPointer(offsets))
      let (groups, starts) = groups(offsets, in: bytes)
      var next = starts
      copy.withUnsafeBufferPointer { copy in
        for offset in copy {
          let byte = Int(bytes[Int(offset)])
          offsets[next[byte]] = offset
          next[byte] += 1
        }
      }
      let most = groups.map(\.range.count).max() ?? 0
      var keys = NumberWriter<UInt64>(repeating: 0, count: most)
      var scratch = NumberWriter<UInt64>(repeating: 0, count: most)
      keys.withUnsafeMutableBufferPointer { keys in
        scratch.withUnsafeMutableBufferPointer { scratch in
          var sort = SuffixSort(
            bytes: bytes, offsets: offsets, groups: groups, keys: keys, scratch: scratch)
          sort.run()
        }
      }
    }
  }

  /// The groups of offsets whose texts have one first byte, and where each group begins.
  private static func groups(
    _ offsets: UnsafeMutableBufferPointer<UInt32>, in bytes: UnsafeRawBufferPointer
  ) -> ([Group], [Int]) {
    var next = Array(repeating: 0, count: 257)
    for offset in offsets { next[Int(bytes[Int(offset)]) + 1] += 1 }
    for byte in 1...256 { next[byte] += next[byte - 1] }
    let groups = (1..<256).filter { next[$0 + 1] - next[$0] > 1 }.map {
      Group(range: next[$0]..<next[$0 + 1], depth: 1)
    }
    return (groups, next)
  }

  private mutating func run() {
    while let group = groups.popLast() {
      if group.range.count > Self.few { sort(group) } else { compare(group) }
    }
  }

  private mutating func sort(_ group: Group) {
    let (first, count) = (group.range.lowerBound, group.range.count)
    for index in 0..<count {
      let offset = offsets[first + index]
      keys[index] = word(at: Int(offset) + group.depth) & ~0xFFFF_FFFF | UInt64(offset)
    }
    if count > Self.many {
      sortKeysByDigits(count)
    } else {
      var sorted = keys[..<count]
      sorted.sort()
    }
    var start = 0
    for index in 0..<count {
      offsets[first + index] = UInt32(truncatingIfNeeded: keys[index])
      guard index + 1 == count || keys[index + 1] >> 32 != keys[index] >> 32 else { continue }
      // A key whose last byte is zero has reached the end of its text.
      if index > start, keys[index] >> 32 & 0xFF != 0, group.depth + Self.step < Self.compared {
        groups.append(Group(range: (first + start)..<(first + index + 1), depth: group.depth + Self.step))
      }
      start = index + 1
    }
  }

  /// Sorts a few texts by insertion.
  private func compare(_ group: Group) {
    for index in group.range.dropFirst() {
      let offset = offsets[index]
      var place = index
      while place > group.range.lowerBound, isBefore(offset, offsets[place - 1], from: group.depth) {
        offsets[place] = offsets[place - 1]
        place -= 1
      }
      offsets[place] = offset
    }
  }

  /// Whether a text sorts before another with the same beginning.
  private func isBefore(_ one: UInt32, _ other: UInt32, from depth: Int) -> Bool {
    var depth = depth
    while depth < Self.compared {
      // Bytes beyond the compared ones are shifted out.
      let excess = UInt64(max(0, depth + 8 - Self.compared) * 8)
      let first = word(at: Int(one) + depth) >> excess
      let second = word(at: Int(other) + depth) >> excess
      if first != second { return first < second }
      if first & 0xFF == 0 { return false }
      depth += 8
    }
    return false
  }

  /// The next eight bytes as one number, zero from the end of the text on.
  private func word(at offset: Int) -> UInt64 {
    guard offset + 8 <= bytes.count else {
      let rest = bytes[min(offset, bytes.count)...].prefix { $0 != 0 }
      return rest.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(64 - 8 * rest.count)
    }
    var word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    if zeros != 0 { word &= 1 << UInt64(zeros.trailingZeroBitCount & ~7) &- 1 }
    return word.byteSwapped
  }

  private mutating func sortKeysByDigits(_ count: Int) {
    var (from, to) = (
      UnsafeMutableBufferPointer(rebasing: keys[..<count]),
      UnsafeMutableBufferPointer(rebasing: scratch[..<count])
    )
    for shift in stride(from: UInt64(32), to: 64, by: 8) {
      if Self.distribute(from, to: to, by: shift) { swap(&from, &to) }
    }
    if from.baseAddress != keys.baseAddress { swap(&keys, &scratch) }
  }

  /// One pass over a digit of eight bits. False if all values are equal, and nothing was moved.
  private static func distribute(
    _ from: UnsafeMutableBufferPointer<UInt64>, to: UnsafeMutableBufferPointer<UInt64>, by shift: UInt64
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { next in
      next.initialize(repeating: 0)
      for key in from { next[Int(key >> shift & 0xFF)] += 1 }
      if let first = from.first, next[Int(first >> shift & 0xFF)] == from.count { return false }
      var sum = 0
      for digit in 0..<256 { (next[digit], sum) = (sum, sum + next[digit]) }
      for key in from {
        let digit = Int(key >> shift & 0xFF)
        to[next[digit]] = key
        next[digit] += 1
      }
      return true
    }
  }
}
