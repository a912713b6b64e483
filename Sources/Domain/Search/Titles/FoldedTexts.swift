import System

/// Folded texts in one buffer, and the entry that each byte belongs to.
///
/// An entry has its title and, in an index for prefixes, other forms of it. Each ends with a zero byte, and a form with
/// marks begins with ``withMarks``; no folded text has either.
struct FoldedTexts: Sendable {
  /// Zero bytes after the last text, so that eight bytes can be read from any offset into it.
  static let padding = 8
  static let withMarks: UInt8 = 2

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

/// The place of a term in a title.
enum TitlePlace {
  case wordStart
  case anywhere
}
