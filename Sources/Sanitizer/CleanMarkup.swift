/// Markup that has but one reading, written for libxml2's XML parser.
///
/// It takes the elements in the order and the nesting in which a browser sees them and settles what only holds
/// together through elements that the policy leaves out:
///
/// - A block is never inside an inline element: inline elements are closed before it and opened again within.
/// - No paragraph, heading, list item, term or definition stands where its start tag would end another one.
/// - No link is inside another one; nothing is deeper than ``depth``.
/// - Inline elements are opened when text comes, so that none is empty.
///
/// Nothing in it is moved by any HTML parser, so what a browser reads is what is written.
struct CleanMarkup {
  static let depth = 96

  private(set) var bytes: [UInt8] = []

  /// Whether so much was written that the rest is not wanted.
  var isFull: Bool { bytes.count > limit }

  private let rules: Rules
  private let limit: Int
  private let decoder: CharacterDecoder

  /// The text since the last tag, decoded.
  private var text: [UInt8] = []

  /// Every attribute that any element may be opened with, as written.
  private var attributes: [UInt8] = []

  private var blocks: [OpenElement] = []
  private var inlines: [OpenElement] = []
  private var wanted: [OpenElement] = []

  /// What the next text is to be kept apart from the text before it by.
  private var separation = Separation.none

  /// What was written last within the innermost block.
  private var last = Last.blockTag

  private enum Separation: Comparable {
    case none, space, line
  }

  private enum Last {
    case blockTag, lineBreak, text
  }

  init(rules: Rules, bytes input: [UInt8], limit: Int) {
    self.rules = rules
    self.limit = limit
    decoder = CharacterDecoder(bytes: input)
    bytes.reserveCapacity(input.count + input.count / 2 + 64)
    bytes.append("<r>")
  }

  /// Ends the markup; what is still open is closed.
  mutating func finish() {
    closeInlines(to: 0)
    while let block = blocks.popLast() { appendEndTag(block.tag) }
    bytes.append("</r>")
  }

  // MARK: - Text

  mutating func appendText(_ range: Range<Int>) {
    decoder.append(range, as: .text, to: &text)
  }

  /// Writes the text since the last tag, within the inline elements among `elements`.
  mutating func flush(within elements: [OpenElement]) {
    guard !text.isEmpty else { return }
    defer { text.removeAll(keepingCapacity: true) }
    let isWhiteSpace = text.allSatisfy(\.isHTMLSpace)
    if isWhiteSpace, separation != .none { return }
    enter(elements, opening: !isWhiteSpace)
    var written = text[...]
    if endsWithPre { written = written.drop { $0 == UInt8(ascii: "\n") } }
    bytes.append(xmlText: written)
    if !isWhiteSpace { last = .text }
  }

  /// Leaves out the word that the input was cut in, and says that there was more.
  mutating func cutText() {
    text.cutLastWord()
    text.append(contentsOf: "…".utf8)
  }

  private var endsWithPre: Bool {
    last == .blockTag && blocks.last?.tag == .pre && bytes.hasSuffix("<pre>")
  }

  // MARK: - Elements

  /// Writes the attributes of a start tag once, for however often the element is opened.
  mutating func attributes(of token: Token) -> Range<Int> {
    let start = attributes.count
    var value: [UInt8] = []
    if rules.keepsLink(token.tag), let href = token.href {
      decoder.append(href, as: .attribute, to: &value)
      if let address = rules.links.address(for: value) { attributes.append(" href=\"", xmlValue: address) }
    }
    if rules.keepsTitle(token.tag), let title = token.title {
      value.removeAll(keepingCapacity: true)
      decoder.append(title, as: .attribute, to: &value)
      attributes.append(" title=\"", xmlValue: value)
    }
    return start..<attributes.count
  }

  /// Opens a block that the policy keeps.
  mutating func openBlock(_ element: OpenElement) {
    closeInlines(to: 0)
    if blocks.last?.tag == .p { closeBlock() }
    if let parent = blocks.last, Self.ends(element, parent) { closeBlock() }
    startBlock()
    guard blocks.count < Self.depth else {
      separation = .line
      return
    }
    blocks.append(element)
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: element.tag.nameBytes)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Closes a block, if it was opened and is still open.
  mutating func closeBlock(_ element: OpenElement) {
    guard let block = blocks.last, block.serial == element.serial else { return }
    closeInlines(to: 0)
    closeBlock()
  }

  /// Notes that a block which the policy leaves out begins or ends here.
  mutating func separate(by tag: Tag) {
    separation = max(separation, tag == .td || tag == .th ? .space : .line)
  }

  mutating func appendLineBreak(within elements: [OpenElement]) {
    enter(elements, opening: false)
    bytes.append("<br/>")
    last = .lineBreak
  }

  /// Whether the start tag of one block ends the other one, which it stands in.
  private static func ends(_ block: OpenElement, _ parent: OpenElement) -> Bool {
    switch block.tag {
    case .li: parent.tag == .li
    case .dd, .dt: parent.tag == .dd || parent.tag == .dt
    default: block.kinds.contains(.heading) && parent.kinds.contains(.heading)
    }
  }

  private mutating func startBlock() {
    separation = .none
    last = .blockTag
  }

  private mutating func closeBlock() {
    guard let block = blocks.popLast() else { return }
    appendEndTag(block.tag)
    startBlock()
  }

  /// Closes the inline elements that have ended, writes the separation, and opens those that have begun.
  private mutating func enter(_ elements: [OpenElement], opening: Bool) {
    findWanted(elements)
    var common = 0
    while common < inlines.count, common < wanted.count, inlines[common].serial == wanted[common].serial {
      common += 1
    }
    closeInlines(to: common)
    appendSeparation()
    guard opening else { return }
    for element in wanted[common...] {
      inlines.append(element)
      bytes.append(UInt8(ascii: "<"))
      bytes.append(contentsOf: element.tag.nameBytes)
      bytes.append(contentsOf: attributes[element.attributes])
      bytes.append(UInt8(ascii: ">"))
    }
  }

  private mutating func findWanted(_ elements: [OpenElement]) {
    wanted.removeAll(keepingCapacity: true)
    var link: Int?
    for element in elements where element.isInline {
      if element.tag == .a {
        if let outer = link { wanted.remove(at: outer) }
        link = wanted.count
      }
      wanted.append(element)
    }
    let room = Self.depth - blocks.count
    if wanted.count > room { wanted.removeSubrange(room...) }
  }

  private mutating func appendSeparation() {
    defer { separation = .none }
    guard separation != .none, last == .text else { return }
    if separation == .line, rules.keeps(.br) {
      bytes.append("<br/>")
      last = .lineBreak
    } else if bytes.last?.isHTMLSpace == false, text.first?.isHTMLSpace != true {
      bytes.append(UInt8(ascii: " "))
    }
  }

  // MARK: - Bytes

  private mutating func closeInlines(to count: Int) {
    while inlines.count > count, let element = inlines.popLast() { appendEndTag(element.tag) }
  }

  private mutating func appendEndTag(_ tag: Tag) {
    bytes.append("</")
    bytes.append(contentsOf: tag.nameBytes)
    bytes.append(UInt8(ascii: ">"))
  }
}
