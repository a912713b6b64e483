import System
import Text

/// Offsets into folded texts, sorted by the texts that begin there.
struct SortedOffsets: Sendable {
  let offsets: Numbers<UInt32>
  /// Texts that end with a zero byte each, and ``FoldedTexts/padding``.
  let bytes: Numbers<UInt8>

  /// The range of the texts that begin with a pattern, of which ``TextSort/depth`` bytes count.
  ///
  /// Cost: the logarithm of the number of offsets.
  func range(of pattern: [UInt8]) -> Range<Int> {
    let pattern = PrefixPattern(pattern.prefix(TextSort.depth))
    let lower = (0..<offsets.count).firstIndex(bisecting: {
      pattern.order(of: bytes, at: Int(offsets[$0])) >= 0
    })
    let upper = (lower..<offsets.count).firstIndex(bisecting: {
      pattern.order(of: bytes, at: Int(offsets[$0])) > 0
    })
    return lower..<upper
  }

  /// Whether a text begins with all of a pattern.
  func begins(with pattern: [UInt8], at index: Int) -> Bool {
    bytes.part(from: Int(offsets[index])).starts(with: pattern)
  }
}

/// A pattern to compare with the beginning of texts, its first eight bytes at once.
private struct PrefixPattern {
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

  /// Negative if the text sorts before the pattern, zero if it begins with it.
  @inline(__always)
  func order(of text: Numbers<UInt8>, at offset: Int) -> Int {
    let other = text.word(at: offset) >> shift
    if other != head { return other < head ? -1 : 1 }
    for (index, byte) in zip((offset + 8)..., tail) {
      // A text shorter than the pattern sorts before it.
      guard index < text.count else { return -1 }
      if text[index] != byte { return text[index] < byte ? -1 : 1 }
    }
    return 0
  }
}
