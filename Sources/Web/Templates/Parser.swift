/// Makes nodes of a source: matches the tags and applies the rules for standalone ones.
///
/// A tag is standalone when its line holds nothing else but blanks; then the line is left out of the
/// output. A parent, of which only the blocks count, is taken as one tag from its opening to its end.
struct Parser {
  private struct Open {
    let tag: TemplateTag
    var nodes: [Node] = []
    /// For blocks: whether the opening tag has the rest of its line to itself, and all of it.
    var startsLine = false
    var isStandalone = false
  }

  private static let greatestDepth = 100

  private let source: Source
  private var cursor = 0
  private var nodes: [Node] = []
  private var open: [Open] = []
  private var includes: [ParsedTemplate.Reference] = []
  private var blocks: Set<String> = []

  static func parse(_ source: Source) throws(TemplateError) -> ParsedTemplate {
    var parser = Parser(source)
    var scanner = TagScanner(source)
    while let tag = try scanner.next() {
      try parser.add(tag)
    }
    if let unclosed = parser.open.last?.tag {
      throw source.error(at: unclosed.range.lowerBound, "\(unclosed.description) is never closed")
    }
    parser.addText(to: source.bytes.count)
    return ParsedTemplate(
      source: source, nodes: parser.nodes, includes: parser.includes, blocks: parser.blocks)
  }

  private init(_ source: Source) {
    self.source = source
  }

  private mutating func add(_ tag: TemplateTag) throws(TemplateError) {
    switch tag.kind {
    case .value:
      addInline(tag)
      try append(.value(tag.name), of: tag)
    case .html:
      addInline(tag)
      try append(.html(tag.name), of: tag)
    case .comment, .delimiters:
      if addStandalone(tag) == nil { addInline(tag) }
    case .section, .inverted:
      if addStandalone(tag) == nil { addInline(tag) }
      try begin(Open(tag: tag))
    case .partial:
      let indentation = addStandalone(tag)
      if indentation == nil { addInline(tag) }
      includes.append(.init(name: tag.name, offset: tag.range.lowerBound, isParent: false, blocks: []))
      let include = Include(name: tag.name, standaloneIndentation: indentation, blocks: [:])
      try append(.include(include), of: tag)
    case .parent:
      addInline(tag)
      try begin(Open(tag: tag))
    case .block:
      try beginBlock(tag)
    case .close:
      try close(tag)
    }
  }

  private mutating func begin(_ element: Open) throws(TemplateError) {
    guard open.count < Self.greatestDepth else {
      throw source.error(
        at: element.tag.range.lowerBound, "tags nest deeper than \(Self.greatestDepth)")
    }
    open.append(element)
  }

  private mutating func beginBlock(_ tag: TemplateTag) throws(TemplateError) {
    blocks.insert(tag.name)
    var element = Open(tag: tag)
    if open.last?.tag.kind == .parent {
      addInline(tag)
      if let ending = source.blankLineEnding(after: tag.range.upperBound) {
        cursor = ending.upperBound
        element.startsLine = true
      }
    } else if addStandalone(tag) != nil {
      element.startsLine = true
      element.isStandalone = true
    } else {
      addInline(tag)
    }
    try begin(element)
  }

  private mutating func close(_ tag: TemplateTag) throws(TemplateError) {
    guard let opener = open.last?.tag else {
      throw source.error(at: tag.range.lowerBound, "\(tag.description) closes nothing")
    }
    guard opener.name == tag.name else {
      let place = source.error(at: opener.range.lowerBound, "")
      throw source.error(
        at: tag.range.lowerBound,
        "\(tag.description) cannot close \(opener.description) of line \(place.line)")
    }
    switch opener.kind {
    case .parent: try closeParent(tag)
    case .block: try closeBlock(tag)
    default:
      if addStandalone(tag) == nil { addInline(tag) }
      let content = open.removeLast().nodes
      try append(.section(tag.name, isInverted: opener.kind == .inverted, content), of: opener)
    }
  }

  private mutating func closeParent(_ tag: TemplateTag) throws(TemplateError) {
    addInline(tag)
    let element = open.removeLast()
    var given: [String: Block] = [:]
    for case .block(let block) in element.nodes.map(\.kind) {
      guard given.updateValue(block, forKey: block.name) == nil else {
        throw source.error(
          at: block.offset, "{{$\(block.name)}} is given twice to \(element.tag.description)")
      }
    }
    includes.append(
      .init(
        name: tag.name, offset: element.tag.range.lowerBound, isParent: true,
        blocks: given.values.sorted { $0.offset < $1.offset }.map { ($0.name, $0.offset) }))
    var indentation: ArraySlice<UInt8>?
    if let ending = source.blankLineEnding(after: tag.range.upperBound) {
      indentation = removeLineBegun(before: element.tag)
      if indentation != nil { cursor = ending.upperBound }
    }
    let include = Include(name: tag.name, standaloneIndentation: indentation, blocks: given)
    try append(.include(include), of: element.tag)
  }

  private mutating func closeBlock(_ tag: TemplateTag) throws(TemplateError) {
    let isArgument = open.dropLast().last?.tag.kind == .parent
    var endsLine = false
    var ending: Range<Int>?
    if isArgument {
      if let lineStart = source.blankLineStart(before: tag.range.lowerBound) {
        addText(to: lineStart)
        cursor = tag.range.upperBound
        endsLine = true
      } else {
        addInline(tag)
      }
    } else {
      ending = source.blankLineEnding(after: tag.range.upperBound)
      endsLine = addStandalone(tag) != nil
      if !endsLine { addInline(tag) }
    }
    var element = open.removeLast()
    if element.nodes.allSatisfy(\.isBlankText), !endsLine, !element.startsLine, let lineEnd = ending,
      removeLineBegun(before: element.tag) != nil
    {
      element = Open(tag: element.tag, startsLine: true, isStandalone: true)
      cursor = lineEnd.upperBound
      endsLine = true
    }
    let start = element.tag.range.lowerBound
    let indentation = source.blankLineStart(before: start).map { source.bytes[$0..<start] }
    let block = Block(
      name: tag.name,
      offset: start,
      content: element.nodes,
      startsLine: element.startsLine,
      endsLine: endsLine || element.nodes.isEmpty,
      commonIndentation: Indentation(of: element.nodes).common,
      indentation: indentation,
      isStandalone: element.isStandalone,
      standaloneEnding: endsLine && element.isStandalone ? source.bytes[ending ?? 0..<0] : [])
    try append(.block(block), of: element.tag)
  }

  private mutating func append(_ kind: Node.Kind, of tag: TemplateTag) throws(TemplateError) {
    if let parent = open.last?.tag, parent.kind == .parent {
      guard case .block = kind else {
        throw source.error(
          at: tag.range.lowerBound,
          "\(tag.description) has no effect in \(parent.description), which takes blocks only")
      }
    }
    append(Node(offset: tag.range.lowerBound, kind: kind))
  }

  private mutating func append(_ node: Node) {
    if open.isEmpty {
      nodes.append(node)
    } else {
      open[open.count - 1].nodes.append(node)
    }
  }

  /// Adds the text before a tag and leaves out the tag's line, if it holds nothing else.
  ///
  /// - Returns: the blanks before the tag; nil, and nothing is added, if the tag is not standalone.
  private mutating func addStandalone(_ tag: TemplateTag) -> ArraySlice<UInt8>? {
    guard let lineStart = source.blankLineStart(before: tag.range.lowerBound),
      let ending = source.blankLineEnding(after: tag.range.upperBound)
    else { return nil }
    addText(to: lineStart)
    cursor = ending.upperBound
    return source.bytes[lineStart..<tag.range.lowerBound]
  }

  private mutating func addInline(_ tag: TemplateTag) {
    addText(to: tag.range.lowerBound)
    if cursor == tag.range.lowerBound, source.isLineStart(cursor) {
      append(Node(offset: cursor, kind: .line(indentation: [])))
    }
    cursor = tag.range.upperBound
  }

  private mutating func addText(to end: Int) {
    while cursor < end {
      if source.isLineStart(cursor) {
        let blanks = source.blanks(from: cursor, to: end)
        append(Node(offset: cursor, kind: .line(indentation: source.bytes[blanks])))
        cursor = blanks.upperBound
      }
      let next = source.nextLine(from: cursor, to: end)
      if next > cursor {
        append(Node(offset: cursor, kind: .text(source.bytes[cursor..<next])))
        cursor = next
      }
    }
  }

  /// Takes back the start of the tag's line, if the tag has only blanks before it.
  private mutating func removeLineBegun(before tag: TemplateTag) -> ArraySlice<UInt8>? {
    guard let lineStart = source.blankLineStart(before: tag.range.lowerBound) else { return nil }
    if open.isEmpty { nodes.removeLast() } else { open[open.count - 1].nodes.removeLast() }
    return source.bytes[lineStart..<tag.range.lowerBound]
  }
}
