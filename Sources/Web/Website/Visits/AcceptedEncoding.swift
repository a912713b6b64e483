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
