/// Prepares untrusted markup for libxml2's HTML parser: UTF-8 without controls, and references as numbers.
///
/// Tags are left to libxml2, and safety depends on ``MarkupWriter`` alone. Comments and declarations are
/// removed, because libxml2 would show some of them as text.
struct MarkupCleaner {
  private let bytes: [UInt8]
  private var index = 0
  private var cleaned: [UInt8] = []

  /// The position in `cleaned` of the tag that has not ended yet.
  private var openTag: Int?

  /// The start tags of each element without their end tags; the last count is that of unknown elements.
  private var openCounts = [Int](repeating: 0, count: Tag.allCases.count + 1)
  private static let depth = 256

  private init(_ input: ArraySlice<UInt8>) {
    // Swift repairs UTF-8 as browsers do.
    bytes = Array(String(decoding: input, as: UTF8.self).utf8)
    cleaned.reserveCapacity(bytes.count + bytes.count / 4 + 64)
    cleaned.append("<body>")
  }

  /// - Parameter isCut: Whether the input continues; the last word is then replaced with an ellipsis.
  static func clean(_ input: ArraySlice<UInt8>, isCut: Bool) -> [UInt8] {
    var cleaner = MarkupCleaner(input)
    while cleaner.index < cleaner.bytes.count { cleaner.copyNext() }
    if isCut { cleaner.cutLastWord() }
    return cleaner.cleaned
  }

  private func byte(_ offset: Int) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private mutating func copyNext() {
    let byte = bytes[index]
    var length = 1
    switch byte {
    case UInt8(ascii: "<"): return copyLessThan()
    case UInt8(ascii: ">"):
      openTag = nil
      cleaned.append(byte)
    case UInt8(ascii: "&"): length = copyReference()
    case UInt8(ascii: "\r"):
      if self.byte(1) != UInt8(ascii: "\n") { cleaned.append("\n") }
    case 0x0C: cleaned.append(" ")
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"): cleaned.append(byte)
    case ..<0x20, 0x7F: break
    case 0xC2:
      length = 2
      if bytes[index + 1] >= 0xA0 { cleaned.append(contentsOf: bytes[index..<index + 2]) }
    case 0xEF:
      length = 3
      let isCharacter = bytes[index + 1] != 0xBF || bytes[index + 2] < 0xBE
      cleaned.append(contentsOf: isCharacter ? bytes[index..<index + 3] : [0xEF, 0xBF, 0xBD])
    default: cleaned.append(byte)
    }
    index += length
  }

  private mutating func copyLessThan() {
    let isEndTag = byte(1) == UInt8(ascii: "/")
    guard byte(isEndTag ? 2 : 1)?.isASCIILetter == true else {
      if isEndTag || byte(1) == UInt8(ascii: "!") { return skipTag() }
      cleaned.append(UInt8(ascii: "<"))
      index += 1
      return
    }
    let rest = bytes[(index + (isEndTag ? 2 : 1))...]
    let tag = Tag(
      rest.prefix(16).prefix { !$0.isHTMLSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") })
    // Browsers read `</br>` as a line break, and `</p>` as a separation even where no paragraph is open.
    if isEndTag, tag == .br { index += 1 }
    if isEndTag, tag == .p { cleaned.append("<hr>") }
    guard isWithinBounds(tag, isEndTag: isEndTag) else { return skipTag() }
    openTag = cleaned.count
    cleaned.append(UInt8(ascii: "<"))
    index += 1
  }

  /// Whether libxml2 may read a tag: an end tag makes it search all open elements, so both are bounded.
  private mutating func isWithinBounds(_ tag: Tag?, isEndTag: Bool) -> Bool {
    let slot = tag.map { Int($0.rawValue) } ?? Tag.allCases.count
    if isEndTag {
      if openCounts[slot] > 0 { openCounts[slot] -= 1 } else { return tag == .br }
    } else {
      // The next one of these ends the one before.
      let isImplied = tag == .p || tag == .li || tag == .tr || tag == .td || tag == .th
      guard isImplied || tag?.kind == .void || openCounts[slot] < Self.depth else { return false }
      openCounts[slot] += 1
    }
    return true
  }

  /// Skips a comment, a declaration, or a tag that is left out.
  private mutating func skipTag() {
    let isComment = bytes[index...].starts(with: "<!--".utf8)
    // The dashes of the beginning may be those of the end: `<!-->`.
    index += 2
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") || isComment && !endsComment { index += 1 }
    index += 1
  }

  private var endsComment: Bool {
    bytes[index - 1] == UInt8(ascii: "-") && bytes[index - 2] == UInt8(ascii: "-")
  }

  /// Copies a reference as its number, which libxml2 reads as text in every place; returns its length.
  private mutating func copyReference() -> Int {
    guard let match = CharacterReferences.match(bytes[(index + 1)...], inTag: openTag != nil) else {
      cleaned.append("&#38;")
      return 1
    }
    if let scalar = match.scalar {
      cleaned.append("&#")
      cleaned.append(contentsOf: String(scalar.value).utf8)
      cleaned.append(UInt8(ascii: ";"))
    }
    return match.length
  }

  private mutating func cutLastWord() {
    if let openTag { cleaned.removeSubrange(openTag...) }
    let start = (cleaned.lastIndex(of: UInt8(ascii: ">")) ?? -1) + 1
    var text = Array(cleaned[start...])
    text.cutLastWord()
    cleaned.replaceSubrange(start..., with: text + BoundedMarkup.ellipsis)
  }
}
