import Configuration
import Favorites
public import HTTPServer
import Text

extension Site {
  /// The one way from a request to its answer. Waits for nothing: what may take long is left to a worker.
  public func answer(_ request: Request) -> Answer {
    let edition = published.value
    let match = RouteMatch(request.target, request.method, below: addresses.baseBytes)
    let isKiosk = edition.context.show.isKiosk || match.namesKiosk
    let route = isThere(match.route, in: edition, isKiosk: isKiosk) ? match.route : .unknown
    request.count(as: route.nameIndex)
    let needs = route.needs
    let asker = asker(of: request, needs, edition)
    let host = needs.contains(.anyHost) || asker.host != nil ? .own : hosts.verdict(on: request)

    var key = PageCache.Key(target: request.target, isGzipped: asker.isGzipped, isOld: edition.isOld)
    if needs.contains(.language) { (key.language, key.appearance) = (asker.language, asker.appearance) }
    if needs.contains(.day) { key.day = edition.today }
    if needs.contains(.origin) { key.origin = asker.origin }
    var sent = SentVisitor()
    var favorites: FavoriteList?
    if let visitors, !needs.isDisjoint(with: [.favorites, .store]) {
      sent = asker.visitor(isKiosk: isKiosk)
      favorites = needs.contains(.favorites) && !sent.isAmbiguous ? visitors.remembered(sent.id) : nil
      key.favorites = favorites?.fingerprint ?? 0
    }
    let isRead = !sent.isAmbiguous && (favorites != nil || sent.id == nil)
    if host == .own, isRead, needs.contains(.kept), let page = edition.kept(key) {
      return .now(page.response(to: request))
    }

    let visit = Visit(
      request, match, route, key: key, asker, edition, self, isKiosk: isKiosk, sent: sent,
      favorites: favorites)
    let isFromInside = host != .own && request.isFromInside
    switch host {
    case .own: return visit.answer(to: request)
    case .foreign: return .later { visit.refusalOfHost(isFromInside: isFromInside) }
    case .unknown(let name):
      return .later { [hosts] in
        if hosts.isOwn(afterLookingUp: name) { return visit.response }
        return visit.refusalOfHost(isFromInside: isFromInside)
      }
    }
  }

  /// Who asks; kept by the connection once the host was accepted.
  private func asker(of request: Request, _ needs: RouteNeeds, _ edition: Edition) -> Asker {
    if let known = request.reading as? Asker, known.isOf(edition, hosts) { return known }
    let (isAnybody, version) = (needs.contains(.anyHost), hosts.version)
    let asker = Asker(
      request, host: isAnybody ? nil : hosts.accepted(request), visitors: isAnybody ? nil : visitors, edition,
      hosts: version)
    if asker.host != nil { request.reading = asker }
    return asker
  }

  /// Whether a show of this kind has such pages.
  private func isThere(_ route: Route, in edition: Edition, isKiosk: Bool) -> Bool {
    let needs = route.needs
    if needs.contains(.ownDevice), isKiosk { return false }
    if needs.contains(.catalog), edition.search != nil || shelf != nil { return false }
    if needs.contains(.store), visitors == nil { return false }
    return !needs.contains(.operator) || reports != nil
  }

  /// What may be asked of a target, as the header `Allow` lists it.
  public func allowed(_ target: [UInt8]) -> String {
    let edition = published.value
    func takes(_ method: Method) -> Bool {
      let route = RouteMatch(target, method, below: addresses.baseBytes).route
      return route != .unknown && route != .otherMethod
        && isThere(route, in: edition, isKiosk: edition.context.show.isKiosk)
    }
    let allowed: RouteMatch.Allowed = takes(.post) ? (takes(.get) ? [.get, .post] : .post) : .get
    return allowed.header
  }

  /// The page for a refusal that the server makes itself.
  public func refusal(_ status: Int) -> Response {
    let edition = published.value
    if status == 503 { return edition.busyPage.value }
    return Self.refusal(status, ErrorPage(edition.context, status), edition.context)
  }

  /// The page of a show on the shelf that cannot be served.
  var refusalOfBrokenShow: Response {
    let context = published.value.context
    let (heading, reason) = (context.language.text(.notServed), context.language.text(.notServedReason))
    return Self.refusal(503, ErrorPage(context, 503, heading: heading, sentence: reason), context)
  }

  static func refusal(_ status: Int, _ page: ErrorPage, _ context: PageContext) -> Response {
    ReadyPage(
      status: status, type: .html, body: page.bytes, isGzipped: false,
      headers: context.assets.pageHeaders + Response.retryHeaders(status)
    ).whole
  }

  /// Leads a request that came over plain http to the same place over https; only under names of this machine.
  ///
  /// - Parameter port: where https is spoken.
  public func redirectToHTTPS(_ request: Request, port: UInt16) -> Answer {
    let refusal = self.refusal(421)
    guard let host = request.host.flatMap(HostName.withoutPort) else { return .now(refusal) }
    let target = PercentCoding.ascii(request.target)
    // The port is left out where https has it anyway; method and body stay.
    let address = "https://\(host)\(port == 443 ? "" : ":\(port)")\(target)"
    let redirect = Response(status: 308, headers: [("Location", address), ("Cache-Control", "no-store")])
    switch hosts.verdict(on: request) {
    case .own: return .now(redirect)
    case .foreign: return .now(refusal)
    case .unknown(let name):
      return .later { [hosts] in hosts.isOwn(afterLookingUp: name) ? redirect : refusal }
    }
  }

  // MARK: Headers

  /// What every answer of this site carries, the server's own refusals included; pages have a policy of their own.
  public static let headers: [(String, String)] = [
    ("Content-Security-Policy", PagePolicy().text()),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}
