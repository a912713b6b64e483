import Glibc

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

  /// Whether a word stands anywhere in a text. `String.contains` took a tenth of a request.
  static func contains(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard let start = text.baseAddress, case let last = text.count - word.utf8CodeUnitCount, last >= 0
    else { return false }
    return (0...last).contains { memcmp(start + $0, word.utf8Start, word.utf8CodeUnitCount) == 0 }
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

/// The choice of a language by `Accept-Language` (RFC 9110, section 12.5.4).
enum AcceptedLanguage {
  private static let limit = 32

  /// The position of the best language by the lookup of RFC 4647 (`de-AT` finds `de`); nil if none is wanted.
  /// The first of equal weights counts; `*` names none.
  static func best(of tags: [String], in header: UnsafeBufferPointer<UInt8>) -> Int? {
    var best: (position: Int, weight: Int)?
    var list = HeaderElements(header)
    for _ in 0..<limit {
      guard let (range, parameters) = list.next() else { break }
      guard let weight = HeaderText.weight(parameters), weight > best?.weight ?? 0,
        let position = position(of: range, among: tags)
      else { continue }
      best = (position, weight)
      // None can be wanted more.
      if weight == 1_000 { break }
    }
    return best?.position
  }

  /// The language of a range, which is cut from its end until one is found.
  private static func position(of range: UnsafeBufferPointer<UInt8>, among tags: [String]) -> Int? {
    var count = range.count
    while true {
      let found = tags.firstIndex { tag in
        tag.utf8.count == count && tag.utf8.elementsEqual(range[..<count]) { $0 | 0x20 == $1 | 0x20 }
      }
      if let found { return found }
      guard let hyphen = range[..<count].lastIndex(of: UInt8(ascii: "-")) else { return nil }
      count = hyphen
    }
  }
}

/// Whether a browser takes gzip, from its `Accept-Encoding` (RFC 9110, section 12.5.3).
enum AcceptedEncoding {
  /// True where `gzip` or, without it, `*` stands in the list with a weight above zero.
  static func allowsGzip(_ header: UnsafeBufferPointer<UInt8>) -> Bool {
    var allowsAny = false
    var list = HeaderElements(header)
    while let (coding, parameters) = list.next() {
      if HeaderText.equals(coding, "gzip") { return HeaderText.weight(parameters) != 0 }
      if HeaderText.equals(coding, "*") { allowsAny = HeaderText.weight(parameters) != 0 }
    }
    return allowsAny
  }
}
