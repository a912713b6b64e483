/// The cookies of a request, as `Cookie` holds them (RFC 6265, section 4.2).
enum CookieHeader {
  /// What the first cookie of a name gives that `read` takes; quotes around a value are left out.
  static func first<Value>(
    _ name: String, in header: UnsafeBufferPointer<UInt8>,
    _ read: (Slice<UnsafeBufferPointer<UInt8>>) -> Value?
  ) -> Value? {
    var start = header.startIndex
    while start < header.endIndex {
      let end = header[start...].firstIndex(of: UInt8(ascii: ";")) ?? header.endIndex
      if let value = value(of: name, pair: header[start..<end]).flatMap(read) { return value }
      start = end + 1
    }
    return nil
  }

  private static func value(
    of name: String, pair: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>>? {
    let pair = trimmed(pair)
    guard pair.starts(with: name.utf8) else { return nil }
    var value = pair.dropFirst(name.utf8.count)
    guard value.popFirst() == UInt8(ascii: "=") else { return nil }
    if value.count > 1, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
      value = value.dropFirst().dropLast()
    }
    return value
  }

  /// Without the blanks at its ends.
  static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
    return text
  }
}
