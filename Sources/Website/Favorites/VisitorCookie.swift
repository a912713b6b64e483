import Favorites
import HTTPServer

/// The cookie that a browser is known by; each show has its own, so that several on one host do not mix.
struct VisitorCookie: Sendable {
  /// Seconds: a year.
  private static let age = 31_536_000

  private let name: String
  private let path: String

  /// - Parameter show: its slug.
  init(show: String, base: String) {
    name = "dramatis-\(PercentCoding.encode(show))"
    path = "\(base)/"
  }

  /// The value of `Set-Cookie`, which makes the visitor known for another year.
  ///
  /// - Parameter isSecure: whether the browser speaks TLS; it then sends the cookie over nothing else. The
  ///   name stays the same, so that who comes from http keeps the favorites.
  func header(_ visitor: VisitorID, isSecure: Bool) -> String {
    "\(name)=\(visitor.digits); Path=\(path); Max-Age=\(Self.age); HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }

  /// Who sends a request: the first cookie of this name with a valid value; nil where there is none.
  func visitor(of request: Request) -> VisitorID? {
    request.withHeader("Cookie", visitor) ?? nil
  }

  private func visitor(_ header: UnsafeBufferPointer<UInt8>) -> VisitorID? {
    var start = header.startIndex
    while start < header.endIndex {
      let end = header[start...].firstIndex(of: UInt8(ascii: ";")) ?? header.endIndex
      if let visitor = visitor(pair: header[start..<end]) { return visitor }
      start = end + 1
    }
    return nil
  }

  private func visitor(pair: Slice<UnsafeBufferPointer<UInt8>>) -> VisitorID? {
    let pair = Self.trimmed(pair)
    guard pair.starts(with: name.utf8) else { return nil }
    var value = pair.dropFirst(name.utf8.count)
    guard value.popFirst() == UInt8(ascii: "=") else { return nil }
    if value.count > 1, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
      value = value.dropFirst().dropLast()
    }
    return VisitorID(String(decoding: value, as: UTF8.self))
  }

  private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>>
  {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
    return text
  }
}
