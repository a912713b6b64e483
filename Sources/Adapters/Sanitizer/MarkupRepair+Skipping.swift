/// What is left out whole: declarations, comments and raw text, each up to where a browser sees its end.
extension MarkupRepair {
  mutating func skip(past end: Unicode.Scalar) {
    position = (bytes[position...].firstIndex(of: UInt8(ascii: end)) ?? bytes.count - 1) + 1
  }

  mutating func skipDeclaration() {
    guard isAt("<!--") else { return skip(past: ">") }
    // The dashes of the beginning may be those of the end: `<!-->`, `<!--->`.
    position += 2
    let start = position
    while position < bytes.count {
      if isAt("-->") {
        position += 3
        return
      }
      if isAt("--!>"), position > start {
        position += 4
        return
      }
      position += 1
    }
  }

  /// Skips what follows the start tag of an element without markup, up to its end tag.
  mutating func skipRawText(of tag: Tag) {
    guard tag != .plaintext else { return position = bytes.count }
    // Within a script's comment a script may begin, and the first end tag is that one's.
    var isComment = false
    var isNested = false
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "<") {
        if isTag("</", tag) {
          if !isNested { return }
          isNested = false
        } else if isComment, isTag("<", tag) {
          isNested = true
        } else if tag == .script, isAt("<!--") {
          isComment = true
        }
      } else if isComment, isAt("-->") {
        isComment = false
        isNested = false
      }
      position += 1
    }
  }

  private func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
    return UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      .elementsEqual(bytes[position..<position + text.utf8CodeUnitCount])
  }

  /// Whether the element's tag begins here, its name whole.
  private func isTag(_ opening: StaticString, _ tag: Tag) -> Bool {
    guard isAt(opening) else { return false }
    let rest = bytes[(position + opening.utf8CodeUnitCount)...]
    let name = tag.name
    guard rest.count > name.count, zip(rest, name).allSatisfy({ $0.asciiLowercased == $1 }) else {
      return false
    }
    return rest[rest.startIndex + name.count].endsName
  }
}
