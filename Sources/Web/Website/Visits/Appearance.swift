import HTTPServer

/// Light or dark pages, or the device's own appearance.
enum Appearance: String, Sendable, CaseIterable {
  case system, light, dark

  /// The cookie that holds the choice; the same for all shows of a host.
  private static let name = "appearance"
  private static let nameBytes = Array(name.utf8)
  /// Seconds: a year.
  private static let age = 31_536_000

  /// The visitor's choice, else the device's.
  static func choice(in cookies: UnsafeBufferPointer<UInt8>) -> Appearance {
    CookieHeader.first(nameBytes, in: cookies) { value in
      allCases.first { value.elementsEqual($0.rawValue.utf8) }
    } ?? .system
  }

  /// The value of `Set-Cookie`; the device's own appearance needs no cookie.
  func cookie(base: String, isSecure: Bool) -> String {
    "\(Self.name)=\(rawValue); Path=\(base)/; Max-Age=\(self == .system ? 0 : Self.age); SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }
}

/// Sets the appearance that a visitor chooses, and redirects to the page where it was chosen.
enum AppearanceHandler {
  static func choose(_ visit: Visit) -> Reply {
    guard let form = visit.form else { return .refusal(403) }
    guard case .fields(let fields) = form.content, let appearance = fields["to"].flatMap(Appearance.init)
    else { return .refusal(400) }
    let cookie = appearance.cookie(base: visit.addresses.base, isSecure: visit.isSecure)
    // Without the script the page comes anew: it stands where the choice was made.
    return .redirect(to: "\(form.page(in: visit))#settings", headers: [("Set-Cookie", cookie)])
  }
}
