/// What end tags do.
extension TreeBuilder {
  mutating func processEndTag() {
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

  mutating func endFormatting(_ tag: Tag) {
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
}
