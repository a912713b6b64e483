import HTTPServer

/// Whether a change was asked for by a page of ours, so that no foreign page can make one in a visitor's name.
enum SameOrigin {
  /// Each of `Origin` and `Sec-Fetch-Site` that is there must name this server; without both `Referer` must.
  ///
  /// Hosts are compared with their ports. Where the browser is known to speak TLS it must have done so on the
  /// page as well; otherwise either will do: behind a proxy that is not trusted nothing is known.
  static func allows(_ request: Request) -> Bool {
    guard let host = request.host.map(authority) else { return false }
    let isSecure = request.isSecure
    let origin = request.header("Origin")
    let site = request.header("Sec-Fetch-Site")
    if let origin, self.host(ofAddress: origin, isWhole: true, isSecure) != host { return false }
    if let site, site != "same-origin" { return false }
    if origin != nil || site != nil { return true }
    return request.header("Referer").flatMap { self.host(ofAddress: $0, isWhole: false, isSecure) } == host
  }

  /// Host and port of an http or https address, without a port that its scheme has anyway.
  private static func host(ofAddress address: String, isWhole: Bool, _ isSecure: Bool) -> String? {
    let schemes = [("https://", ":443")] + (isSecure ? [] : [("http://", ":80")])
    for (scheme, port) in schemes where address.hasPrefix(scheme) {
      let rest = address.dropFirst(scheme.count)
      let host = rest.prefix { !"/?#".contains($0) }
      guard !host.isEmpty, !isWhole || host.count == rest.count else { return nil }
      return authority(String(host.hasSuffix(port) ? host.dropLast(port.count) : host))
    }
    return nil
  }

  /// As it is compared: a browser leaves a default port out of both headers, other clients may not.
  private static func authority(_ host: String) -> String {
    let host = host.lowercased()
    for port in [":80", ":443"] where host.hasSuffix(port) { return String(host.dropLast(port.count)) }
    return host
  }
}
