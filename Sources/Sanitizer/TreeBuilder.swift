/// Follows which elements are open as a browser does: tree construction of the HTML Standard, "in body".
///
/// It keeps no tree, only the open elements. Where a browser moves what it has built already (the adoption
/// agency), leaving an element out of the stack has the same effect on all text that follows, because
/// ``CleanMarkup`` writes formatting around text, not around blocks. What a browser moves out of tables stays
/// where it was written.
struct TreeBuilder {
  var markup: CleanMarkup
  var open = OpenElements()

  let bytes: [UInt8]
  let rules: Rules
  var tokenizer: Tokenizer
  var token = Token()

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

  // MARK: - The stack, and what it means for the markup

  mutating func push(namespace: OpenElement.Namespace = .html) {
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

  mutating func pushFormatting() {
    open.reconstructFormatting()
    var element = OpenElement(name: token.name, serial: 0)
    element.isInline = rules.keepsInline(token.name)
    if element.isInline { element.attributes = markup.attributes(of: token) }
    open.pushFormatting(element)
  }

  mutating func pop() {
    guard let element = open.pop(), open.droppedCount == 0, !element.isDropped else { return }
    if rules.keepsBlock(element.name) {
      markup.closeBlock(element)
    } else {
      separate(by: element.name)
    }
  }

  /// Closes all elements from `index` on.
  mutating func pop(to index: Int) {
    while open.stack.count > index { pop() }
  }

  mutating func pop(toAny tags: Tag.Set, within boundaries: Tag.Set = []) {
    if let index = open.index(ofAny: tags, within: boundaries) { pop(to: index) }
  }

  mutating func popInTable(toAny tags: Tag.Set) {
    if let index = open.indexInTable(ofAny: tags) { pop(to: index) }
  }

  mutating func separate(by name: TagName) {
    if open.droppedCount == 0, name.kinds.contains(.block) { markup.separate(by: name.tag) }
  }

  mutating func appendLineBreak() {
    guard open.droppedCount == 0 else { return }
    if rules.keeps(.br) {
      markup.appendLineBreak(within: open.stack)
    } else {
      markup.separate(by: .br)
    }
  }
}
