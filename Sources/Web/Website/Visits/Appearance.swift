import HTTPServer

/// Whether pages are light or dark, or as the device has it.
enum Appearance: String, Sendable, CaseIterable {
  case system, light, dark

  /// The cookie that holds what a visitor has chosen; the same for all shows of a host.
  private static let name = "appearance"
  private static let nameBytes = Array(name.utf8)
  /// Seconds: a year.
  private static let age = 31_536_000

  /// What the visitor has chosen, else what the device has.
  static func choice(for request: Request) -> Appearance {
    let chosen = request.withCookies { header in
      CookieHeader.first(nameBytes, in: header) { value in
        allCases.first { value.elementsEqual($0.rawValue.utf8) }
      }
    }
    return (chosen ?? nil) ?? .system
  }

  /// The value of `Set-Cookie`; what the device has needs no cookie.
  func cookie(base: String, isSecure: Bool) -> String {
    "\(Self.name)=\(rawValue); Path=\(base)/; Max-Age=\(self == .system ? 0 : Self.age); SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }
}
