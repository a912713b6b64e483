/// Writes the elements and texts that libxml2 reports, byte for byte as a browser serialises them.
///
/// Only what the policy keeps is written, and only where every parser reads it the same way:
///
/// - Inline elements stand around text, never around blocks: a block closes them, its text reopens them.
/// - No block stands where its start tag would end the one around it.
/// - No link is inside another one; elements nest at most ``depth`` deep.
/// - Inline elements are opened when text follows, so none is empty.
struct MarkupWriter {
  private static let depth = 96

  private var output: BoundedMarkup
  private let rules: Rules

  /// The text since the last tag.
  private var pending: [UInt8] = []

  /// The elements that libxml2 has open, each with its serial number if it was written.
  private var elements: [(tag: Tag?, serial: Int)] = []

  /// The number of elements around the one that is being dropped with its content.
  private var droppedFrom: Int?

  /// The inline elements that the next text belongs in.
  private var wanted: [Inline] = []

  /// The number of open blocks; the open inline elements come after them.
  private var blockCount = 0
  private var lastSerial = 0

  /// The separation between the next text and the text before it.
  private var separation = Separation.none

  /// The last thing written within the innermost block.
  private var last = Last.blockTag

  private struct Inline {
    let tag: Tag
    let attributes: [UInt8]
    let serial: Int
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

  // MARK: - Events

  mutating func append(_ characters: UnsafeBufferPointer<UInt8>) {
    if droppedFrom == nil { pending.append(contentsOf: characters) }
  }

  mutating func start(_ tag: Tag?, _ link: LinkAttributes) {
    flush()
    var serial = 0
    if droppedFrom == nil, let tag {
      switch tag.kind {
      case .inline: serial = startInline(tag, link)
      case .void: if tag == .br { writeLineBreak() } else if last == .text { separate(by: .line) }
      case .block: serial = startBlock(tag)
      case .dropped: droppedFrom = elements.count
      }
    }
    elements.append((tag, serial))
  }

  mutating func end() {
    flush()
    guard let element = elements.popLast() else { return }
    if elements.count == droppedFrom { droppedFrom = nil }
    guard droppedFrom == nil, let tag = element.tag else { return }
    if tag.kind == .inline {
      wanted.removeAll { $0.serial == element.serial }
    } else if tag.kind == .block, !rules.keeps(tag) {
      separate(by: tag.isCell ? .space : .line)
    } else if blockCount > 0, output.open[blockCount - 1].serial == element.serial {
      closeBlock()
    }
  }

  /// The output, with all its end tags.
  consuming func finished() -> BoundedMarkup {
    output.finish()
    return output
  }

  // MARK: - Elements

  /// Notes an inline element if the policy keeps it; its serial number, or 0.
  private mutating func startInline(_ tag: Tag, _ link: LinkAttributes) -> Int {
    guard rules.keeps(tag) else { return 0 }
    if tag == .a { wanted.removeAll { $0.tag == .a } }
    // Browsers too reopen at most three alike, or bold text that never ends would grow with every block.
    let alike = wanted.indices.filter { wanted[$0].tag == tag }
    if alike.count == 3 { wanted.remove(at: alike[0]) }
    guard wanted.count < Self.depth else { return 0 }
    lastSerial += 1
    wanted.append(Inline(tag: tag, attributes: attributes(of: tag, link), serial: lastSerial))
    return lastSerial
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
    while !output.isCut, let parent = output.open.last?.tag, Self.ends(tag, parent) { closeBlock() }
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

  /// Whether the start tag of a block ends the one around it, for browsers or for libxml2.
  private static func ends(_ block: Tag, _ parent: Tag) -> Bool {
    switch parent {
    case .p: true
    case .li, .dl: block == .li
    case .dd: block == .dd || block == .dt
    case .dt: block == .dd || block == .dt || block == .dl
    case .ul: block == .ol || block == .pre
    case .ol: block == .ul
    case .pre: [.ul, .li, .dl, .dt, .dd].contains(block)
    default: parent.isHeading && (block.isHeading || block == .p || block == .li)
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
