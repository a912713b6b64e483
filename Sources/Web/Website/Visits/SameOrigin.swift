import HTTPServer

/// Whether a change was asked for by a page of ours, so that no foreign page can make one in a visitor's
/// name.
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
  private static let secure = (start: "https://", port: ":443")
  private static let plain = (start: "http://", port: ":80")

  /// Whether an address has the scheme, the host and the port that the request was sent to. A port that the
  /// scheme has anyway may be left out: browsers do so, other clients may not.
  private static func isOurs(_ address: String, isWhole: Bool, _ request: Request) -> Bool {
    guard let host = request.host?.lowercased(),
      let scheme = [secure, plain].first(where: { address.hasPrefix($0.start) })
    else { return false }
    guard scheme == secure ? isOverTLS(request) : !request.isSecure else { return false }
    let rest = address.dropFirst(scheme.start.count)
    let named = rest.prefix { !"/?#".contains($0) }
    guard !named.isEmpty, !isWhole || named.count == rest.count else { return false }
    return leavingOut(scheme.port, of: named.lowercased()) == leavingOut(scheme.port, of: host)
  }

  /// Whether the browser spoke TLS with this server or with a proxy before it, which may not be trusted.
  ///
  /// Browsers send `Sec-Fetch-Site` to secure addresses only, and no foreign page can make them send a header
  /// of a proxy: so neither comes with a form of `https://host` that leads to `http://host`.
  private static func isOverTLS(_ request: Request) -> Bool {
    request.isSecure || request.header("Sec-Fetch-Site") == sameOrigin
      || request.header("X-Forwarded-Proto") == "https"
  }

  private static func leavingOut(_ port: String, of host: String) -> Substring {
    host.hasSuffix(port) ? host.dropLast(port.count) : host[...]
  }
}
