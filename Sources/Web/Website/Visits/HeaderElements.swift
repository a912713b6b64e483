/// The elements of a list in a header, one after the other, each with what stands behind its first semicolon.
/// Both come without the blanks around them; nothing is copied.
struct HeaderElements {
  private var rest: UnsafeBufferPointer<UInt8>

  init(_ header: UnsafeBufferPointer<UInt8>) {
    rest = header
  }

  /// The next one that is not empty.
  mutating func next() -> (value: UnsafeBufferPointer<UInt8>, parameters: UnsafeBufferPointer<UInt8>)? {
    while !rest.isEmpty {
      let end = rest.count
      var (comma, semicolon) = (0, end)
      while comma < end, rest[comma] != UInt8(ascii: ",") {
        if semicolon == end, rest[comma] == UInt8(ascii: ";") { semicolon = comma }
        comma += 1
      }
      let value = HeaderText.trimmed(rest, 0, min(semicolon, comma))
      let parameters = HeaderText.trimmed(rest, min(semicolon + 1, comma), comma)
      rest = UnsafeBufferPointer(rebasing: rest[min(comma + 1, end)...])
      if !value.isEmpty { return (value, parameters) }
    }
    return nil
  }
}

/// Texts in headers, in place.
enum HeaderText {
  /// A part of a text without the blanks at its ends.
  static func trimmed(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> UnsafeBufferPointer<UInt8> {
    var (start, end) = (start, end)
    while start < end, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    while start < end, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    return UnsafeBufferPointer(rebasing: text[start..<end])
  }

  /// Whether a text is that word, whatever the case of its letters.
  /// - Parameter word: in lower case.
  static func equals(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in text.indices where text[index] | 0x20 != word.utf8Start[index] | 0x20 { return false }
    return true
  }
}
