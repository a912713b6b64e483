import Favorites
import HTTPServer
import System
import Templates

/// One request on its way to its answer: all that a handler needs to know, taken out of the request once.
struct Visit: Sendable {
  let site: Site
  let edition: Edition
  let route: Route
  /// The name in the path: an entry's id, or a file's name.
  let name: String
  let query: QueryReader
  /// What the pages are made of, in the visitor's language.
  let context: PageContext
  /// The visitor as the cookies tell.
  let sent: SentVisitor
  /// The visitor's favorites; nil if none are kept, or the page shows none.
  private(set) var favorites: FavoriteList?
  /// Whether the visitor has favorites that cannot be asked for at the moment.
  private(set) var isWithoutFavorites = false
  /// What a form or the script sent; nil for a page.
  let form: SentForm?
  /// Numeric address of whoever asks.
  let peer: String
  let isSecure: Bool
  private let match: RouteMatch
  private var key: PageCache.Key
  private let originText: String
  /// What the browser has already, and which part it wants.
  let conditions: Conditions
  /// Whether the browser says that it shows WebP; looked at for pictures only.
  let isWebPTaken: Bool
  /// Whether the request came from where the metrics may be read.
  let isFromScraper: Bool

  /// Whether the visitor may know the addresses of this machine besides the one that was used.
  private let isFromInside: Bool

  /// The version of the pictures before the answer looks at any.
  private let pictureVersion: Int

  init(
    _ request: Request, _ match: RouteMatch, _ route: Route, key: PageCache.Key, _ asker: Asker,
    _ edition: Edition, _ site: Site, isKiosk: Bool, sent: SentVisitor, favorites: FavoriteList?
  ) {
    let name = String(validating: match.name, as: UTF8.self)
    self.route = name == nil ? .unknown : route
    self.name = name ?? ""
    self.match = match
    self.key = key
    self.edition = edition
    pictureVersion = edition.pictures?.version ?? 0
    self.site = site
    self.sent = sent
    self.favorites = favorites
    isWithoutFavorites = sent.isAmbiguous
    query = QueryReader(match.query)
    let needs = route.needs
    let context = edition.context.inLanguage(asker.language, asker.appearance)
    self.context = isKiosk ? context.atKiosk : context
    originText = asker.origin
    conditions = Conditions(request)
    form = request.method == .post ? SentForm(request) : nil
    isWebPTaken = route == .picture && request.header("Accept")?.contains("image/webp") == true
    peer = request.peer
    isSecure = request.isSecure
    isFromInside = needs.contains(.inside) && request.isFromInside
    isFromScraper = needs.contains(.scraper) && site.reports?.isScraper(request) == true
  }

  var addresses: Addresses { context.addresses }
  /// Nil for a browser that has no favorites yet.
  var visitor: VisitorID? { sent.id }
  var language: Language { context.language }
  var origin: Origin { Origin(text: originText) }
  /// The name that the browser asked for, without a port.
  var hostName: String {
    let host = originText.drop { $0 != "/" }.drop { $0 == "/" }
    return HostName.parse(Array(host.utf8)) ?? ""
  }
  /// Where another device is sent; nil if only this machine itself reaches the show. May wait.
  var sharedOrigin: Origin? {
    if isFromInside { return site.reachable.best(for: origin) }
    return origin.isLoopback ? nil : origin
  }
  /// All ways here that the visitor may know. May wait.
  var reachableOrigins: [Origin] { isFromInside ? site.reachable.all : [] }
  var state: ListState {
    let state = ListState(query, textLimit: textLimit, of: context.catalog)
    return isKiosk ? state.with(\.view, .grid) : state
  }
  var isKiosk: Bool { addresses.venue == .kiosk }
  /// The search text as it was sent, so that whoever asks can tell late answers; cut like ``state``'s.
  var typed: String { query["q", textLimit] ?? "" }
  /// Bytes of a search text.
  var textLimit: Int { edition.search == nil ? QueryReader.valueLimit : SearchHandler.textLimit }
  var isOld: Bool { key.isOld }
  /// The day that the page is of.
  var day: Int { key.day }
  var isGzipped: Bool { key.isGzipped }

  // MARK: Answering

  /// The answer for a thread that may wait.
  var response: Response {
    var visit = self
    if isUnread, let visitors = site.visitors, let visitor {
      let list = visitors.list(of: visitor)
      visit.favorites = list
      visit.isWithoutFavorites = list == nil
      visit.key.favorites = list?.fingerprint ?? 0
    }
    if route.needs.contains(.kept), !visit.isWithoutFavorites, let page = edition.kept(visit.key) {
      return response(page)
    }
    return route.handler(visit).response
  }

  /// Whether a disk has to be read to know the favorites.
  var isUnread: Bool { favorites == nil && visitor != nil && route.needs.contains(.favorites) }

  // MARK: Answers

  /// A page as the route wants it: chosen by the language where it has words, and the visitor's own where it
  /// shows favorites.
  func page(
    _ type: MediaType, _ body: [UInt8], effort: Gzip.Effort = .usual, caching: String = "no-cache",
    headers: [(String, String)] = []
  ) -> ReadyPage {
    let hasWords = route.needs.contains(.language)
    let isOwn = favorites?.isEmpty == false || !markHeaders.isEmpty
    // A kiosk's browser keeps nothing of a visitor.
    let isUnkept = isWithoutFavorites || (isOwn && isKiosk)
    return ReadyPage(
      type: type, body: body, isGzipped: key.isGzipped, effort: isOwn ? .quick : effort,
      caching: isUnkept ? "no-store" : isOwn ? "private, no-cache" : caching,
      vary: hasWords ? "Accept-Encoding, Accept-Language, Cookie" : "Accept-Encoding",
      headers: (headers.isEmpty ? ownHeaders(type) : headers) + markHeaders)
  }

  /// A page of a template.
  func page<Model>(
    _ template: Template<Model>, _ model: Model, effort: Gzip.Effort = .quick,
    headers: [(String, String)] = []
  ) -> ReadyPage {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 << 10)
    template.render(model, into: &bytes)
    return page(.html, bytes, effort: effort, headers: headers)
  }

  /// The page, kept where the route wants it.
  /// - Parameter awaitsPictures: whether it is another one once more pictures are here.
  func send(_ page: ReadyPage, awaitsPictures: Bool = false) -> Answer {
    if route.needs.contains(.kept), !isWithoutFavorites {
      edition.keep(
        page, for: key, isRare: !state.filters.isEmpty, pictures: awaitsPictures ? pictureVersion : nil)
    }
    return .now(response(page))
  }

  /// The page, or "not modified" if the browser has just this one.
  func response(_ page: ReadyPage) -> Response { page.response(to: conditions) }

  /// What is sent once and kept by nobody, such as a refusal.
  func unkept(_ status: Int, _ type: MediaType, _ body: [UInt8]) -> Response {
    ReadyPage(
      status: status, type: type, body: body, isGzipped: type == .html && key.isGzipped,
      headers: ownHeaders(type) + headers(for: status)
    ).whole
  }

  private func headers(for status: Int) -> [(String, String)] {
    switch status {
    case 405: [("Allow", match.allowed.header)]
    case 503: [("Retry-After", "\(Self.retryAfter)")]
    default: []
    }
  }

  private func ownHeaders(_ type: MediaType) -> [(String, String)] {
    type == .html ? context.assets.pageHeaders : []
  }

  /// The visitor's mark, for pages that a browser may keep as long as it has the visitor's cookie.
  private var markHeaders: [(String, String)] {
    guard !isKiosk, form == nil, route.needs.contains(.store), let visitor, let visitors = site.visitors
    else { return [] }
    let cookie = visitors.cookie(ofKiosk: false).mark(visitor, isSecure: isSecure || sent.isBound)
    return [("Visitor-Mark", VisitorCookie.mark(of: visitor)), ("Set-Cookie", cookie)]
  }

  /// Leads to another page of ours, or further.
  func lead(_ status: Int = 303, to address: String, headers: [(String, String)] = []) -> Answer {
    .now(
      Response(
        status: status, headers: [("Location", address), ("Cache-Control", "no-store")] + headers, body: []))
  }

  /// Refuses in words: a page for visitors, a problem for the script, a line for those who run the show.
  func refuse(_ status: Int, sentence: String? = nil) -> Answer { .now(refusal(status, sentence: sentence)) }

  /// Refuses what is made of nothing but favorites.
  func refuseWithoutFavorites() -> Answer {
    if sent.isAmbiguous { return refuse(409) }
    return isWithoutFavorites ? refuse(503, sentence: language.text(.notReadable)) : refuse(404)
  }

  /// Seconds after which it is worth asking again for what is out of reach.
  private static let retryAfter = 5

  func refusal(_ status: Int, sentence: String? = nil) -> Response {
    if match.isForOperators { return OperatorReportsHandler.refusal(status, allowed: match.allowed.header) }
    if let form, form.isForScript, route.needs.contains(.store) {
      let words = language.error(status)
      return problem(status, words.heading, sentence ?? words.sentence)
    }
    let page = ErrorPage(context, status, sentence: sentence, wayOut: status == 409 ? wayOut : nil)
    return unkept(status, .html, page.bytes)
  }

  /// Refuses a request that names another machine, and says to visitors from inside where this one is.
  ///
  /// A page that reached it by a name of its own learns no more than the number that it gave that name.
  func refusalOfHost(isFromInside: Bool) -> Response {
    guard isFromInside, !match.isForOperators, let elsewhere = site.invitation else { return refusal(421) }
    return unkept(421, .html, ErrorPage(context, 421, elsewhere: elsewhere).bytes)
  }

  /// A fault as scripts read it (RFC 9457).
  func problem(_ status: Int, _ title: String, _ detail: String) -> Response {
    unkept(status, .problem, EntriesJSON.problem(status, title, detail: detail))
  }
}
