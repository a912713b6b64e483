/// Markup and its plain text, which end if there is no room for more and all end tags.
struct BoundedMarkup {
  private(set) var html: [UInt8] = []
  private(set) var text = PlainText()

  /// Whether something was left out because of the limit; nothing more is written then.
  private(set) var isCut = false

  /// The elements whose end tag is not written yet.
  private(set) var open: [(tag: Tag, serial: Int)] = []

  private let limit: Int

  /// The length of the end tags of all open elements.
  private var closing = 0

  static let ellipsis = Array("…".utf8)

  init(limit: Int) {
    self.limit = limit
  }

  mutating func openElement(_ tag: Tag, attributes: [UInt8] = [], serial: Int) {
    let endTag = tag.name.count + 3
    guard fits(attributes.count + 2 * endTag - 1) else { return cut() }
    html.append(UInt8(ascii: "<"))
    html.append(contentsOf: tag.name)
    html.append(contentsOf: attributes)
    html.append(UInt8(ascii: ">"))
    if tag.isBlock { text.separate() }
    open.append((tag, serial))
    closing += endTag
  }

  mutating func closeElement() {
    guard !isCut, let tag = open.popLast()?.tag else { return }
    writeEndTag(of: tag)
  }

  /// Writes all end tags that are missing, even if nothing else is written any more.
  mutating func finish() {
    while let element = open.popLast() { writeEndTag(of: element.tag) }
  }

  private mutating func writeEndTag(of tag: Tag) {
    closing -= tag.name.count + 3
    html.append("</")
    html.append(contentsOf: tag.name)
    html.append(UInt8(ascii: ">"))
    if tag.isBlock { text.separate() }
  }

  mutating func writeLineBreak() {
    guard fits(4) else { return cut() }
    html.append("<br>")
    text.separate()
  }

  // MARK: - Text

  mutating func write(_ characters: ArraySlice<UInt8>) {
    guard !isCut else { return }
    let start = html.count
    append(characters)
    guard !fits(0) else { return characters.withUnsafeBufferPointer { text.append($0) } }
    var beginning = Array(characters)
    while !fits(0) {
      // No character takes more than six times its bytes.
      beginning.removeLast(max(1, (html.count + closing - limit) / 6))
      html.removeSubrange(start...)
      append(beginning[...])
    }
    beginning.cutLastWord()
    html.removeSubrange(start...)
    append(beginning[...])
    beginning.withUnsafeBufferPointer { text.append($0) }
    cut()
  }

  private mutating func append(_ characters: ArraySlice<UInt8>) {
    characters.withUnsafeBufferPointer { html.appendSerialised($0, inAttribute: false) }
  }

  private func fits(_ more: Int) -> Bool { html.count + more + closing <= limit }

  private mutating func cut() {
    guard !isCut else { return }
    isCut = true
    html.append(contentsOf: Self.ellipsis)
    Self.ellipsis.withUnsafeBufferPointer { text.append($0) }
  }
}
