internal import Glibc

/// Finds packed texts: a hash table of positions, without texts of its own.
public struct PackedTextIndex: Sendable {
  /// The position plus one in the lower half and the upper half of the text's hash in the upper, which saves most
  /// comparisons; zero for an empty slot. At most half of the slots are used.
  private var slots: [UInt64]
  private var count = 0
  /// Random for each table, so that a feed cannot choose texts that collide.
  private let seed = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max) | 1)

  /// - Parameter capacity: texts up to which the table does not grow.
  public init(capacity: Int) {
    var size = 8
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  /// Indexes all texts, which should differ; of equal ones, any may be found.
  public init(of texts: PackedTexts) {
    self.init(capacity: texts.count)
    texts.bytes.withUnsafeBytes { bytes in
      for position in 0..<texts.count {
        let hash = hash(UnsafeRawBufferPointer(rebasing: bytes[texts.range(of: position)]))
        var slot = firstSlot(for: hash)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = hash | UInt64(position) + 1
      }
    }
    count = texts.count
  }

  /// The position of a text; nil if it was not inserted.
  public func position(of text: String, in texts: PackedTexts) -> Int? {
    var text = text
    return text.withUTF8 { position(of: UnsafeRawBufferPointer($0), in: texts) }
  }

  public func position(of text: UnsafeRawBufferPointer, in texts: PackedTexts) -> Int? {
    Self.position(slots[slot(of: text, hash: hash(text), in: texts)])
  }

  /// Inserts the text at a position, unless it has an equal one.
  public mutating func insert(_ position: Int, in texts: PackedTexts) {
    if (count + 1) * 2 > slots.count { grow() }
    texts.bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[texts.range(of: position)])
      let hash = hash(text)
      let slot = slot(of: text, hash: hash, in: texts)
      guard slots[slot] == 0 else { return }
      slots[slot] = hash | UInt64(position) + 1
      count += 1
    }
  }

  private static let hashBits: UInt64 = 0xFFFF_FFFF << 32

  private static func position(_ slot: UInt64) -> Int? { slot == 0 ? nil : Int(slot & ~hashBits) - 1 }

  /// Eight bytes a step, multiplied with a secret: takes a third of `Hasher`'s time for a title.
  private func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed.0 ^ UInt64(text.count)
    var offset = 0
    while offset + 8 <= text.count {
      hash = Self.folded(hash ^ text.loadUnaligned(fromByteOffset: offset, as: UInt64.self), seed.1)
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < text.count {
      tail = tail << 8 | UInt64(text[offset])
      offset += 1
    }
    return Self.folded(Self.folded(hash ^ tail, seed.1), seed.0) & Self.hashBits
  }

  private static func folded(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  /// The slot of a text, or the free one for it.
  private func slot(of text: UnsafeRawBufferPointer, hash: UInt64, in texts: PackedTexts) -> Int {
    var slot = firstSlot(for: hash)
    while let position = Self.position(slots[slot]) {
      if slots[slot] & Self.hashBits == hash, texts.holds(text, at: position) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
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

extension PackedTexts {
  fileprivate func holds(_ text: UnsafeRawBufferPointer, at position: Int) -> Bool {
    let range = range(of: position)
    guard range.count == text.count, let text = text.baseAddress else { return range.count == text.count }
    return bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + range.lowerBound, text, range.count) == 0 } ?? false
    }
  }
}
