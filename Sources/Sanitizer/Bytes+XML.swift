/// Escaping for libxml2's XML parser, which must read back exactly what was meant.
extension [UInt8] {
  /// Appends an attribute; its white space is written as references, or the parser would make spaces of it.
  mutating func append(_ opening: StaticString, xmlValue value: [UInt8]) {
    append(opening)
    for byte in value {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "\n"): append("&#10;")
      case UInt8(ascii: "\t"): append("&#9;")
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  mutating func append(xmlText text: ArraySlice<UInt8>) {
    var start = text.startIndex
    for index in text.indices {
      let reference: StaticString
      switch text[index] {
      case UInt8(ascii: "&"): reference = "&amp;"
      case UInt8(ascii: "<"): reference = "&lt;"
      case UInt8(ascii: ">"): reference = "&gt;"
      default: continue
      }
      append(contentsOf: text[start..<index])
      append(reference)
      start = index + 1
    }
    append(contentsOf: text[start...])
  }
}
