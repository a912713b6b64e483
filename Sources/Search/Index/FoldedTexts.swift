/// All folded texts in one buffer, and which entry each byte belongs to.
///
/// An entry is its title, its alternative title if it has one, and its description, each ended by a
/// zero byte, which no folded text holds.
struct FoldedTexts: Sendable {
  /// Zero bytes behind the last text, so that eight bytes can be read from any offset into it.
  static let padding = 8

  let count: Int
  let bytes: [UInt8]
  /// Where titles and alternative titles begin, in list order.
  let titleStarts: [UInt32]
  /// Where words of titles and alternative titles begin.
  let wordStarts: [UInt32]
  /// One bit a byte: whether an entry begins there.
  private let entryStarts: [UInt64]
  /// For each word of ``entryStarts``, the entries that begin before it.
  private let entriesBefore: [UInt32]

  init(_ texts: some Collection<SearchText>) {
    var writer = FoldedTextsWriter()
    for text in texts { writer.append(text) }
    writer.end()
    count = writer.count
    bytes = writer.bytes
    titleStarts = writer.titleStarts
    wordStarts = writer.wordStarts
    entryStarts = writer.entryStarts
    var before: UInt32 = 0
    entriesBefore = entryStarts.map { word in
      defer { before += UInt32(word.nonzeroBitCount) }
      return before
    }
  }

  /// Where a text can be found that holds no space: at each scalar but spaces and the ends of texts.
  var insides: [UInt32] {
    var insides: [UInt32] = []
    insides.reserveCapacity(bytes.count)
    for (offset, byte) in bytes.enumerated() where byte > 0x20 && byte & 0xC0 != 0x80 {
      insides.append(UInt32(truncatingIfNeeded: offset))
    }
    return insides
  }

  /// The entry whose text holds this offset.
  func position(at offset: UInt32) -> UInt32 {
    let word = Int(offset >> 6)
    let upToHere = entryStarts[word] & (UInt64.max >> UInt64(63 - offset & 63))
    return entriesBefore[word] &+ UInt32(truncatingIfNeeded: upToHere.nonzeroBitCount) &- 1
  }
}

extension FoldedTexts {
  /// The entries whose texts hold these offsets: ascending, each once.
  func positions(at offsets: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    // Sorting costs some 16 times as much an offset as looking through a word of bits.
    offsets.count < count / 64 / 16 ? sortedPositions(at: offsets) : countedPositions(at: offsets)
  }

  private func sortedPositions(at offsets: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    var positions = offsets.map(position(at:))
    positions.sort()
    var kept = 0
    for position in positions where kept == 0 || positions[kept - 1] != position {
      positions[kept] = position
      kept += 1
    }
    return positions[..<kept]
  }

  private func countedPositions(at offsets: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    let size = PositionBits.size(for: count)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: size) { bits in
      bits.initialize(repeating: 0)
      for offset in offsets { PositionBits.insert(Int(position(at: offset)), into: bits) }
      var positions: [UInt32] = []
      positions.reserveCapacity(min(offsets.count, count))
      PositionBits.forEach(in: UnsafeBufferPointer(bits)) { position in
        positions.append(UInt32(truncatingIfNeeded: position))
        return true
      }
      return positions[...]
    }
  }
}
