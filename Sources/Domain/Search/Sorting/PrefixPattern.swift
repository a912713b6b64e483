/// A pattern that compares with the beginning of texts, its first eight bytes at once.
struct PrefixPattern {
  private let head: UInt64
  private let shift: UInt64
  private let tail: ArraySlice<UInt8>

  /// - Parameter pattern: not empty.
  init(_ pattern: ArraySlice<UInt8>) {
    let first = pattern.prefix(8)
    head = first.reduce(0) { $0 << 8 | UInt64($1) }
    shift = UInt64(64 - 8 * first.count)
    tail = pattern.dropFirst(8)
  }

  /// The first eight bytes of a text as a number that compares as they do.
  ///
  /// - Parameter offset: at least eight bytes before the end.
  @inline(__always)
  static func head(of text: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(bigEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Below zero if the text begins with less than the pattern, zero if it begins with it.
  ///
  /// - Parameter offset: at least eight bytes before the end.
  @inline(__always)
  func order(of text: UnsafeRawBufferPointer, at offset: Int) -> Int {
    order(ofHead: Self.head(of: text, at: offset), of: text, at: offset)
  }

  /// The same for a text whose head is known.
  @inline(__always)
  func order(ofHead other: UInt64, of text: UnsafeRawBufferPointer, at offset: Int) -> Int {
    let other = other >> shift
    if other != head { return other < head ? -1 : 1 }
    return tail.isEmpty ? 0 : tailOrder(of: text, at: offset + 8)
  }

  private func tailOrder(of text: UnsafeRawBufferPointer, at offset: Int) -> Int {
    for (index, byte) in zip(offset..., tail) {
      // The pattern's end has come before the text's only if the text is padded.
      guard index < text.count else { return -1 }
      if text[index] != byte { return text[index] < byte ? -1 : 1 }
    }
    return 0
  }
}
