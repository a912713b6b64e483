import Glibc

/// Finds texts among packed ones: a hash table of positions, which keeps no text of its own.
struct PackedTextIndex: Sendable {
  /// A position and one in the lower half, bits of its text's hash in the upper one, which spare most
  /// looks at other texts; or zero for none. At most half of them are taken.
  private var slots: [UInt64]

  /// - Parameter capacity: at most so many texts are going to be inserted.
  init(capacity: Int) {
    var size = 8
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  /// The position of a text; nil where it was not inserted.
  func position(of text: String, in texts: PackedTexts) -> Int? {
    var text = text
    return text.withUTF8 { text in
      let text = UnsafeRawBufferPointer(text)
      return Self.position(slots[slot(of: text, hash: Self.hash(text), in: texts)])
    }
  }

  /// Inserts the text at a position, unless an equal one is there already.
  mutating func insert(_ position: Int, in texts: PackedTexts) {
    texts.bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[texts.range(of: position)])
      let hash = Self.hash(text)
      let slot = slot(of: text, hash: hash, in: texts)
      if slots[slot] == 0 { slots[slot] = hash & Self.hashBits | UInt64(position) + 1 }
    }
  }

  private static let hashBits: UInt64 = 0xFFFF_FFFF_0000_0000

  private static func position(_ slot: UInt64) -> Int? { slot == 0 ? nil : Int(slot & ~hashBits) - 1 }

  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    // Seeded anew with each start, so that no feed can choose keys that meet in one slot.
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// The slot that holds a text or, where none does, is free for it.
  private func slot(of text: UnsafeRawBufferPointer, hash: UInt64, in texts: PackedTexts) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while let position = Self.position(slots[slot]) {
      if slots[slot] & Self.hashBits == hash & Self.hashBits, texts.holds(text, at: position) { break }
      slot = (slot + 1) & mask
    }
    return slot
  }
}

extension PackedTexts {
  fileprivate func holds(_ text: UnsafeRawBufferPointer, at position: Int) -> Bool {
    let range = range(of: position)
    guard range.count == text.count, let text = text.baseAddress else { return range.count == text.count }
    return bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + range.lowerBound, text, range.count) == 0 } ?? false
    }
  }
}
