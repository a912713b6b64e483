/// The choice of a language by `Accept-Language` (RFC 9110, section 12.5.4).
enum AcceptedLanguage {
  private static let limit = 32

  /// The position of the best language by the lookup of RFC 4647 (`de-AT` finds `de`); nil if none is wanted.
  /// The first of equal weights counts, and `*` stands for the first language that is not named.
  static func best(of tags: [String], in header: UnsafeBufferPointer<UInt8>) -> Int? {
    var best: (position: Int, weight: Int)?
    var anyWeight = 0
    var named: UInt64 = 0
    var list = HeaderElements(header)
    for _ in 0..<limit {
      guard let (range, parameters) = list.next() else { break }
      guard let weight = HeaderText.weight(parameters) else { continue }
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
