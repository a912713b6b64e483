import Text

/// Offsets into folded texts, in the order of the texts that begin there.
struct SortedOffsets: Sendable {
  let offsets: [UInt32]

  /// The first eight bytes of the first of every ``stride`` texts.
  ///
  /// They lie together, so that most of a search stays in the cache: a step that compares texts where
  /// they are waits for memory twice.
  private let heads: [UInt64]

  private static let stride = 16

  /// - Parameters:
  ///   - offsets: ascending.
  ///   - bytes: texts that end with a zero byte each, with eight bytes behind the last.
  init(sorting offsets: [UInt32], in bytes: [UInt8]) {
    var offsets = offsets
    SuffixSort.sort(&offsets, in: bytes)
    self.init(sorted: offsets, in: bytes)
  }

  /// Takes offsets that are in order already.
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

  /// Where the texts lie that begin with a pattern, of which ``SuffixSort/depth`` bytes count.
  ///
  /// Cost: the logarithm of the number of offsets.
  func range(of pattern: [UInt8], in bytes: [UInt8]) -> Range<Int> {
    let pattern = PrefixPattern(pattern.prefix(SuffixSort.depth))
    return bytes.withUnsafeBytes { bytes in
      let lower = firstIndex(in: bytes) { $0.order(of: pattern) >= 0 }
      // Most ranges are short: the end of one is near its beginning.
      let isLong =
        lower + Self.stride < offsets.count
        && pattern.order(of: bytes, at: Int(offsets[lower + Self.stride])) <= 0
      let upper =
        isLong
        ? firstIndex(in: bytes) { $0.order(of: pattern) > 0 }
        : (lower..<min(lower + Self.stride, offsets.count)).firstIndex(bisecting: {
          pattern.order(of: bytes, at: Int(offsets[$0])) > 0
        })
      // Offsets from a file may be in no order.
      return lower..<max(lower, upper)
    }
  }

  /// A text to compare with a pattern, and its beginning if that is at hand.
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

  /// The first index from which on a condition holds: among the heads, then among those behind one.
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

  /// - Parameter bytes: with ``FoldedTexts/padding`` behind the last text.
  init(unpacking arrays: inout PackedArrays, in bytes: [UInt8]) throws(PackedArrays.Misfit) {
    let offsets = try arrays.halves()
    guard offsets.areBelow(bytes.count - FoldedTexts.padding) else { throw PackedArrays.Misfit() }
    self.init(whole: offsets, in: bytes)
  }
}
