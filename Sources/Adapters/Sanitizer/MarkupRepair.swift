/// Rewrites markup so that libxml2's HTML parser, which knows HTML 4, reads in it what a browser reads.
///
/// What HTML 5 splits otherwise is settled here: where tags, comments and raw text end, what a reference stands
/// for, which characters there are, what of HTML ends SVG. What nests is left to libxml2, but for this:
///
/// - Inline elements end in any order, so they go as `<b/>` and `<!--b-->`, which nest in nothing.
/// - Containers go by names such as `x-ul`, or `<ol>` would end a `<ul>`; a `<hr/>` before them ends a paragraph.
/// - The end tag of a paragraph that is not open still separates, as `<hr/>`.
struct MarkupRepair {
  var markup: [UInt8] = []

  let bytes: [UInt8]
  var position = 0

  /// How often each element was started and not yet ended.
  private var openCounts = [Int](repeating: 0, count: Tag.allCases.count)

  /// The heading that was started last.
  private var heading: Tag?

  /// Whether there is HTML again in the SVG or MathML that is open.
  private var isHTMLAgain = false

  /// A bound for what libxml2 has to look through at an end tag.
  private static let depth = 256

  init(_ input: ArraySlice<UInt8>) {
    // Swift repairs UTF-8 as browsers do.
    bytes = Array(String(decoding: input, as: UTF8.self).utf8)
    markup.reserveCapacity(bytes.count + bytes.count / 2 + 64)
    markup.append("<body>")
  }

  /// - Parameter isCut: Whether the input is the beginning of a longer one.
  mutating func run(isCut: Bool) {
    while position < bytes.count {
      let start = position
      skipText()
      appendCharacters(of: start..<position, inAttribute: false)
      if position < bytes.count { readMarkup() }
    }
    // What names no element cuts the text before it.
    if isCut { markup.append("<!---->") }
  }

  func byte(at index: Int) -> UInt8? {
    index < bytes.count ? bytes[index] : nil
  }

  private mutating func skipText() {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<"), let next = byte(at: position + 1) {
        if next.isASCIILetter || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return }
        if next == UInt8(ascii: "/"), position + 2 < bytes.count { return }
      }
      position += 1
    }
  }

  private mutating func readMarkup() {
    switch bytes[position + 1] {
    case UInt8(ascii: "!"): skipDeclaration()
    case UInt8(ascii: "?"): skip(past: ">")
    case UInt8(ascii: "/"):
      guard bytes[position + 2].isASCIILetter else { return skip(past: ">") }
      position += 2
      let tag = readTagName()
      if readAttributes() != nil, let tag { appendEndTag(tag) }
    default:
      position += 1
      let tag = readTagName()
      if let attributes = readAttributes(), let tag { appendStartTag(tag, attributes) }
    }
  }

  // MARK: - Tags

  private mutating func appendStartTag(_ tag: Tag, _ attributes: TagAttributes) {
    if tag == .select, count(of: .select) > 0 { return endAll(.select) }
    endDropped(before: tag)
    switch tag.kind {
    case .formatting, .phrase, .void:
      markup.append(UInt8(ascii: "<"))
      markup.append(contentsOf: tag.name)
      if tag == .a {
        appendAttribute(" href=\"", attributes.href)
        appendAttribute(" title=\"", attributes.title)
      }
      markup.append("/>")
    case .implied, .container:
      if tag.kind == .container { markup.append("<hr/>") }
      // A long list may leave all its items to be ended by the next one.
      if count(of: tag) < Self.depth || tag.kind == .implied && tag != .dd && tag != .dt { appendOpen(tag) }
    case .dropped:
      if !attributes.isSelfClosing, count(of: tag) < Self.depth { appendOpen(tag) }
    case .boundary:
      if tag == .foreignobject, isForeign { isHTMLAgain = true }
    case .rawText:
      if tag == .xmp || tag == .plaintext { markup.append("<hr/>") }
      // In SVG and MathML these can close themselves.
      if !attributes.isSelfClosing || !isForeign { skipRawText(of: tag) }
    }
  }

  private func count(of tag: Tag) -> Int { openCounts[Int(tag.rawValue)] }

  private var isForeign: Bool { count(of: .svg) + count(of: .math) > 0 }

  /// Whether something is dropped that may hold a table.
  private var isDroppingTables: Bool {
    openCounts[Int(Tag.applet.rawValue)...Int(Tag.video.rawValue)].contains { $0 > 0 }
  }

  /// Ends what a tag of HTML leads out of: a selection, SVG, MathML.
  private mutating func endDropped(before tag: Tag) {
    if tag.isTablePart || tag == .input { endAll(.select) }
    let isHTML = tag.kind.isKept && tag != .a
    guard isForeign, tag.isTablePart || isHTML && !isHTMLAgain else { return }
    endAll(.svg)
    endAll(.math)
  }

  private mutating func endAll(_ tag: Tag) {
    while count(of: tag) > 0 { appendEnd(tag) }
    isHTMLAgain = isHTMLAgain && isForeign
  }

  private mutating func appendOpen(_ tag: Tag) {
    markup.append(UInt8(ascii: "<"))
    appendName(tag)
    openCounts[Int(tag.rawValue)] += 1
    if tag.isHeading { heading = tag }
  }

  private mutating func appendEnd(_ tag: Tag) {
    guard count(of: tag) > 0 else { return }
    markup.append("</")
    appendName(tag)
    openCounts[Int(tag.rawValue)] -= 1
  }

  private mutating func appendName(_ tag: Tag) {
    // Parts of a table would outlast the end of what is dropped around them.
    let isOwnName = tag.kind == .container || tag.isTablePart && isDroppingTables
    if isOwnName { markup.append("x-") }
    markup.append(contentsOf: tag.name)
    markup.append(UInt8(ascii: ">"))
  }

  private mutating func appendAttribute(_ opening: StaticString, _ value: Range<Int>?) {
    guard let value else { return }
    markup.append(opening)
    appendCharacters(of: value, inAttribute: true)
    markup.append(UInt8(ascii: "\""))
  }

  private mutating func appendEndTag(_ tag: Tag) {
    switch tag.kind {
    case .formatting, .phrase:
      markup.append("<!--")
      markup.append(contentsOf: tag.name)
      markup.append("-->")
    case .void:
      if tag == .br { appendStartTag(tag, TagAttributes()) }
    case .implied, .container, .dropped:
      if tag == .p { endDropped(before: tag) }
      // The end tag of any heading ends the one that is open.
      appendEnd(tag.isHeading && count(of: tag) == 0 ? heading ?? tag : tag)
      if tag == .p { markup.append("<hr/>") }
      isHTMLAgain = isHTMLAgain && isForeign
    case .boundary: isHTMLAgain = false
    case .rawText: break
    }
  }

  // MARK: - Characters

  /// Appends text or the value of an attribute for libxml2; controls leave no trace.
  private mutating func appendCharacters(of range: Range<Int>, inAttribute: Bool) {
    var index = range.lowerBound
    var start = index
    while index < range.upperBound {
      guard bytes[index].isSpecial else {
        index += 1
        continue
      }
      markup.append(contentsOf: bytes[start..<index])
      index += appendSpecial(at: index, end: range.upperBound, inAttribute: inAttribute)
      start = index
    }
    markup.append(contentsOf: bytes[start..<index])
  }

  /// Appends what stands for a character that does not stand for itself; the bytes that it takes.
  private mutating func appendSpecial(at index: Int, end: Int, inAttribute: Bool) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "&"):
      return appendReference(bytes[index..<end], inAttribute: inAttribute)
    case UInt8(ascii: "<"): markup.append("&#60;")
    case UInt8(ascii: "\""): markup.append("&#34;")
    case UInt8(ascii: "\r"):
      if index + 1 == end || bytes[index + 1] != UInt8(ascii: "\n") { markup.append("\n") }
    case 0x0C: markup.append(" ")
    case 0xC2:
      if bytes[index + 1] >= 0xA0 { markup.append(contentsOf: bytes[index...(index + 1)]) }
      return 2
    case 0xEF:
      let isCharacter = bytes[index + 1] != 0xBF || bytes[index + 2] < 0xBE
      markup.append(contentsOf: isCharacter ? bytes[index..<(index + 3)] : [0xEF, 0xBF, 0xBD])
      return 3
    default: break
    }
    return 1
  }
}

extension UInt8 {
  /// Whether this begins a character that may have to be written in another way.
  fileprivate var isSpecial: Bool {
    switch self {
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"): false
    case ..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: "\""), 0x7F, 0xC2, 0xEF: true
    default: false
    }
  }
}
