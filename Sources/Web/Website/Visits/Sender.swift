import HTTPServer

/// The sender of a request: the connection and the abilities of the browser, as far as answers depend on them.
struct Sender: Sendable {
  /// Numeric address of the client.
  let peer: String
  let isSecure: Bool
  let isGzipped: Bool
  /// Whether the browser says that it shows WebP; read for pictures only.
  let takesWebP: Bool
  /// Whether the request came from where the metrics may be read.
  let isScraper: Bool
  /// Whether the visitor may know the addresses of this machine besides the one that was used.
  let isFromInside: Bool
  /// Scheme and host under which the visitor reached this server.
  let origin: String

  init(_ request: Request, _ route: Route, _ reports: OperatorReports?) {
    (peer, isSecure) = (request.peer, request.isSecure)
    isGzipped = request.withList("Accept-Encoding", AcceptedEncoding.allowsGzip) ?? false
    takesWebP = route == .picture && request.header("Accept")?.contains("image/webp") == true
    isScraper = route.needs.contains(.scraper) && reports?.isScraper(request) == true
    isFromInside = route.needs.contains(.inside) && request.isFromInside
    origin = Origin.text(host: request.host ?? "localhost", isSecure: request.isSecure)
  }
}
