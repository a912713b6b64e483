import Glibc

/// The cookies of a request, as `Cookie` holds them (RFC 6265, section 4.2).
enum CookieHeader {
  /// What the first cookie of a name gives that `read` takes; quotes around a value are left out.
  static func first<Value>(
    _ name: [UInt8], in header: UnsafeBufferPointer<UInt8>, _ read: (UnsafeBufferPointer<UInt8>) -> Value?
  ) -> Value? {
    var start = 0
    while start < header.count {
      var end = start
      while end < header.count, header[end] != UInt8(ascii: ";") { end += 1 }
      if let value = value(of: name, pair: HeaderText.trimmed(header, start, end)).flatMap(read) {
        return value
      }
      start = end + 1
    }
    return nil
  }

  private static func value(
    of name: [UInt8], pair: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    guard pair.count > name.count, pair[name.count] == UInt8(ascii: "="), let start = pair.baseAddress,
      memcmp(start, name, name.count) == 0
    else { return nil }
    let value = UnsafeBufferPointer(rebasing: pair[(name.count + 1)...])
    let isQuoted = value.count > 1 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
    return isQuoted ? UnsafeBufferPointer(rebasing: value.dropFirst().dropLast()) : value
  }
}
