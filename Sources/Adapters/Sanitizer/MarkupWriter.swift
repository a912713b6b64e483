/// Writes what libxml2 reads, byte for byte as a browser serialises it.
///
/// Only what the policy keeps is written, and only so that every parser reads the same in it:
///
/// - Inline elements stand around text, never around blocks: a block closes them, and its text opens them again.
/// - No paragraph, heading, list item, term or definition stands where its start tag would end another one.
/// - No link is inside another one; nothing is deeper than ``depth``.
/// - Inline elements are opened when text comes, so that none is empty.
struct MarkupWriter {
  private static let depth = 96

  private var output: BoundedMarkup
  private let rules: Rules

  /// The text since the last tag.
  private var pending: [UInt8] = []

  /// What libxml2 has open, each with its serial number if it was written.
  private var elements: [(tag: Tag?, serial: Int)] = []

  /// How many elements were open when one began that is dropped with what it holds.
  private var droppedFrom: Int?

  /// The inline elements that the next text is to stand in.
  private var wanted: [Inline] = []

  /// How many of the open elements are blocks; the inline ones come after them.
  private var blockCount = 0
  private var lastSerial = 0

  /// What the next text is to be kept apart from the text before it by.
  private var separation = Separation.none

  /// What was written last within the innermost block.
  private var last = Last.blockTag

  private struct Inline {
    let tag: Tag
    let attributes: [UInt8]
    let serial: Int
    /// How many elements it stands in.
    let depth: Int
  }

  private enum Separation: Comparable {
    case none, space, line
  }

  private enum Last {
    case blockTag, lineBreak, text
  }

  /// The values of a link's attributes, references resolved.
  struct LinkAttributes {
    var href: UnsafeBufferPointer<UInt8>?
    var title: UnsafeBufferPointer<UInt8>?
  }

  init(rules: Rules, limit: Int) {
    self.rules = rules
    output = BoundedMarkup(limit: limit)
  }

  // MARK: - What libxml2 reads

  mutating func append(_ characters: UnsafeBufferPointer<UInt8>) {
    if droppedFrom == nil { pending.append(contentsOf: characters) }
  }

  /// Leaves out the word that the input was cut in, and says that there was more.
  mutating func cutText() {
    droppedFrom = nil
    pending.cutLastWord()
    pending.append(contentsOf: BoundedMarkup.ellipsis)
  }

  mutating func start(_ tag: Tag?, _ link: LinkAttributes) {
    flush()
    guard droppedFrom == nil, let tag else {
      return elements.append((tag, 0))
    }
    switch tag.kind {
    case .formatting, .phrase:
      startInline(tag, link)
      elements.append((nil, 0))
    case .void:
      elements.append((nil, 0))
      if tag == .br { writeLineBreak() } else if last == .text { separate(by: .line) }
    case .implied, .container: elements.append((tag, startBlock(tag)))
    case .dropped, .boundary, .rawText:
      droppedFrom = elements.count
      elements.append((tag, 0))
    }
  }

  mutating func end() {
    flush()
    guard let element = elements.popLast() else { return }
    if elements.count == droppedFrom { droppedFrom = nil }
    guard droppedFrom == nil, let tag = element.tag, tag.isBlock else { return }
    wanted.removeAll { $0.depth > elements.count && (tag.isCell || $0.tag.kind == .phrase) }
    if !rules.keeps(tag) {
      separate(by: tag.isCell ? .space : .line)
    } else if blockCount > 0, output.open[blockCount - 1].serial == element.serial {
      closeBlock()
    }
  }

  /// Ends an inline element, in whatever order they end.
  mutating func endInline(_ tag: Tag) {
    flush()
    guard droppedFrom == nil, let index = wanted.lastIndex(where: { $0.tag == tag }) else { return }
    wanted.remove(at: index)
  }

  /// What was written, with all its end tags.
  consuming func finished() -> BoundedMarkup {
    output.finish()
    return output
  }

  // MARK: - Elements

  private mutating func startInline(_ tag: Tag, _ link: LinkAttributes) {
    guard rules.keeps(tag) else { return }
    if tag == .a { wanted.removeAll { $0.tag == .a } }
    // Browsers too reopen no more than three alike, or bold text that never ends would grow with every block.
    if tag.kind == .formatting, wanted.count(where: { $0.tag == tag }) == 3,
      let first = wanted.firstIndex(where: { $0.tag == tag })
    {
      wanted.remove(at: first)
    }
    guard wanted.count < Self.depth else { return }
    lastSerial += 1
    wanted.append(
      Inline(tag: tag, attributes: attributes(of: tag, link), serial: lastSerial, depth: elements.count))
  }

  private func attributes(of tag: Tag, _ link: LinkAttributes) -> [UInt8] {
    var written: [UInt8] = []
    let address = link.href.flatMap {
      rules.keeps("href", of: tag) ? rules.links.address(for: Array($0)) : nil
    }
    if let address { written.append(" href=\"", value: address) }
    if rules.keeps("title", of: tag), let title = link.title {
      written.append(" title=\"", value: Array(title))
    }
    if address != nil { written.append(" rel=\"", value: rules.rel) }
    return written
  }

  /// Opens a block if the policy keeps it; its serial number, or 0.
  private mutating func startBlock(_ tag: Tag) -> Int {
    guard rules.keeps(tag) else {
      separate(by: tag.isCell ? .space : .line)
      return 0
    }
    closeInlines(to: blockCount)
    if output.open.last?.tag == .p { closeBlock() }
    if let parent = output.open.last?.tag, Self.ends(tag, parent) { closeBlock() }
    last = .blockTag
    guard blockCount < Self.depth else {
      separation = .line
      return 0
    }
    separation = .none
    lastSerial += 1
    output.openElement(tag, serial: lastSerial)
    blockCount = output.open.count
    return lastSerial
  }

  /// Whether the start tag of one block ends the other one, which it stands in.
  private static func ends(_ block: Tag, _ parent: Tag) -> Bool {
    switch block {
    case .li: parent == .li
    case .dd, .dt: parent == .dd || parent == .dt
    default: block.isHeading && parent.isHeading
    }
  }

  private mutating func closeBlock() {
    closeInlines(to: blockCount - 1)
    blockCount = output.open.count
    separation = .none
    last = .blockTag
  }

  private mutating func closeInlines(to count: Int) {
    for _ in count..<output.open.count { output.closeElement() }
  }

  private mutating func separate(by separation: Separation) {
    self.separation = max(self.separation, separation)
  }

  private mutating func writeLineBreak() {
    guard rules.keeps(.br) else { return separate(by: .line) }
    enter(opening: false)
    output.writeLineBreak()
    last = .lineBreak
  }

  // MARK: - Text

  /// Writes the text since the last tag.
  private mutating func flush() {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    let isWhiteSpace = pending.allSatisfy(\.isHTMLSpace)
    if isWhiteSpace, separation != .none { return }
    enter(opening: !isWhiteSpace)
    let isFirstInPre = last == .blockTag && output.html.hasSuffix("<pre>")
    output.write(isFirstInPre ? pending.drop { $0 == UInt8(ascii: "\n") } : pending[...])
    if !isWhiteSpace { last = .text }
  }

  /// Closes the inline elements that have ended, writes the separation, and opens those that have begun.
  private mutating func enter(opening: Bool) {
    let wanted = wanted.prefix(Self.depth - blockCount)
    var common = 0
    for (inline, element) in zip(wanted, output.open[blockCount...]) {
      guard inline.serial == element.serial else { break }
      common += 1
    }
    closeInlines(to: blockCount + common)
    writeSeparation()
    guard opening else { return }
    for inline in wanted.dropFirst(common) {
      output.openElement(inline.tag, attributes: inline.attributes, serial: inline.serial)
    }
  }

  private mutating func writeSeparation() {
    defer { separation = .none }
    guard separation != .none, last == .text else { return }
    if separation == .line, rules.keeps(.br) {
      output.writeLineBreak()
      last = .lineBreak
    } else if output.html.last?.isHTMLSpace == false, pending.first?.isHTMLSpace != true {
      output.write([UInt8(ascii: " ")])
    }
  }
}
