/// What start tags do: the HTML Standard's "in body", and what of tables matters here.
extension TreeBuilder {
  mutating func processStartTag() {
    if isForeign, !isHTMLAgain {
      processForeignStartTag()
    } else {
      processHTMLStartTag()
    }
  }

  mutating func processHTMLStartTag() {
    let tag = token.tag
    switch tag {
    case .html, .head, .body, .frameset, .frame, .col, .base, .basefont, .bgsound, .link, .meta, .param,
      .source, .track:
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
    case .input:
      pop(toAny: [.select])
      open.reconstructFormatting()
    case .area, .embed, .image, .img, .keygen, .wbr:
      open.reconstructFormatting()
    case .button:
      if let button = open.index(ofAny: [.button]) { pop(to: button) }
      open.reconstructFormatting()
      push()
    case .table:
      if isOutsideCells { popInTable(toAny: [.table]) }
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

  /// Whether a table is open, and in it neither a cell nor a caption.
  private var isOutsideCells: Bool {
    open.indexInTable(ofAny: Tag.tablesAndParts).map { open.stack[$0].kinds.contains(.betweenCells) } ?? false
  }

  private mutating func startTablePart(in contexts: Tag.Set) {
    guard open.indexInTable(ofAny: [.table]) != nil, let context = open.indexInTable(ofAny: contexts) else {
      return
    }
    pop(to: context + 1)
    push()
  }

  mutating func closeParagraph() {
    if let paragraph = open.index(ofAny: [.p], within: [.button]) { pop(to: paragraph) }
  }
}
