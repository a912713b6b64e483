/// Prepares untrusted markup for libxml2's HTML parser: UTF-8 without controls, and references that it knows.
///
/// It exchanges characters for others and leaves tags to libxml2, so the safety of the result does not depend on
/// it. Comments and declarations are removed; libxml2 would show some of them as text.
struct MarkupCleaner {
  private let bytes: [UInt8]
  private var index = 0
  private var cleaned: [UInt8] = []

  /// The position in `cleaned` of the tag that has not ended yet.
  private var openTag: Int?

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
    let next = byte(1) ?? 0
    let isEndTag = next == UInt8(ascii: "/")
    if next == UInt8(ascii: "!") || isEndTag && byte(2)?.isASCIILetter != true { return skipDeclaration() }
    if next.isASCIILetter || isEndTag { openTag = cleaned.count }
    let name = isEndTag ? bytes[(index + 2)...].prefix(3).prefix { $0 != UInt8(ascii: ">") } : []
    if name.lazy.map(\.asciiLowercased).elementsEqual("br".utf8) {
      // Browsers read this as a line break, libxml2 as nothing.
      cleaned.append("<")
      index += 2
    } else {
      // The end tag of a paragraph that is not open separates too.
      if name.lazy.map(\.asciiLowercased).elementsEqual("p".utf8) { cleaned.append("<hr>") }
      cleaned.append("<")
      index += 1
    }
  }

  /// Skips a comment, a declaration, or an end tag without a name.
  private mutating func skipDeclaration() {
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
