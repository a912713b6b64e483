/// One source's nodes, and its relations to the library's other templates.
struct ParsedTemplate: Sendable {
  let source: Source
  let nodes: [Node]
  let includes: [Include]
  /// The names of all block tags.
  let blocks: Set<String>
}

/// A piece of a parsed template: tags matched, names not yet resolved.
struct Node: Sendable {
  enum Kind: Sendable {
    case text(ArraySlice<UInt8>)
    case value(String)
    case html(String)
    case section(String, isInverted: Bool, [Node])
    case include(Include)
    case block(Block)
  }

  /// The place in its source where it begins.
  let offset: Int
  let kind: Kind
}

/// A partial, or a parent with the blocks given to it.
struct Include: Sendable {
  let tag: TemplateTag
  /// In the order of the source.
  var blocks: [Block] = []

  var name: String { tag.name }
}

/// A block tag, be it a place to fill or the content for a parent's place.
struct Block: Sendable {
  let name: String
  let offset: Int
  let content: [Node]
  /// Whether the content ends with a line's end, or is empty.
  let endsLine: Bool
  /// The ending of the closing tag's line, if a place has its lines to itself.
  let lineEnding: ArraySlice<UInt8>
}
