import System
import Text

/// Offsets into folded texts, sorted by the texts that begin there.
struct SortedOffsets: Sendable {
  let offsets: Numbers<UInt32>
  let bytes: Numbers<UInt8>

  /// The first eight bytes of the first of every ``stride`` texts.
  ///
  /// Adjacent in memory, so that most of a search stays in the cache: comparing texts in place waits for memory twice.
  private let heads: Numbers<UInt64>

  private static let stride = 16

  /// - Parameter bytes: texts that end with a zero byte each, and ``FoldedTexts/padding``.
  init(_ arrays: ArraySet, _ name: String, in bytes: Numbers<UInt8>) {
    self.init(offsets: arrays.numbers("\(name).order"), bytes: bytes, heads: arrays.numbers("\(name).heads"))
  }

  private init(offsets: Numbers<UInt32>, bytes: Numbers<UInt8>, heads: Numbers<UInt64>) {
    (self.offsets, self.bytes) = (offsets, bytes)
    // An array that is cut off may leave more heads than texts.
    self.heads = heads.part(0..<(offsets.count + Self.stride - 1) / Self.stride)
  }

  /// - Parameter offsets: sorted.
  static func write(
    _ offsets: Numbers<UInt32>, in bytes: Numbers<UInt8>, to arrays: inout ArraySet, _ name: String
  ) -> SortedOffsets {
    var heads = NumberWriter<UInt64>(capacity: offsets.count / stride + 1)
    for index in Swift.stride(from: 0, to: offsets.count, by: stride) {
      heads.append(PrefixPattern.head(of: bytes, at: Int(offsets[index])))
    }
    let numbers = heads.numbers()
    arrays.add("\(name).order", offsets)
    arrays.add("\(name).heads", numbers)
    return SortedOffsets(offsets: offsets, bytes: bytes, heads: numbers)
  }

  /// The range of the texts that begin with a pattern, of which ``SuffixSort/depth`` bytes count.
  ///
  /// Cost: the logarithm of the number of offsets.
  func range(of pattern: [UInt8]) -> Range<Int> {
    let pattern = PrefixPattern(pattern.prefix(SuffixSort.depth))
    let lower = firstIndex { $0.order(of: pattern) >= 0 }
    // Most ranges are short.
    let isLong =
      lower + Self.stride < offsets.count
      && pattern.order(of: bytes, at: Int(offsets[lower + Self.stride])) <= 0
    let upper =
      isLong
      ? firstIndex { $0.order(of: pattern) > 0 }
      : (lower..<min(lower + Self.stride, offsets.count)).firstIndex(bisecting: {
        pattern.order(of: bytes, at: Int(offsets[$0])) > 0
      })
    // Offsets from a damaged file may be unsorted.
    return lower..<max(lower, upper)
  }

  /// The offsets of the texts that begin with a pattern.
  func offsets(of pattern: [UInt8]) -> Numbers<UInt32> {
    let found = offsets.part(range(of: pattern))
    return pattern.count <= SuffixSort.depth ? found : found.chosen { begins(Int($0), with: pattern) }
  }

  private func begins(_ offset: Int, with pattern: [UInt8]) -> Bool {
    bytes.part(from: offset).starts(with: pattern)
  }

  /// A text to compare with a pattern, with its head if that is known.
  private struct Candidate {
    let bytes: Numbers<UInt8>
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
  private func firstIndex(where holds: (Candidate) -> Bool) -> Int {
    let head = (0..<heads.count).firstIndex(bisecting: {
      holds(Candidate(bytes: bytes, offset: offsets[$0 * Self.stride], head: heads[$0]))
    })
    guard head > 0 else { return 0 }
    let first = (head - 1) * Self.stride + 1
    let rest = first..<max(first, min(head * Self.stride, offsets.count))
    return rest.firstIndex(bisecting: { holds(Candidate(bytes: bytes, offset: offsets[$0], head: nil)) })
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
  @inline(__always)
  static func head(of text: Numbers<UInt8>, at offset: Int) -> UInt64 { text.word(at: offset) }

  /// Negative if the text sorts before the pattern, zero if it begins with it.
  @inline(__always)
  func order(of text: Numbers<UInt8>, at offset: Int) -> Int {
    order(ofHead: Self.head(of: text, at: offset), of: text, at: offset)
  }

  /// The same for a text whose head is known.
  @inline(__always)
  func order(ofHead other: UInt64, of text: Numbers<UInt8>, at offset: Int) -> Int {
    let other = other >> shift
    if other != head { return other < head ? -1 : 1 }
    return tail.isEmpty ? 0 : tailOrder(of: text, at: offset + 8)
  }

  private func tailOrder(of text: Numbers<UInt8>, at offset: Int) -> Int {
    for (index, byte) in zip(offset..., tail) {
      // A text shorter than the pattern sorts before it.
      guard index < text.count else { return -1 }
      if text[index] != byte { return text[index] < byte ? -1 : 1 }
    }
    return 0
  }
}
