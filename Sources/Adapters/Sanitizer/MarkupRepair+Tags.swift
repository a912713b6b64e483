/// What matters of a tag's attributes; the values as they were written, the first of each name.
struct TagAttributes {
  var href: Range<Int>?
  var title: Range<Int>?
  var isSelfClosing = false
}

/// Where names, attributes and tags end, as the tokenizer of the HTML Standard has it.
extension MarkupRepair {
  mutating func readTagName() -> Tag? {
    let start = position
    while let byte = byte(at: position), !byte.endsName { position += 1 }
    return Tag(bytes[start..<position])
  }

  /// Reads attributes up to and with the `>` of the tag; nil if the input ends before, which makes it none.
  mutating func readAttributes() -> TagAttributes? {
    var attributes = TagAttributes()
    while let byte = byte(at: position) {
      switch byte {
      case UInt8(ascii: ">"):
        attributes.isSelfClosing = bytes[position - 1] == UInt8(ascii: "/")
        position += 1
        return attributes
      case UInt8(ascii: "/"): position += 1
      case _ where byte.isHTMLSpace: position += 1
      default: readAttribute(into: &attributes)
      }
    }
    return nil
  }

  private mutating func readAttribute(into attributes: inout TagAttributes) {
    let start = position
    // An equals sign that comes first belongs to the name.
    position += 1
    while let byte = byte(at: position), !byte.endsName, byte != UInt8(ascii: "=") { position += 1 }
    let name = bytes[start..<position].lazy.map(\.asciiLowercased)
    skipWhiteSpace()
    var value = position..<position
    if byte(at: position) == UInt8(ascii: "=") {
      position += 1
      skipWhiteSpace()
      value = readAttributeValue()
    }
    if attributes.href == nil, name.elementsEqual("href".utf8) { attributes.href = value }
    if attributes.title == nil, name.elementsEqual("title".utf8) { attributes.title = value }
  }

  private mutating func skipWhiteSpace() {
    while let byte = byte(at: position), byte.isHTMLSpace { position += 1 }
  }

  private mutating func readAttributeValue() -> Range<Int> {
    guard let quote = byte(at: position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = position
      while let byte = byte(at: position), !byte.isHTMLSpace, byte != UInt8(ascii: ">") { position += 1 }
      return start..<position
    }
    let start = position + 1
    position = bytes[start...].firstIndex(of: quote) ?? bytes.count
    defer { position = min(position + 1, bytes.count) }
    return start..<position
  }
}

extension UInt8 {
  /// Whether a name in a tag ends before this.
  var endsName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
}
