/// Markup and its plain text up to a limit that always leaves space for the missing end tags.
struct BoundedMarkup {
  private(set) var html: [UInt8] = []
  private(set) var text = PlainText()

  /// Whether the limit was reached; nothing more is written then.
  private(set) var isCut = false

  /// The elements whose end tag is still to come.
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
    if tag.kind == .block { text.separate() }
    open.append((tag, serial))
    closing += endTag
  }

  mutating func closeElement() {
    guard !isCut, let tag = open.popLast()?.tag else { return }
    writeEndTag(of: tag)
  }

  /// Writes all missing end tags, also after the limit was reached.
  mutating func finish() {
    while let element = open.popLast() { writeEndTag(of: element.tag) }
  }

  private mutating func writeEndTag(of tag: Tag) {
    closing -= tag.name.count + 3
    html.append("</")
    html.append(contentsOf: tag.name)
    html.append(UInt8(ascii: ">"))
    if tag.kind == .block { text.separate() }
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

  /// Appends an ellipsis if the text has none at its end.
  mutating func markCut() {
    if !text.bytes.reversed().starts(with: Self.ellipsis.reversed()) { cut() }
  }

  private mutating func cut() {
    guard !isCut else { return }
    isCut = true
    html.append(contentsOf: Self.ellipsis)
    Self.ellipsis.withUnsafeBufferPointer { text.append($0) }
  }
}

/// Text with its white space folded: one space between words, none around.
struct PlainText {
  private(set) var bytes: [UInt8] = []
  private var isSeparated = false

  /// Starts another word with the next text.
  mutating func separate() {
    isSeparated = true
  }

  /// Appends UTF-8; a no-break space counts as white space.
  mutating func append(_ characters: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < characters.count {
      let length = Self.spaceLength(characters, at: index)
      if length == 0 {
        index += 1
        continue
      }
      appendWord(characters[start..<index])
      isSeparated = true
      index += length
      start = index
    }
    appendWord(characters[start...])
  }

  private static func spaceLength(_ characters: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    if characters[index].isHTMLSpace { return 1 }
    let isNoBreakSpace =
      characters[index] == 0xC2 && index + 1 < characters.count && characters[index + 1] == 0xA0
    return isNoBreakSpace ? 2 : 0
  }

  private mutating func appendWord(_ word: Slice<UnsafeBufferPointer<UInt8>>) {
    guard !word.isEmpty else { return }
    if isSeparated, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
    isSeparated = false
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: word))
  }
}
