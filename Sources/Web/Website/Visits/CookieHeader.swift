import Glibc

/// The cookies of a request and of an answer (RFC 6265, sections 4.1 and 4.2).
enum CookieHeader {
  /// Seconds.
  static let year = 31_536_000

  /// A value of `Set-Cookie`.
  /// - Parameter age: in seconds; 0 removes the cookie, and nil ends it with the browser.
  static func setting(
    _ name: String, _ value: String, path: String, age: Int?, isForScripts: Bool = true, isSecure: Bool
  ) -> String {
    "\(name)=\(value); Path=\(path)\(age.map { "; Max-Age=\($0)" } ?? "")"
      + "\(isForScripts ? "" : "; HttpOnly"); SameSite=Lax\(isSecure ? "; Secure" : "")"
  }

  /// The result of `read` for the first cookie of a name for which it has one.
  static func first<Value>(
    _ name: [UInt8], in header: UnsafeBufferPointer<UInt8>, _ read: (UnsafeBufferPointer<UInt8>) -> Value?
  ) -> Value? {
    var found: Value?
    each(name, in: header) { value in
      found = read(value)
      return found == nil
    }
    return found
  }

  /// Calls `take` with the value of each cookie of a name, without quotes around it, until it returns false.
  static func each(
    _ name: [UInt8], in header: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    guard let bytes = header.baseAddress.map({ UnsafeRawPointer($0) }) else { return }
    var start = 0
    while start < header.count {
      let mark = memchr(bytes + start, Int32(UInt8(ascii: ";")), header.count - start)
      let end = mark.map { UnsafeRawPointer($0) - bytes } ?? header.count
      if let value = value(of: name, pair: HeaderText.trimmed(header, start, end)), !take(value) { return }
      start = end + 1
    }
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
