import Glibc

/// Finds texts among packed ones: a hash table of positions, which keeps no text of its own.
struct PackedTextIndex: Sendable {
  /// A position and one, or zero for none; at most half of them are taken.
  private var slots: [UInt32]

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
      let slot = slots[slot(of: UnsafeRawBufferPointer(text), in: texts)]
      return slot == 0 ? nil : Int(slot) - 1
    }
  }

  /// Inserts the text at a position, unless an equal one is there already.
  mutating func insert(_ position: Int, in texts: PackedTexts) {
    let slot = texts.bytes.withUnsafeBytes { bytes in
      self.slot(of: UnsafeRawBufferPointer(rebasing: bytes[texts.range(of: position)]), in: texts)
    }
    if slots[slot] == 0 { slots[slot] = UInt32(position) + 1 }
  }

  /// The slot that holds a text or, where none does, is free for it.
  private func slot(of text: UnsafeRawBufferPointer, in texts: PackedTexts) -> Int {
    // Seeded anew with each start, so that no feed can choose keys that meet in one slot.
    var hasher = Hasher()
    hasher.combine(bytes: text)
    let mask = slots.count - 1
    var slot = hasher.finalize() & mask
    while slots[slot] != 0, !texts.holds(text, at: Int(slots[slot]) - 1) { slot = (slot + 1) & mask }
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
