import Favorites
import HTTPServer

/// The cookie that a browser is known by; each show has its own, so that several on one host do not mix, and so
/// has a kiosk, where it ends with the browser.
struct VisitorCookie: Sendable {
  /// Seconds: a year.
  private static let age = 31_536_000

  private let name: String
  private let nameBytes: [UInt8]
  private let path: String
  private let key: @Sendable () -> VisitorKey?
  private let isOfKiosk: Bool

  /// - Parameters:
  ///   - show: its slug.
  ///   - key: signs the value; nil as long as it is not known.
  init(
    show: String, base: String, key: @escaping @autoclosure @Sendable () -> VisitorKey?,
    isOfKiosk: Bool = false
  ) {
    self.key = key
    name = "dramatis-\(isOfKiosk ? "kiosk-" : "")\(PercentCoding.encode(show))"
    nameBytes = Array(name.utf8)
    path = "\(base)/"
    self.isOfKiosk = isOfKiosk
  }

  /// The value of `Set-Cookie`, which makes the visitor known for another year.
  ///
  /// - Parameter isSecure: whether the browser speaks TLS; it then sends the cookie over nothing else. The
  ///   name stays the same, so that who comes from http keeps the favorites.
  func header(_ visitor: VisitorID, isSecure: Bool) -> String {
    "\(name)=\(value(visitor)); Path=\(path)\(isOfKiosk ? "" : "; Max-Age=\(Self.age)")"
      + "; HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` that makes the visitor unknown.
  var removal: String { "\(name)=; Path=\(path); Max-Age=0; HttpOnly; SameSite=Lax" }

  /// The signed id, and where a store has versions, the one that the browser sees with this answer.
  private func value(_ visitor: VisitorID) -> String {
    let text = key()?.text(of: visitor) ?? visitor.digits
    return visitor.seen == 0 ? text : "\(text)-\(visitor.seen)"
  }

  private func visitor(_ value: UnsafeBufferPointer<UInt8>) -> VisitorID? {
    guard let key = key() else { return .unchecked }
    guard let dash = value.firstIndex(of: UInt8(ascii: "-")) else { return key.visitor(value) }
    let version = Int(String(decoding: value[(dash + 1)...], as: UTF8.self))
    guard var visitor = key.visitor(UnsafeBufferPointer(rebasing: value[..<dash])), let version, version > 0
    else { return nil }
    visitor.seen = version
    return visitor
  }

  /// Who sends a request: the first cookie of this name with a valid value; nil if there is none.
  func visitor(of request: Request) -> VisitorID? {
    request.withCookies { CookieHeader.first(nameBytes, in: $0, visitor) } ?? nil
  }
}
