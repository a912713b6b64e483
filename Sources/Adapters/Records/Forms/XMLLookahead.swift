/// Looks at the bytes after a mark of a document.
enum XMLLookahead {
  /// Bytes of a name.
  private static let limit = 100

  /// Whether a `<` begins a tag, a comment or an instruction.
  static func isTag(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    index + 1 >= bytes.count || isElement(bytes, index) || "/!?".utf8.contains(bytes[index + 1])
  }

  /// Whether a `<` begins the start of an element.
  static func isElement(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    index + 1 < bytes.count && isName(bytes[index + 1]) && !(0x30...0x39).contains(bytes[index + 1])
  }

  /// The faults of a tag that has nothing but a name of at most 100 letters: spaces between its words, which are not
  /// attributes, and a digit at its beginning.
  static func faults(ofName bytes: UnsafeRawBufferPointer, _ start: Int) -> (isSpaced: Bool, isNumbered: Bool)
  {
    guard start < bytes.count, isName(bytes[start]), bytes[start] != UInt8(ascii: ":") else {
      return (false, false)
    }
    let isNumbered = (0x30...0x39).contains(bytes[start])
    var (index, hasSpace, wasSpace) = (start, false, false)
    while index < bytes.count, index - start < limit {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") { return (hasSpace && !wasSpace, isNumbered && !wasSpace) }
      if byte == UInt8(ascii: "/"), isNumbered, !hasSpace {
        return (false, index + 1 < bytes.count && bytes[index + 1] == 0x3E)
      }
      wasSpace = byte == 0x20
      hasSpace = hasSpace || wasSpace
      guard wasSpace || isName(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") else { break }
      index += 1
    }
    return (false, false)
  }

  /// Whether the end of the tag or another attribute follows a quotation mark.
  static func isEndOfValue(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    var rest = bytes[(index + 1)...].prefix(limit)
    func skipSpace() { rest = rest.drop { $0 <= 0x20 } }
    skipSpace()
    guard let first = rest.first else { return true }
    switch first {
    case UInt8(ascii: ">"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "<"): return true
    case UInt8(ascii: "/"): return rest.dropFirst().first == UInt8(ascii: ">")
    default:
      let name = rest.prefix { isName($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
      rest = rest[name.endIndex...]
      skipSpace()
      // A longer name than any is left to libxml2.
      guard let sign = rest.first else { return true }
      rest = rest.dropFirst()
      skipSpace()
      let mark = rest.first
      return !name.isEmpty && sign == UInt8(ascii: "=")
        && (mark == nil || mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"))
    }
  }

  /// The number of bytes of the character in UTF-8 at an offset; 0 if there is none.
  static func length(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> Int {
    let first = bytes[index]
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { return 0 }
    let second = bytes[index + 1]
    // Overlong forms, halves of surrogate pairs, and numbers that are too large.
    let isBeyond =
      first == 0xE0 && second < 0xA0 || first == 0xED && second >= 0xA0 || first == 0xF0 && second < 0x90
      || first == 0xF4 && second >= 0x90
    return !isBeyond && bytes[(index + 1)..<(index + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x3A).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
