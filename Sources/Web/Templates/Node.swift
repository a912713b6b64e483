/// A piece of a parsed template: tags matched, names not yet resolved.
struct Node: Sendable {
  enum Kind: Sendable {
    /// The start of a line of the source, with the blanks that stand there.
    ///
    /// Not of lines that a standalone tag has to itself: these leave nothing behind.
    case line(indentation: ArraySlice<UInt8>)
    /// At most the rest of one line, with its ending.
    case text(ArraySlice<UInt8>)
    case value(String)
    case html(String)
    case section(String, isInverted: Bool, [Node])
    case include(Include)
    case block(Block)
  }

  /// Where it begins in its source.
  let offset: Int
  let kind: Kind
}

/// A partial, or a parent with the blocks given to it.
struct Include: Sendable {
  let name: String
  /// What stood before the tag when it has its line to itself; nil otherwise.
  let standaloneIndentation: ArraySlice<UInt8>?
  let blocks: [String: Block]
}

/// A block tag, be it a place to fill or what a parent's place is filled with.
struct Block: Sendable {
  let name: String
  let offset: Int
  let content: [Node]
  /// Whether the content begins at the start of a line of its own.
  let startsLine: Bool
  /// Whether it ends with a line's end, or is empty.
  let endsLine: Bool
  /// Blanks with which all of the content's lines begin; nil if it has no line that is not blank.
  let commonIndentation: ArraySlice<UInt8>?
  /// The blanks before the tag; nil if anything else stands there.
  let indentation: ArraySlice<UInt8>?
  /// Whether the opening tag has its line to itself.
  let isStandalone: Bool
  /// The ending of the closing tag's line if block and closing tag have theirs to themselves.
  let standaloneEnding: ArraySlice<UInt8>
}

extension Node {
  var isBlankText: Bool {
    guard case .text(let text) = kind else { return false }
    return text.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
