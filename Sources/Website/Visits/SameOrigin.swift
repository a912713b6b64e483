import HTTPServer

/// Whether a change was asked for by a page of ours, so that no foreign page can make one in a visitor's name.
enum SameOrigin {
  /// Each of `Origin` and `Sec-Fetch-Site` that is there must name this server; without both `Referer` must.
  ///
  /// Hosts are compared with their ports. Where the browser is known to speak TLS it must have done so on the
  /// page as well; otherwise either will do: behind a proxy that is not trusted nothing is known.
  static func allows(_ request: Request) -> Bool {
    guard let host = request.host else { return false }
    let isSecure = request.isSecure
    func isOurs(_ address: String, isWhole: Bool) -> Bool {
      names(host, address, isWhole: isWhole, isSecure: isSecure)
    }
    let origin = request.header("Origin")
    let site = request.header("Sec-Fetch-Site")
    if let origin, !isOurs(origin, isWhole: true) { return false }
    if let site, site != "same-origin" { return false }
    if origin != nil || site != nil { return true }
    return request.header("Referer").map { isOurs($0, isWhole: false) } ?? false
  }

  /// Whether an http or https address names this host and port. A port that the address's scheme has anyway may
  /// be left out of both: a browser does, other clients may not.
  private static func names(_ host: String, _ address: String, isWhole: Bool, isSecure: Bool) -> Bool {
    let schemes = [("https://", ":443")] + (isSecure ? [] : [("http://", ":80")])
    guard let (scheme, port) = schemes.first(where: { address.hasPrefix($0.0) }) else { return false }
    let rest = address.dropFirst(scheme.count)
    let other = rest.prefix { !"/?#".contains($0) }
    func plain(_ host: some StringProtocol) -> String {
      let host = host.lowercased()
      return host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
    }
    return !other.isEmpty && (!isWhole || other.count == rest.count) && plain(other) == plain(host)
  }
}
