/// Elements whose content is no markup, up to their own end tag.
extension Tokenizer {
  /// Skips what follows the start tag of an element without markup, up to its end tag.
  mutating func skipRawText(of name: TagName) {
    switch name.tag {
    case .plaintext: position = count
    case .script: skipScript(name)
    default:
      while position < count, !isAtEndTag(of: name) { position += 1 }
    }
  }

  private func isAtEndTag(of name: TagName) -> Bool {
    bytes[position] == UInt8(ascii: "<") && byte(at: position + 1) == UInt8(ascii: "/")
      && isTagName(at: position + 2, name)
  }

  /// Whether the name stands here and ends here, as it must to begin or end raw text.
  private func isTagName(at start: Int, _ name: TagName) -> Bool {
    var index = start
    var hasher = TagName.Hasher()
    // The longest name is `plaintext`; a limit keeps `</scrip</scrip…` linear.
    while index < count, index - start <= 9, bytes[index].isASCIILetter {
      hasher.add(bytes[index])
      index += 1
    }
    guard hasher.value == name.hash, let next = byte(at: index) else { return false }
    return next.isHTMLSpace || next == UInt8(ascii: "/") || next == UInt8(ascii: ">")
  }

  /// Skips a script, within whose comments a nested script hides its own end tag.
  private mutating func skipScript(_ name: TagName) {
    while position < count, !isAtEndTag(of: name) {
      if isAt("<!--") {
        // Both dashes may be those of the comment's end: `<!-->`.
        position += 2
        skipScriptComment(name)
        if position < count, isAtEndTag(of: name) { return }
      } else {
        position += 1
      }
    }
  }

  private mutating func skipScriptComment(_ name: TagName) {
    var isNested = false
    while position < count {
      if isAt("-->") {
        position += 3
        return
      }
      if bytes[position] == UInt8(ascii: "<") {
        if isAtEndTag(of: name) {
          if !isNested { return }
          isNested = false
        } else if isTagName(at: position + 1, name) {
          isNested = true
        }
      }
      position += 1
    }
  }
}
