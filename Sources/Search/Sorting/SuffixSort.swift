/// Sorts offsets by the texts that begin there.
///
/// A radix sort of four bytes at a time: each round loads the next four bytes of every text in a group
/// beside its offset into one integer, so that the sort itself reads memory in order; groups that are
/// still equal go on. Equal texts keep the order of their offsets.
struct SuffixSort {
  /// Bytes that are compared; texts that agree in them count as equal. Bounds the time on texts that
  /// repeat themselves.
  static let depth = 48

  private struct Group {
    var range: Range<Int>
    var depth: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var groups: [Group] = []
  private var keys: [UInt64] = []
  private var scratch: [UInt64] = []

  /// - Parameters:
  ///   - offsets: ascending, into `bytes` without its padding.
  ///   - bytes: texts that end with a zero byte each.
  static func sort(_ offsets: inout [UInt32], in bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      offsets.withUnsafeMutableBufferPointer { offsets in
        var sort = SuffixSort(bytes: bytes)
        sort.run(on: offsets)
      }
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  private mutating func run(on offsets: UnsafeMutableBufferPointer<UInt32>) {
    spread(offsets)
    while let group = groups.popLast() { sort(group, of: offsets) }
  }

  /// Brings the offsets in the order of their first byte, which keeps the groups after it small.
  private mutating func spread(_ offsets: UnsafeMutableBufferPointer<UInt32>) {
    var next = Array(repeating: 0, count: 257)
    for offset in offsets { next[Int(bytes[Int(offset)]) + 1] += 1 }
    for byte in 1...256 { next[byte] += next[byte - 1] }
    for byte in 0..<256 where next[byte] < next[byte + 1] {
      groups.append(Group(range: next[byte]..<next[byte + 1], depth: byte > 0 ? 1 : Self.depth))
    }
    groups.removeAll { $0.range.count < 2 || $0.depth >= Self.depth }
    let original = Array(offsets)
    for offset in original {
      let byte = Int(bytes[Int(offset)])
      offsets[next[byte]] = offset
      next[byte] += 1
    }
  }

  private mutating func sort(_ group: Group, of offsets: UnsafeMutableBufferPointer<UInt32>) {
    keys.removeAll(keepingCapacity: true)
    for index in group.range {
      keys.append(key(at: Int(offsets[index]) + group.depth) << 32 | UInt64(offsets[index]))
    }
    if keys.count > 512 { sortKeysByDigits() } else { keys.sort() }

    var start = 0
    for index in keys.indices {
      offsets[group.range.lowerBound + index] = UInt32(truncatingIfNeeded: keys[index])
      let isLast = index + 1 == keys.count || keys[index + 1] >> 32 != keys[index] >> 32
      guard isLast else { continue }
      // A key whose last byte is zero has reached the end of its text.
      if index > start, keys[index] >> 32 & 0xFF != 0, group.depth + 4 < Self.depth {
        let lower = group.range.lowerBound
        groups.append(Group(range: (lower + start)..<(lower + index + 1), depth: group.depth + 4))
      }
      start = index + 1
    }
  }

  /// The next four bytes as one number, zero from the end of the text on.
  private func key(at offset: Int) -> UInt64 {
    var key: UInt64 = 0
    for index in 0..<4 {
      let byte = bytes[offset + index]
      if byte == 0 { return key << UInt64(8 * (4 - index)) }
      key = key << 8 | UInt64(byte)
    }
    return key
  }

  private mutating func sortKeysByDigits() {
    if scratch.count < keys.count { scratch = Array(repeating: 0, count: keys.count) }
    keys.withUnsafeMutableBufferPointer { keys in
      scratch.withUnsafeMutableBufferPointer { scratch in
        var (from, to) = (keys, UnsafeMutableBufferPointer(rebasing: scratch[..<keys.count]))
        for shift in stride(from: UInt64(32), to: 64, by: 8) {
          if Self.distribute(from, to: to, by: shift) { swap(&from, &to) }
        }
        if from.baseAddress != keys.baseAddress { _ = keys.update(fromContentsOf: from) }
      }
    }
  }

  /// One pass over a digit of eight bits. False if it has one value only, and nothing was moved.
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
