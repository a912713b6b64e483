/// Whether a browser takes gzip, from its `Accept-Encoding` (RFC 9110, section 12.5.3).
enum AcceptedEncoding {
  /// True where `gzip` or, without it, `*` stands in the list with a weight above zero.
  static func allowsGzip(_ header: UnsafeBufferPointer<UInt8>) -> Bool {
    var allowsAny = false
    for element in header.split(separator: UInt8(ascii: ",")) {
      let parts = element.split(separator: UInt8(ascii: ";"), maxSplits: 1)
      guard let coding = parts.first.map(CookieHeader.trimmed) else { continue }
      let isRefused = parts.count > 1 && isZero(CookieHeader.trimmed(parts[1]))
      if coding.elementsEqual("gzip".utf8, by: { $0 | 0x20 == $1 }) { return !isRefused }
      if coding.elementsEqual("*".utf8) { allowsAny = !isRefused }
    }
    return allowsAny
  }

  /// `q=0`, `q=0.0` and so on.
  private static func isZero(_ weight: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = weight.first, first | 0x20 == UInt8(ascii: "q"),
      weight.dropFirst().first == UInt8(ascii: "=")
    else { return false }
    let digits = weight.dropFirst(2)
    return digits.first == UInt8(ascii: "0")
      && digits.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
  }
}
