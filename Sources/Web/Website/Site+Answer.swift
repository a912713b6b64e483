import Configuration
public import HTTPServer
import Text

extension Site {
  /// Answers a request. Waits for nothing: an answer that may take long is left to a worker.
  public func answer(_ request: Request) -> Answer {
    let call = Call(request, self)
    request.count(as: call.route.nameIndex)
    if call.needs.contains(.anyHost) || hosts.accepts(request) { return call.answer(to: request) }
    let visit = Visit(call)
    let isFromInside = request.isFromInside
    return .later { .now(visit.refusalOfHost(isFromInside: isFromInside)) }
  }

  func has(_ route: Route, in edition: Edition, isKiosk: Bool) -> Bool {
    let needs = route.needs
    if needs.contains(.ownDevice), isKiosk { return false }
    if needs.contains(.catalog), edition.search != nil || shelf != nil { return false }
    if needs.contains(.store), visitors == nil { return false }
    return !needs.contains(.operator) || reports != nil
  }

  /// The methods of a target, as the header `Allow` lists them.
  public func allowed(_ target: [UInt8]) -> String {
    let edition = published.value
    func takes(_ method: Method) -> Bool {
      let route = RouteMatch(target, method, below: addresses.baseBytes).route
      return route != .unknown && route != .otherMethod
        && has(route, in: edition, isKiosk: edition.context.show.isKiosk)
    }
    return takes(.post) ? (takes(.get) ? "GET, HEAD, POST" : "POST") : "GET, HEAD"
  }

  /// A refusal of a request that reaches no handler, in the language of its browser.
  public func refusal(_ status: Int, to request: Request) -> Response {
    let visit = Visit(Call(request, self))
    if status == 503 { return visit.edition.busyPages[visit.preferences.language].value }
    return Self.refusal(status, ErrorPage(visit.context, status), visit.context)
  }

  /// The page of a show on the shelf that cannot be served.
  var refusalOfBrokenShow: Response {
    let context = published.value.context
    let (heading, reason) = (context.language.text(.notServed), context.language.text(.notServedReason))
    return Self.refusal(503, ErrorPage(context, 503, heading: heading, sentence: reason), context)
  }

  static func refusal(_ status: Int, _ page: ErrorPage, _ context: PageContext) -> Response {
    .once(
      status, .html, page.bytes,
      headers: context.assets.pageHeaders(in: context.addresses) + Response.retryHeaders(status))
  }

  /// Redirects a request under a name of this machine to https, on this port.
  public func redirectToHTTPS(_ request: Request, port: UInt16) -> Answer {
    guard hosts.accepts(request), let host = request.host.flatMap(HostName.withoutPort) else {
      return .now(refusal(421, to: request))
    }
    let target = PercentCoding.ascii(request.target)
    // The port is left out where https has it anyway; method and body stay.
    let address = "https://\(host)\(port == 443 ? "" : ":\(port)")\(target)"
    return .now(Response(status: 308, headers: [("Location", address), ("Cache-Control", "no-store")]))
  }

  // MARK: Headers

  /// Headers of every answer, the server's refusals included; pages have a policy of their own.
  public static let headers: [(String, String)] = [
    ("Content-Security-Policy", PagePolicy().text()),
    ("X-Content-Type-Options", "nosniff"),
    // Crawlers read no robots.txt below a base path; a show that is open to them says so itself.
    ("X-Robots-Tag", "noindex"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}
