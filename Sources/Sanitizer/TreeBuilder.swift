/// Follows which elements are open as a browser does: tree construction of the HTML Standard, "in body".
///
/// It keeps no tree, only the open elements. Where a browser moves what it has built already (the adoption
/// agency), leaving an element out of the stack has the same effect on all text that follows, because
/// ``CleanMarkup`` writes formatting around text, not around blocks. What a browser moves out of tables stays
/// where it was written.
struct TreeBuilder {
  private(set) var markup: CleanMarkup
  var open = OpenElements()

  private let bytes: [UInt8]
  private let rules: Rules
  private var tokenizer: Tokenizer
  private var token = Token()

  /// - Parameter limit: The length of markup at which reading ends.
  init(_ bytes: [UInt8], count: Int, rules: Rules, limit: Int) {
    self.bytes = bytes
    self.rules = rules
    tokenizer = Tokenizer(bytes, count: count)
    markup = CleanMarkup(rules: rules, bytes: bytes, limit: limit)
  }

  /// Reads all of the input; true if not all of it is in the markup.
  ///
  /// - Parameter isCut: Whether the input is the beginning of a longer one.
  mutating func run(isCut: Bool) -> Bool {
    repeat {
      tokenizer.read(into: &token, inForeignContent: isForeign)
      switch token.kind {
      case .text: processText()
      case .startTag:
        markup.flush(within: open.stack)
        processStartTag()
      case .endTag:
        markup.flush(within: open.stack)
        processEndTag()
      case .end: break
      }
    } while token.kind != .end && !markup.isFull
    let isIncomplete = isCut || markup.isFull
    if isIncomplete { markup.cutText() }
    markup.flush(within: open.stack)
    markup.finish()
    return isIncomplete
  }

  private mutating func processText() {
    guard open.droppedCount == 0 else { return }
    if isBetweenCells, bytes[token.text].allSatisfy(\.isHTMLSpace) { return }
    open.reconstructFormatting()
    markup.appendText(token.text)
  }

  private var isBetweenCells: Bool {
    open.current?.kinds.contains(.betweenCells) ?? false
  }

  // MARK: - Start tags

  private mutating func processStartTag() {
    if isForeign, !isHTMLAgain {
      processForeignStartTag()
    } else {
      processHTMLStartTag()
    }
  }

  private mutating func processHTMLStartTag() {
    let tag = token.tag
    switch tag {
    case .html, .head, .body, .frameset, .frame, .col, .base, .basefont, .bgsound, .link, .meta, .param,
      .source, .track, .command:
      return
    case .xmp, .plaintext:
      closeParagraph()
      separate(by: token.name)
      tokenizer.skipRawText(of: token.name)
    case .iframe, .noembed, .noframes, .noscript, .script, .style, .textarea, .title:
      tokenizer.skipRawText(of: token.name)
    case .p, .h1, .h2, .h3, .h4, .h5, .h6:
      closeParagraph()
      if tag != .p, let current = open.current, current.kinds.contains(.heading) { pop() }
      push()
    case .li: startItem(ending: [.li])
    case .dd, .dt: startItem(ending: [.dd, .dt])
    case .a, .nobr:
      if open.hasFormatting(tag) {
        endFormatting(tag)
        open.forgetFormatting(tag)
      }
      pushFormatting()
    case .hr:
      closeParagraph()
      separate(by: token.name)
    case .br:
      open.reconstructFormatting()
      appendLineBreak()
    case .input, .keygen:
      pop(toAny: [.select])
      open.reconstructFormatting()
    case .area, .embed, .image, .img, .wbr:
      open.reconstructFormatting()
    case .button:
      if let button = open.index(ofAny: [.button]) { pop(to: button) }
      open.reconstructFormatting()
      push()
    case .table:
      if isBetweenCells, let table = open.indexInTable(ofAny: [.table]) { pop(to: table) }
      closeParagraph()
      push()
    case .td, .th: startTablePart(in: [.tr, .tbody, .thead, .tfoot, .table])
    case .tr: startTablePart(in: [.tbody, .thead, .tfoot, .table])
    case .caption, .colgroup, .tbody, .tfoot, .thead: startTablePart(in: [.table])
    case .select:
      if let select = open.index(ofAny: [.select]) {
        pop(to: select)
      } else {
        open.reconstructFormatting()
        push()
      }
    case .svg, .math:
      open.reconstructFormatting()
      if !token.isSelfClosing { push(namespace: tag == .svg ? .svg : .math) }
    default:
      if token.kinds.contains(.section) {
        closeParagraph()
        push()
      } else if token.kinds.contains(.formatting) {
        pushFormatting()
      } else {
        open.reconstructFormatting()
        push()
      }
    }
  }

  private mutating func startItem(ending tags: Tag.Set) {
    for index in open.stack.indices.reversed() {
      let element = open.stack[index]
      if tags.contains(element.tag) {
        pop(to: index)
        break
      }
      if element.kinds.contains(.special), element.tag != .address, element.tag != .div, element.tag != .p {
        break
      }
    }
    closeParagraph()
    push()
  }

  private mutating func startTablePart(in contexts: Tag.Set) {
    guard open.indexInTable(ofAny: [.table]) != nil, let context = open.indexInTable(ofAny: contexts) else {
      return
    }
    pop(to: context + 1)
    push()
  }

  private mutating func closeParagraph() {
    if let paragraph = open.index(ofAny: [.p], within: [.button]) { pop(to: paragraph) }
  }

  // MARK: - End tags

  private mutating func processEndTag() {
    if isForeign, token.tag != .p, token.tag != .br {
      for index in open.stack.indices.reversed() {
        let element = open.stack[index]
        if element.namespace == .html { break }
        if element.name.hash == token.name.hash { return pop(to: index) }
      }
    } else if isForeign {
      leaveForeignContent()
    }
    processHTMLEndTag()
  }

  private mutating func processHTMLEndTag() {
    let tag = token.tag
    switch tag {
    case .html, .head, .body: return
    case .p: endParagraph()
    case .br:
      open.reconstructFormatting()
      appendLineBreak()
    case .li: pop(toAny: [.li], within: [.ol, .ul])
    case .h1, .h2, .h3, .h4, .h5, .h6: pop(toAny: Tag.headings)
    case .dd: pop(toAny: [.dd])
    case .dt: pop(toAny: [.dt])
    case .table: popInTable(toAny: [.table])
    case .caption: popInTable(toAny: [.caption])
    case .td: popInTable(toAny: [.td])
    case .th: popInTable(toAny: [.th])
    case .tr: popInTable(toAny: [.tr])
    case .colgroup: popInTable(toAny: [.colgroup])
    case .tbody, .thead, .tfoot: popInTable(toAny: [.tbody, .thead, .tfoot])
    case .template:
      if let template = open.stack.lastIndex(where: { $0.tag == .template }) { pop(to: template) }
    default:
      if token.kinds.contains(.formatting) {
        endFormatting(tag)
      } else if !token.kinds.isDisjoint(with: [.section, .scope]) || tag == .button {
        var named: Tag.Set = []
        named.insert(tag)
        pop(toAny: named)
      } else if token.kinds.isDisjoint(with: [.rawText, .void]) {
        endAnyOther()
      }
    }
  }

  private mutating func endParagraph() {
    if open.index(ofAny: [.p], within: [.button]) != nil {
      closeParagraph()
    } else {
      push()
      pop()
    }
  }

  private mutating func endFormatting(_ tag: Tag) {
    switch open.endFormatting(tag) {
    case .close(let index): pop(to: index)
    case .unwrap(let index, let above):
      pop(to: above)
      open.unwrap(at: index)
    case .anyOther: endAnyOther()
    case .ignored: break
    }
  }

  private mutating func endAnyOther() {
    for index in open.stack.indices.reversed() {
      let element = open.stack[index]
      if element.namespace == .html, element.name.hash == token.name.hash { return pop(to: index) }
      if element.kinds.contains(.special) { return }
    }
  }

  // MARK: - SVG and MathML

  private var isForeign: Bool { open.current.map { $0.namespace != .html } ?? false }

  /// Whether the start tag is read as HTML although the current node is not.
  private var isHTMLAgain: Bool {
    switch open.current?.integration {
    case .html, .mathText: true
    case .annotation: token.tag == .svg
    case .none?, nil: false
    }
  }

  private mutating func processForeignStartTag() {
    if token.kinds.contains(.foreignBreakout) || token.tag == .font && token.hasFontAttribute {
      leaveForeignContent()
      processHTMLStartTag()
    } else if !token.isSelfClosing, let namespace = open.current?.namespace {
      push(namespace: namespace)
    }
  }

  private mutating func leaveForeignContent() {
    while let current = open.current, current.namespace != .html,
      current.integration == .none || current.integration == .annotation
    {
      pop()
    }
  }

  private func integration(in namespace: OpenElement.Namespace) -> OpenElement.Integration {
    switch (namespace, token.tag) {
    case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): return .html
    case (.math, .mi), (.math, .mo), (.math, .mn), (.math, .ms), (.math, .mtext): return .mathText
    case (.math, .annotationXML):
      var encoding: [UInt8] = []
      if let range = token.encoding {
        CharacterDecoder(bytes: bytes).append(range, as: .attribute, to: &encoding)
      }
      let name = encoding.map(\.asciiLowercased)
      let isHTML = name.elementsEqual("text/html".utf8) || name.elementsEqual("application/xhtml+xml".utf8)
      return isHTML ? .html : .annotation
    default: return .none
    }
  }

  // MARK: - The stack, and what it means for the markup

  private mutating func push(namespace: OpenElement.Namespace = .html) {
    var element = OpenElement(name: token.name, namespace: namespace, serial: 0)
    if namespace == .html {
      element.isDropped = token.kinds.contains(.dropped)
      element.isInline = rules.keepsInline(token.name)
    } else {
      element.isDropped = !isForeign || isHTMLAgain
      element.integration = integration(in: namespace)
    }
    guard let pushed = open.push(element), open.droppedCount == 0, namespace == .html else { return }
    if rules.keepsBlock(token.name) {
      markup.openBlock(pushed)
    } else {
      separate(by: token.name)
    }
  }

  private mutating func pushFormatting() {
    open.reconstructFormatting()
    var element = OpenElement(name: token.name, serial: 0)
    element.isInline = rules.keepsInline(token.name)
    if element.isInline, open.droppedCount == 0 { element.attributes = markup.attributes(of: token) }
    open.pushFormatting(element)
  }

  private mutating func pop() {
    guard let element = open.pop(), open.droppedCount == 0, !element.isDropped else { return }
    if rules.keepsBlock(element.name) {
      markup.closeBlock(element)
    } else {
      separate(by: element.name)
    }
  }

  /// Closes all elements from `index` on.
  private mutating func pop(to index: Int) {
    while open.stack.count > index { pop() }
  }

  private mutating func pop(toAny tags: Tag.Set, within boundaries: Tag.Set = []) {
    if let index = open.index(ofAny: tags, within: boundaries) { pop(to: index) }
  }

  private mutating func popInTable(toAny tags: Tag.Set) {
    if let index = open.indexInTable(ofAny: tags) { pop(to: index) }
  }

  private mutating func separate(by name: TagName) {
    if open.droppedCount == 0, name.kinds.contains(.block) { markup.separate(by: name.tag) }
  }

  private mutating func appendLineBreak() {
    guard open.droppedCount == 0 else { return }
    if rules.keeps(.br) {
      markup.appendLineBreak(within: open.stack)
    } else {
      markup.separate(by: .br)
    }
  }
}
