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
  private let key: VisitorKey
  private let isOfKiosk: Bool

  /// - Parameters:
  ///   - show: its slug.
  ///   - key: signs the value.
  init(show: String, base: String, key: VisitorKey, isOfKiosk: Bool = false) {
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
    "\(name)=\(key.text(of: visitor)); Path=\(path)\(isOfKiosk ? "" : "; Max-Age=\(Self.age)")"
      + "; HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` that makes the visitor unknown.
  var removal: String { "\(name)=; Path=\(path); Max-Age=0; HttpOnly; SameSite=Lax" }

  /// Who sends a request: the first cookie of this name with a valid value; nil if there is none.
  func visitor(of request: Request) -> VisitorID? {
    request.withCookies { CookieHeader.first(nameBytes, in: $0, key.visitor) } ?? nil
  }
}
