import Text

/// Offsets into folded texts, sorted by the texts that begin there.
struct SortedOffsets: Sendable {
  let offsets: [UInt32]

  /// The first eight bytes of the first of every ``stride`` texts.
  ///
  /// Adjacent in memory, so that most of a search stays in the cache: comparing texts in place waits for memory twice.
  private let heads: [UInt64]

  private static let stride = 16

  /// - Parameters:
  ///   - offsets: ascending.
  ///   - bytes: texts that end with a zero byte each, and eight more bytes.
  init(sorting offsets: [UInt32], in bytes: [UInt8]) {
    var offsets = offsets
    SuffixSort.sort(&offsets, in: bytes)
    self.init(sorted: offsets, in: bytes)
  }

  /// Makes them of sorted offsets.
  init(sorted offsets: [UInt32], in bytes: [UInt8]) {
    self.init(whole: offsets.trimmed, in: bytes)
  }

  private init(whole offsets: [UInt32], in bytes: [UInt8]) {
    self.offsets = offsets
    heads = bytes.withUnsafeBytes { bytes in
      Swift.stride(from: 0, to: offsets.count, by: Self.stride).map {
        PrefixPattern.head(of: bytes, at: Int(offsets[$0]))
      }
    }
  }

  /// The range of the texts that begin with a pattern, of which ``SuffixSort/depth`` bytes count.
  ///
  /// Cost: the logarithm of the number of offsets.
  func range(of pattern: [UInt8], in bytes: [UInt8]) -> Range<Int> {
    let pattern = PrefixPattern(pattern.prefix(SuffixSort.depth))
    return bytes.withUnsafeBytes { bytes in
      let lower = firstIndex(in: bytes) { $0.order(of: pattern) >= 0 }
      // Most ranges are short.
      let isLong =
        lower + Self.stride < offsets.count
        && pattern.order(of: bytes, at: Int(offsets[lower + Self.stride])) <= 0
      let upper =
        isLong
        ? firstIndex(in: bytes) { $0.order(of: pattern) > 0 }
        : (lower..<min(lower + Self.stride, offsets.count)).firstIndex(bisecting: {
          pattern.order(of: bytes, at: Int(offsets[$0])) > 0
        })
      // Offsets from a damaged file may be unsorted.
      return lower..<max(lower, upper)
    }
  }

  /// A text to compare with a pattern, with its head if that is known.
  private struct Candidate {
    let bytes: UnsafeRawBufferPointer
    let offset: UInt32
    let head: UInt64?

    @inline(__always)
    func order(of pattern: PrefixPattern) -> Int {
      if let head {
        pattern.order(ofHead: head, of: bytes, at: Int(offset))
      } else {
        pattern.order(of: bytes, at: Int(offset))
      }
    }
  }

  /// The first index from which on a condition holds: among the heads, then among the texts after one.
  @inline(__always)
  private func firstIndex(in bytes: UnsafeRawBufferPointer, where holds: (Candidate) -> Bool) -> Int {
    let head = heads.indices.firstIndex(bisecting: {
      holds(Candidate(bytes: bytes, offset: offsets[$0 * Self.stride], head: heads[$0]))
    })
    guard head > 0 else { return 0 }
    let rest = ((head - 1) * Self.stride + 1)..<min(head * Self.stride, offsets.count)
    return rest.firstIndex(bisecting: { holds(Candidate(bytes: bytes, offset: offsets[$0], head: nil)) })
  }
}

extension SortedOffsets {
  func pack(into arrays: inout PackedArrays) { arrays.append(.halves(offsets)) }

  /// - Parameter bytes: with ``FoldedTexts/padding`` after the last text.
  init(unpacking arrays: inout PackedArrays, in bytes: [UInt8]) throws(PackedArrays.Misfit) {
    let offsets = try arrays.halves()
    guard offsets.areBelow(bytes.count - FoldedTexts.padding) else { throw PackedArrays.Misfit() }
    self.init(whole: offsets, in: bytes)
  }
}

/// A pattern to compare with the beginning of texts, its first eight bytes at once.
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

  /// The first eight bytes of a text as a number that compares like them.
  ///
  /// - Parameter offset: at least eight bytes before the end.
  @inline(__always)
  static func head(of text: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(bigEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Negative if the text sorts before the pattern, zero if it begins with it.
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
      // A text shorter than the pattern sorts before it.
      guard index < text.count else { return -1 }
      if text[index] != byte { return text[index] < byte ? -1 : 1 }
    }
    return 0
  }
}
