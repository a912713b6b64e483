/// The elements of a list in a header, with the text behind their first semicolon; nothing is copied.
struct HeaderElements {
  private var rest: UnsafeBufferPointer<UInt8>

  init(_ header: UnsafeBufferPointer<UInt8>) {
    rest = header
  }

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
  static func trimmed(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> UnsafeBufferPointer<UInt8> {
    var (start, end) = (start, end)
    while start < end, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    while start < end, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    return UnsafeBufferPointer(rebasing: text[start..<end])
  }

  /// Whether a text is a word, in any case.
  static func equals(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in text.indices where text[index] | 0x20 != word.utf8Start[index] | 0x20 { return false }
    return true
  }

  /// The weight `q` of an element in thousandths: 1000 without parameters, nil for other parameters.
  static func weight(_ parameter: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !parameter.isEmpty else { return 1_000 }
    guard parameter.count > 2, parameter[0] | 0x20 == UInt8(ascii: "q"), parameter[1] == UInt8(ascii: "=")
    else { return nil }
    let text = parameter[2...]
    guard let first = text.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
    var weight = Int(first - UInt8(ascii: "0")) * 1_000
    guard text.count > 1 else { return weight }
    guard text.count <= 5, text[text.startIndex + 1] == UInt8(ascii: ".") else { return nil }
    var unit = 100
    for digit in text.dropFirst(2) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      weight += Int(digit - UInt8(ascii: "0")) * unit
      unit /= 10
    }
    return weight <= 1_000 ? weight : nil
  }
}
