import HTTPServer

/// Whether a page of ours requested a change, so that no foreign page can make one in a visitor's name.
enum SameOrigin {
  /// Each of `Origin` and `Sec-Fetch-Site` that is there must name this server; without both `Referer` must.
  static func allows(_ request: Request) -> Bool {
    let origin = request.header("Origin")
    let site = request.header("Sec-Fetch-Site")
    if let site, site != sameOrigin { return false }
    if let origin { return isOurs(origin, isWhole: true, request) }
    if site != nil { return true }
    return request.header("Referer").map { isOurs($0, isWhole: false, request) } ?? false
  }

  private static let sameOrigin = "same-origin"

  /// Whether an address has the request's scheme, host and port; the scheme's own port may be left out.
  private static func isOurs(_ address: String, isWhole: Bool, _ request: Request) -> Bool {
    let isSecure = address.hasPrefix("https://")
    guard let host = request.host?.lowercased(), isSecure || address.hasPrefix("http://"),
      isSecure ? isOverTLS(request) : !request.isSecure
    else { return false }
    let rest = address.dropFirst(isSecure ? 8 : 7)
    let named = rest.prefix { !"/?#".contains($0) }
    guard !named.isEmpty, !isWhole || named.count == rest.count else { return false }
    return Origin.text(host: named.lowercased(), isSecure: isSecure)
      == Origin.text(host: host, isSecure: isSecure)
  }

  /// Whether the browser spoke TLS with this server or with a proxy before it, which may not be trusted.
  ///
  /// Browsers send `Sec-Fetch-Site` to secure addresses only, and no foreign page can make them send a header
  /// of a proxy: so neither comes with a form of `https://host` that leads to `http://host`.
  private static func isOverTLS(_ request: Request) -> Bool {
    request.isSecure || request.header("Sec-Fetch-Site") == sameOrigin
      || request.header("X-Forwarded-Proto") == "https"
  }
}
