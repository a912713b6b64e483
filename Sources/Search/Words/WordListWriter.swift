/// Gives each distinct word a number and keeps it once.
struct WordListWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [UInt32] = []
  /// An open table of words: the upper half of a word's hash, and its number plus one. Zero is free.
  private var slots: [UInt64] = Array(repeating: 0, count: 1 << 10)

  private static let hashBits: UInt64 = 0xFFFF_FFFF << 32

  /// The word's number, its own or a new one.
  ///
  /// - Parameter word: not empty, without a byte below 0x20.
  mutating func number(of word: UnsafeRawBufferPointer) -> Int {
    if starts.count * 2 >= slots.count { grow() }
    var hasher = Hasher()
    hasher.combine(bytes: word)
    let hash = UInt64(truncatingIfNeeded: hasher.finalize()) & Self.hashBits
    var slot = firstSlot(for: hash)
    while slots[slot] != 0 {
      let number = Int(slots[slot] & ~Self.hashBits) - 1
      if slots[slot] & Self.hashBits == hash, isWord(number, word) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
    bytes.append(contentsOf: word)
    bytes.append(0)
    slots[slot] = hash | UInt64(starts.count)
    return starts.count - 1
  }

  private func isWord(_ number: Int, _ word: UnsafeRawBufferPointer) -> Bool {
    let start = Int(starts[number])
    let end = number + 1 < starts.count ? Int(starts[number + 1]) : bytes.count
    return end - start - 1 == word.count && bytes[start..<(end - 1)].elementsEqual(word)
  }

  private func firstSlot(for hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var slot = firstSlot(for: entry)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
