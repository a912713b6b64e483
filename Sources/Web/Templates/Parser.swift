/// Makes nodes of a source: matches the tags and applies the rules for standalone ones.
///
/// A tag is standalone when its line holds nothing else; then the line is left out of the output. A
/// parent, of which only the blocks count, is taken as one tag from its opening to its end. An indented tag does not
/// stand alone.
struct Parser {
  private let source: Source
  private var scanner: TagScanner
  private var cursor = 0
  private var includes: [Include] = []
  private var blocks: Set<String> = []

  static func parse(_ source: Source) throws(TemplateError) -> ParsedTemplate {
    var parser = Parser(source)
    let nodes = try parser.content(of: nil).nodes
    return ParsedTemplate(source: source, nodes: nodes, includes: parser.includes, blocks: parser.blocks)
  }

  private init(_ source: Source) {
    self.source = source
    scanner = TagScanner(source)
  }

  /// Reads up to the tag that closes another, or all if there is none to close.
  private mutating func content(
    of opener: TemplateTag?
  ) throws(TemplateError) -> (nodes: [Node], end: Int) {
    var nodes: [Node] = []
    while let tag = try scanner.next() {
      addText(to: tag.start, &nodes)
      cursor = tag.range.upperBound
      if tag.kind == .close, let opener {
        guard opener.name == tag.name else {
          let line = source.error(at: opener.start, "").line
          throw source.error(
            at: tag.start, "\(tag.description) cannot close \(opener.description) of line \(line)")
        }
        return (nodes, tag.start)
      }
      let kind = try kind(of: tag, isGiven: opener?.kind == .parent)
      if let opener, opener.kind == .parent, tag.kind != .block {
        throw source.error(
          at: tag.start, "\(tag.description) has no effect in \(opener.description), which takes blocks only")
      }
      nodes.append(Node(offset: tag.start, kind: kind))
    }
    if let opener { throw source.error(at: opener.start, "\(opener.description) is never closed") }
    addText(to: source.bytes.count, &nodes)
    return (nodes, source.bytes.count)
  }

  private mutating func kind(of tag: TemplateTag, isGiven: Bool) throws(TemplateError) -> Node.Kind {
    switch tag.kind {
    case .value: return .value(tag.name)
    case .html: return .html(tag.name)
    case .section, .inverted:
      skipLineEnding(from: tag.start)
      let content = try content(of: tag)
      skipLineEnding(from: content.end)
      return .section(tag.name, isInverted: tag.kind == .inverted, content.nodes)
    case .partial:
      skipLineEnding(from: tag.start)
      includes.append(Include(tag: tag))
      return .include(Include(tag: tag))
    case .parent: return .include(try parent(tag))
    case .block:
      blocks.insert(tag.name)
      return .block(isGiven ? try givenBlock(tag) : try place(tag))
    case .close: throw source.error(at: tag.start, "\(tag.description) closes nothing")
    }
  }

  private mutating func parent(_ tag: TemplateTag) throws(TemplateError) -> Include {
    let content = try content(of: tag).nodes
    skipLineEnding(from: tag.start)
    var include = Include(tag: tag)
    for case .block(let block) in content.map(\.kind) { include.blocks.append(block) }
    includes.append(include)
    return include
  }

  /// Reads a block given to a parent, whose content is all that counts on the lines of its tags.
  private mutating func givenBlock(_ tag: TemplateTag) throws(TemplateError) -> Block {
    if let ending = source.blankLineEnding(after: cursor) { cursor = ending.upperBound }
    let content = try content(of: tag)
    return Block(
      name: tag.name, offset: tag.start, content: content.nodes,
      endsLine: content.nodes.isEmpty || source.isLineStart(content.end), lineEnding: [])
  }

  private mutating func place(_ tag: TemplateTag) throws(TemplateError) -> Block {
    let startsLine = skipLineEnding(from: tag.start) != nil
    var (content, end) = try content(of: tag)
    var ending: Range<Int>?
    if startsLine {
      ending = skipLineEnding(from: end)
    } else if source.bytes[tag.range.upperBound..<end].allSatisfy(Source.isBlank) {
      ending = skipLineEnding(from: tag.start)
      if ending != nil { content = [] }
    } else {
      skipLineEnding(from: end)
    }
    return Block(
      name: tag.name, offset: tag.start, content: content, endsLine: true,
      lineEnding: source.bytes[ending ?? 0..<0])
  }

  private mutating func addText(to end: Int, _ nodes: inout [Node]) {
    guard cursor < end else { return }
    nodes.append(Node(offset: cursor, kind: .text(source.bytes[cursor..<end])))
  }

  /// Passes over the line's ending if a tag, or a parent from its opening, has its line to itself.
  @discardableResult
  private mutating func skipLineEnding(from start: Int) -> Range<Int>? {
    guard source.isLineStart(start), let ending = source.blankLineEnding(after: cursor) else { return nil }
    cursor = ending.upperBound
    return ending
  }
}

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
