extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func hasSuffix(_ text: StaticString) -> Bool {
    suffix(text.utf8CodeUnitCount)
      .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends an attribute, from its space to its closing quote.
  mutating func append(_ opening: StaticString, value: [UInt8]) {
    append(opening)
    value.withUnsafeBufferPointer { appendSerialised($0, inAttribute: true) }
    append(UInt8(ascii: "\""))
  }

  /// Appends UTF-8 in the form of the HTML Standard's serialisation of fragments.
  mutating func appendSerialised(_ text: UnsafeBufferPointer<UInt8>, inAttribute: Bool) {
    var start = 0
    for index in text.indices {
      let reference: StaticString
      var length = 1
      switch text[index] {
      case UInt8(ascii: "&"): reference = "&amp;"
      case UInt8(ascii: "<"): reference = "&lt;"
      case UInt8(ascii: ">"): reference = "&gt;"
      case UInt8(ascii: "\"") where inAttribute: reference = "&quot;"
      case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0:
        reference = "&nbsp;"
        length = 2
      default: continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      append(reference)
      start = index + length
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Removes the last word and the white space before it; without white space, the last character.
  mutating func cutLastWord() {
    // The last character may have lost its end.
    while let byte = popLast(), byte & 0xC0 == 0x80 {}
    let longestWord = 128
    if let space = suffix(longestWord).lastIndex(where: \.isHTMLSpace) {
      removeSubrange(space...)
    } else if count <= longestWord {
      removeAll(keepingCapacity: true)
    }
    while last?.isHTMLSpace == true { removeLast() }
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }

  var isASCIILetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// White space in HTML: tab, line feed, form feed, carriage return, space.
  var isHTMLSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }
}
