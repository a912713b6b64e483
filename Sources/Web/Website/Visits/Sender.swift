import HTTPServer
import System

/// The sender of a request: the connection and the abilities of the browser, as far as answers depend on them.
struct Sender: Sendable {
  /// Numeric address of the client.
  let peer: String
  let isSecure: Bool
  let isGzipped: Bool
  /// Whether the browser says that it shows WebP; read for pictures only.
  let takesWebP: Bool
  /// Whether it is a browser that asks for a page.
  let takesPages: Bool
  /// Whether the request came from where the metrics may be read.
  let isScraper: Bool
  /// Whether the visitor may know the addresses of this machine besides the one that was used.
  let isFromInside: Bool
  /// Scheme and host under which the visitor reached this server.
  let origin: String

  init(_ request: Request, _ route: Route, _ reports: OperatorReports?) {
    (peer, isSecure) = (request.peer, request.isSecure)
    isGzipped = request.withList("Accept-Encoding", AcceptedEncoding.allowsGzip) ?? false
    func takes(_ type: StaticString) -> Bool {
      request.withHeader("Accept") { HeaderText.contains($0, type) } ?? false
    }
    (takesWebP, takesPages) = (route == .picture && takes("image/webp"), takes("text/html"))
    isScraper = route.needs.contains(.scraper) && reports?.isScraper(request) == true
    isFromInside = route.needs.contains(.inside) && request.isFromInside
    origin = Origin.text(host: request.host ?? "localhost", isSecure: request.isSecure)
  }
}

/// The scheme and host under which a visitor reached this server, for the few addresses that must be whole.
struct Origin: Sendable, Hashable {
  /// `http://192.168.1.20:8080`, without a slash at the end.
  let text: String
  /// The host without its port; nil for one that cannot be read.
  let host: String?

  init(text: String) {
    self.text = text
    host = HostName.parse(text.drop { $0 != "/" }.drop { $0 == "/" }.utf8)
  }

  /// Whether only this machine reaches the server there.
  var isLoopback: Bool { host.map(HostName.isLoopback) ?? true }

  /// The text of an origin, without the scheme's own port, which proxies often name.
  static func text(host: String, isSecure: Bool) -> String {
    let (scheme, port) = isSecure ? ("https://", ":443") : ("http://", ":80")
    return scheme + (host.hasSuffix(port) ? host.dropLast(port.count) : host[...])
  }
}

extension Request {
  /// Whether it came through a proxy, on this machine or elsewhere.
  var isForwarded: Bool { Self.proxyHeaders.contains { withHeader($0) { _ in true } ?? false } }

  /// Whether it came straight from this machine or from one in the same networks.
  var isFromInside: Bool { !isForwarded && IPAddress(peer)?.isLocal == true }

  /// Headers that proxies add; some proxies name their client in one of these only.
  private static let proxyHeaders: [StaticString] = [
    "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP",
    "CF-Connecting-IP",
  ]
}

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

  /// Path and query of an address with the request's scheme, host and port; nil for another.
  static func target(of address: String, _ request: Request) -> String? {
    guard isOurs(address, isWhole: false, request) else { return nil }
    let path = address.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
    return String(path.prefix { $0 != "#" })
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
