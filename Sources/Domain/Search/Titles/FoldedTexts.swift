import System

/// Folded texts in one buffer, and the entry that each byte belongs to.
///
/// An entry has its title, its alternative title if there is one, and its description if that is scanned. Each ends
/// with a zero byte, and a description begins with ``descriptionMark``; no folded text has either.
struct FoldedTexts: Sendable {
  /// Zero bytes after the last text, so that eight bytes can be read from any offset into it.
  static let padding = 8
  static let descriptionMark: UInt8 = 1

  let bytes: Numbers<UInt8>
  private let entries: PieceStarts

  init(_ arrays: ArraySet) {
    (bytes, entries) = (arrays.numbers("titles.bytes"), PieceStarts(arrays, "titles"))
  }

  var count: Int { entries.count }

  /// The entry of the text at this offset.
  @inline(__always)
  func position(at offset: UInt32) -> UInt32 { entries.piece(at: offset) }

  /// The entries of the texts at these offsets.
  func positions(at offsets: some Collection<UInt32>) -> PositionSet {
    PositionGathering.ascending(offsets.map(position(at:)), below: count)
  }
}

/// A scan for searches without an index: 1 to 2 ns a byte.
extension FoldedTexts {
  /// The entries that contain a term.
  func positions(holding term: [UInt8]) -> PositionSet { positions(at: offsets(of: term)) }

  /// The entries with a title that contains a term, anywhere or at the start of a word.
  func positions(ofTitlesWith term: [UInt8], at place: TitlePlace) -> PositionSet {
    positions(
      at: offsets(of: term).filter { offset in
        (place == .anywhere || WordStart.isStart(Int(offset), in: bytes)) && !isInDescription(Int(offset))
      })
  }

  private func offsets(of term: [UInt8]) -> [UInt32] {
    let pattern = PrefixPattern(term[...])
    return (0..<max(0, bytes.count - Self.padding)).compactMap { offset in
      pattern.order(of: bytes, at: offset) == 0 ? UInt32(truncatingIfNeeded: offset) : nil
    }
  }

  private func isInDescription(_ offset: Int) -> Bool {
    var start = offset
    while start > 0, bytes[start - 1] != 0 { start -= 1 }
    return bytes[start] == Self.descriptionMark
  }
}

/// The place of a term in a title.
enum TitlePlace {
  case wordStart
  case anywhere
}
