extension Site {
  /// Headers that every answer of this site carries, the server's own refusals included.
  public static let headers: [(String, String)] = [
    ("Content-Security-Policy", contentPolicy()),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// What a page may load and where its forms may lead: to this site, and to these origins.
  static func contentPolicy(formTargets: [String] = [], frames: [String] = []) -> String {
    let forms = ["'self'"] + formTargets
    var policy =
      "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
      + "manifest-src 'self'; form-action \(forms.joined(separator: " ")); base-uri 'none'; frame-ancestors 'none'"
    if !frames.isEmpty { policy += "; frame-src \(frames.joined(separator: " "))" }
    return policy
  }
}
