/// Which of some languages a browser wants, from its `Accept-Language` (RFC 9110, section 12.5.4).
enum AcceptedLanguage {
  /// Ranges that are looked at; browsers send a handful.
  private static let limit = 32

  /// The position of the best language by the lookup of RFC 4647, section 3.4: `de-AT` finds `de`.
  ///
  /// The first of several with the same weight counts, and `*` stands for the first language that is not
  /// named. Nil if none is wanted. Cost: far under a microsecond; nothing is copied.
  static func best(of tags: [String], in header: UnsafeBufferPointer<UInt8>) -> Int? {
    var best: (position: Int, weight: Int)?
    var anyWeight = 0
    var named: UInt64 = 0
    var list = HeaderElements(header)
    for _ in 0..<limit {
      guard let (range, parameters) = list.next() else { break }
      guard let weight = weight(parameters) else { continue }
      if HeaderText.equals(range, "*") {
        anyWeight = max(anyWeight, weight)
      } else if let position = position(of: range, among: tags) {
        named |= 1 << UInt64(truncatingIfNeeded: position)
        if weight > best?.weight ?? 0 { best = (position, weight) }
        // None can be wanted more.
        if weight == 1_000 { break }
      }
    }
    if anyWeight > best?.weight ?? 0,
      let free = tags.indices.first(where: { named & (1 << UInt64(truncatingIfNeeded: $0)) == 0 })
    {
      return free
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

  /// Thousandths, 1000 if none is given; nil if it is none.
  private static func weight(_ parameter: UnsafeBufferPointer<UInt8>) -> Int? {
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

/// Whether a browser takes gzip, from its `Accept-Encoding` (RFC 9110, section 12.5.3).
enum AcceptedEncoding {
  /// True where `gzip` or, without it, `*` stands in the list with a weight above zero.
  static func allowsGzip(_ header: UnsafeBufferPointer<UInt8>) -> Bool {
    var allowsAny = false
    var list = HeaderElements(header)
    while let (coding, parameters) = list.next() {
      if HeaderText.equals(coding, "gzip") { return !isZero(parameters) }
      if HeaderText.equals(coding, "*") { allowsAny = !isZero(parameters) }
    }
    return allowsAny
  }

  /// `q=0`, `q=0.0` and so on.
  private static func isZero(_ weight: UnsafeBufferPointer<UInt8>) -> Bool {
    guard weight.count > 2, weight[0] | 0x20 == UInt8(ascii: "q"), weight[1] == UInt8(ascii: "="),
      weight[2] == UInt8(ascii: "0")
    else { return false }
    return weight[3...].allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
  }
}
