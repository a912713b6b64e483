import CLibXML2

/// Writes a parsed tree as HTML, byte for byte as a browser serialises it, and as plain text.
///
/// Only what the policy keeps is written, whatever the tree holds.
struct MarkupWriter {
  private(set) var html: [UInt8] = []
  private(set) var text = PlainText()

  private let rules: Rules
  private let limit: Int
  private var open: [TagName] = []

  /// The length of the end tags of all open elements.
  private var closing = 0

  /// Whether something was left out because of the limit.
  private(set) var isCut = false

  private static let ellipsis = Array("…".utf8)

  init(rules: Rules, limit: Int = .max) {
    self.rules = rules
    self.limit = limit
  }

  /// Writes what `root` holds.
  mutating func write(contentsOf root: xmlNodePtr) {
    var node = root.pointee.children
    while let current = node, !isCut {
      enter(current)
      if let child = current.pointee.children, current.pointee.type == XML_ELEMENT_NODE {
        node = child
        continue
      }
      node = next(after: current, within: root)
    }
    while let name = open.popLast() { close(name) }
  }

  /// The node after one and all it holds; leaves the elements that end between.
  private mutating func next(after node: xmlNodePtr, within root: xmlNodePtr) -> xmlNodePtr? {
    var current = node
    while true {
      if current.pointee.type == XML_ELEMENT_NODE { leave(current) }
      if let next = current.pointee.next { return next }
      guard let parent = current.pointee.parent, parent != root else { return nil }
      current = parent
    }
  }

  // MARK: - Elements

  private mutating func enter(_ node: xmlNodePtr) {
    switch node.pointee.type {
    case XML_TEXT_NODE: write(Self.bytes(node.pointee.content))
    case XML_ELEMENT_NODE: open(node, as: Self.name(of: node))
    default: break
    }
  }

  private mutating func open(_ node: xmlNodePtr, as name: TagName) {
    let tag = name.tag
    guard rules.keeps(tag) else { return }
    let start = html.count
    html.append(UInt8(ascii: "<"))
    html.append(contentsOf: tag.nameBytes)
    if node.pointee.properties != nil { writeAttributes(of: node, as: tag) }
    html.append(UInt8(ascii: ">"))
    let endTag = tag == .br ? 0 : tag.nameBytes.count + 3
    guard fits(endTag) else {
      html.removeSubrange(start...)
      return cut()
    }
    if tag == .br || name.kinds.contains(.block) { text.separate() }
    if tag != .br {
      open.append(name)
      closing += endTag
    }
  }

  private mutating func leave(_ node: xmlNodePtr) {
    let name = Self.name(of: node)
    guard !isCut, name.tag != .br, rules.keeps(name.tag), open.popLast() != nil else { return }
    close(name)
  }

  private mutating func close(_ name: TagName) {
    let bytes = name.tag.nameBytes
    closing -= bytes.count + 3
    html.append("</")
    html.append(contentsOf: bytes)
    html.append(UInt8(ascii: ">"))
    if name.kinds.contains(.block) { text.separate() }
  }

  private mutating func writeAttributes(of node: xmlNodePtr, as tag: Tag) {
    var isLink = false
    var attribute = node.pointee.properties
    while let current = attribute {
      let name = Self.bytes(current.pointee.name)
      let value = Self.bytes(current.pointee.children?.pointee.content)
      if name.elementsEqual("href".utf8), rules.keepsLink(tag), rules.links.isKept(value) {
        writeAttribute(" href=\"", value)
        isLink = true
      } else if name.elementsEqual("title".utf8), rules.keepsTitle(tag) {
        writeAttribute(" title=\"", value)
      }
      attribute = current.pointee.next
    }
    if isLink { rules.rel.withUnsafeBufferPointer { writeAttribute(" rel=\"", $0) } }
  }

  private mutating func writeAttribute(_ opening: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
    html.append(opening)
    html.appendSerialised(value, inAttribute: true)
    html.append(UInt8(ascii: "\""))
  }

  // MARK: - Text

  private mutating func write(_ characters: UnsafeBufferPointer<UInt8>) {
    let start = html.count
    html.appendSerialised(characters, inAttribute: false)
    guard fits(0) else {
      html.removeSubrange(start...)
      writeBeginning(of: characters)
      return cut()
    }
    text.append(characters)
  }

  /// Writes as many words as there is room for.
  private mutating func writeBeginning(of characters: UnsafeBufferPointer<UInt8>) {
    let room = limit - closing - html.count
    var serialised: [UInt8] = []
    var end = 0
    while end < characters.count, serialised.count <= room {
      let length = Unicode.UTF8.length(ofSequenceBeginningWith: characters[end])
      let character = characters[end..<min(end + length, characters.count)]
      serialised.appendSerialised(UnsafeBufferPointer(rebasing: character), inAttribute: false)
      if serialised.count <= room { end = character.endIndex }
    }
    var beginning = Array(characters[..<end])
    beginning.cutLastWord()
    beginning.withUnsafeBufferPointer {
      html.appendSerialised($0, inAttribute: false)
      text.append($0)
    }
  }

  private func fits(_ more: Int) -> Bool { html.count + more + closing <= limit }

  private mutating func cut() {
    isCut = true
    Self.ellipsis.withUnsafeBufferPointer {
      html.append(contentsOf: $0)
      text.append($0)
    }
  }

  // MARK: - Reading the tree

  private static func name(of node: xmlNodePtr) -> TagName {
    TagName(bytes(node.pointee.name))
  }

  private static func bytes(_ string: UnsafePointer<xmlChar>?) -> UnsafeBufferPointer<UInt8> {
    guard let string else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: string, count: Int(xmlStrlen(string)))
  }
}
