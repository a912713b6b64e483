/// Splits markup where a browser splits it: the tokenizer of the HTML Standard, over bytes.
///
/// Everything that has a meaning here is ASCII, and no ASCII byte is part of a longer UTF-8 sequence, so the
/// bytes need not be valid. Comments, declarations and raw text yield no tokens. Linear in the input.
struct Tokenizer {
  let bytes: [UInt8]
  let count: Int
  var position = 0

  init(_ bytes: [UInt8], count: Int) {
    self.bytes = bytes
    self.count = min(count, bytes.count)
  }

  /// Reads the next token.
  ///
  /// - Parameter inForeignContent: Whether the current node is of SVG or MathML, where CDATA sections exist.
  mutating func read(into token: inout Token, inForeignContent: Bool) {
    while true {
      let start = position
      skipText()
      guard position == start else {
        token.startOver(as: .text)
        token.text = start..<position
        return
      }
      guard position < count else {
        token.startOver(as: .end)
        return
      }
      if readMarkup(into: &token, inForeignContent: inForeignContent) { return }
    }
  }

  // MARK: - Text

  func byte(at index: Int) -> UInt8? {
    index < count ? bytes[index] : nil
  }

  private mutating func skipText() {
    while position < count {
      if bytes[position] == UInt8(ascii: "<"), let next = byte(at: position + 1) {
        if next.isASCIILetter || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return }
        if next == UInt8(ascii: "/"), position + 2 < count { return }
      }
      position += 1
    }
  }

  // MARK: - Markup

  /// Reads what begins with `<`; false when it was nothing that yields a token.
  private mutating func readMarkup(into token: inout Token, inForeignContent: Bool) -> Bool {
    switch bytes[position + 1] {
    case UInt8(ascii: "!"):
      skipDeclaration(inForeignContent: inForeignContent)
      return false
    case UInt8(ascii: "?"):
      skip(past: UInt8(ascii: ">"))
      return false
    case UInt8(ascii: "/"):
      guard let first = byte(at: position + 2), first.isASCIILetter else {
        skip(past: UInt8(ascii: ">"))
        return false
      }
      position += 2
      token.startOver(as: .endTag)
    default:
      position += 1
      token.startOver(as: .startTag)
    }
    readTagName(into: &token)
    guard readAttributes(into: &token) else {
      // A tag that the input ends in is none.
      position = count
      token.startOver(as: .end)
      return true
    }
    return true
  }

  private mutating func skip(past end: UInt8) {
    while position < count, bytes[position] != end { position += 1 }
    position = min(position + 1, count)
  }

  func isAt(_ text: StaticString) -> Bool {
    guard count - position >= text.utf8CodeUnitCount else { return false }
    return UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      .elementsEqual(bytes[position..<position + text.utf8CodeUnitCount])
  }

  private mutating func skipDeclaration(inForeignContent: Bool) {
    if isAt("<!--") {
      position += 4
      skipComment()
    } else if inForeignContent, isAt("<![CDATA[") {
      position += 9
      while position < count, !isAt("]]>") { position += 1 }
      position = min(position + 3, count)
    } else {
      skip(past: UInt8(ascii: ">"))
    }
  }

  /// Skips a comment from after its `<!--`; it may end at once, with `>` or `->`.
  private mutating func skipComment() {
    if isAt(">") {
      position += 1
      return
    }
    if isAt("->") {
      position += 2
      return
    }
    while position < count {
      if isAt("-->") {
        position += 3
        return
      }
      if isAt("--!>") {
        position += 4
        return
      }
      position += 1
    }
  }

  // MARK: - Tags

  private mutating func readTagName(into token: inout Token) {
    var hasher = TagName.Hasher()
    while position < count {
      let byte = bytes[position]
      if byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      hasher.add(byte)
      position += 1
    }
    token.name = TagName(hash: hasher.value)
  }

  /// Reads attributes up to and with the `>` of the tag; false where the input ends before.
  private mutating func readAttributes(into token: inout Token) -> Bool {
    while position < count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        return true
      }
      if byte == UInt8(ascii: "/") {
        position += 1
        if self.byte(at: position) == UInt8(ascii: ">") {
          token.isSelfClosing = true
        }
      } else if byte.isHTMLSpace {
        position += 1
      } else {
        readAttribute(into: &token)
      }
    }
    return false
  }

  private mutating func readAttribute(into token: inout Token) {
    let start = position
    // An equals sign that comes first belongs to the name.
    position += 1
    while position < count, !endsAttributeName(bytes[position]) { position += 1 }
    let name = start..<position
    while position < count, bytes[position].isHTMLSpace { position += 1 }
    var value = position..<position
    if byte(at: position) == UInt8(ascii: "=") {
      position += 1
      while position < count, bytes[position].isHTMLSpace { position += 1 }
      value = readAttributeValue()
    }
    if token.kind == .startTag { keep(value, named: name, in: &token) }
  }

  private func endsAttributeName(_ byte: UInt8) -> Bool {
    byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
  }

  private mutating func readAttributeValue() -> Range<Int> {
    let quote = byte(at: position)
    let start: Int
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      position += 1
      start = position
      while position < count, bytes[position] != quote { position += 1 }
      defer { position = min(position + 1, count) }
      return start..<position
    }
    start = position
    while position < count, !bytes[position].isHTMLSpace, bytes[position] != UInt8(ascii: ">") {
      position += 1
    }
    return start..<position
  }

  private func keep(_ value: Range<Int>, named name: Range<Int>, in token: inout Token) {
    if isName(name, "href") {
      if token.href == nil { token.href = value }
    } else if isName(name, "title") {
      if token.title == nil { token.title = value }
    } else if isName(name, "encoding") {
      if token.encoding == nil { token.encoding = value }
    } else if isName(name, "color") || isName(name, "face") || isName(name, "size") {
      token.hasFontAttribute = true
    }
  }

  private func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count
    where bytes[range.lowerBound + offset].asciiLowercased != name.utf8Start[offset] {
      return false
    }
    return true
  }
}
