import Catalogs
import Favorites
import HTTPServer
import Text

/// A parsed request: the context of its handler.
struct Visit: Sendable {
  let site: Site
  let edition: Edition
  private let target: [UInt8]
  let match: RouteMatch
  let route: Route
  /// The name in the path: an entry's id, or a file's name.
  let name: String
  let isKiosk: Bool
  let sent: SentVisitor
  /// The visitor's favorites; nil if none are kept, the page shows none, or a disk has to be read first.
  private(set) var favorites: FavoriteList?
  /// Whether the visitor has favorites that cannot be read at the moment.
  private(set) var isWithoutFavorites: Bool
  let form: SentForm?
  /// Numeric address of the client.
  let peer: String
  let isSecure: Bool
  let isGzipped: Bool
  /// Whether the foot of a page says how old the data is.
  let isOld: Bool
  /// The day of the page; 0 for a page that is the same on all days.
  let day: Int
  let conditions: Conditions
  /// Whether the browser says that it shows WebP; read for pictures only.
  let isWebPTaken: Bool
  /// Whether the request came from where the metrics may be read.
  let isFromScraper: Bool
  /// Whether the visitor may know the addresses of this machine besides the one that was used.
  let isFromInside: Bool
  /// Scheme and host under which the visitor reached this server.
  let originText: String
  private let languagePosition: Int
  private let appearance: Appearance
  /// The view that the browser chose last; nil for the show's own.
  private let lastView: ListState.View?
  /// The rows that the browser chose last; nil for the show's own.
  private let lastRows: ListState.RowStyle?
  /// The order that the browser chose last; nil for the list's own.
  private let lastSort: FactSort?
  /// The state of the list that the browser chose last; nil for open.
  private let lastPane: Pane?

  init(_ request: Request, _ site: Site) {
    let edition = site.published.value
    let match = RouteMatch(request.target, request.method, below: site.addresses.baseBytes)
    let name = match.name.isEmpty ? "" : String(validating: match.name, as: UTF8.self)
    isKiosk = edition.context.show.isKiosk || match.namesKiosk
    route = name == nil || !site.has(match.route, in: edition, isKiosk: isKiosk) ? .unknown : match.route
    let needs = route.needs
    (self.site, self.edition, self.match, self.name) = (site, edition, match, name ?? "")
    target = request.target
    let tags = edition.context.assets.languages.tags
    let visitors = needs.isDisjoint(with: [.favorites, .store]) ? nil : site.visitors
    let isKiosk = isKiosk
    let cookies = request.withHeader("Cookie") { cookies in
      (
        language: SettingsCookie.language.value(among: tags, in: cookies),
        appearance: Appearance.choice(in: cookies),
        view: isKiosk ? nil : edition.context.viewCookie.value(in: cookies, ListState.View.init),
        rows: isKiosk ? nil : edition.context.rowsCookie.value(in: cookies, ListState.RowStyle.init),
        sort: isKiosk
          ? nil : edition.context.sortCookie.value(in: cookies, edition.context.catalog.sort(named:)),
        pane: isKiosk ? nil : Pane.choice(in: cookies),
        sent: visitors?.visitor(in: cookies, ofKiosk: isKiosk) ?? SentVisitor()
      )
    }
    if let chosen = cookies?.language {
      languagePosition = chosen
    } else {
      let wanted = request.withList("Accept-Language") { AcceptedLanguage.best(of: tags, in: $0) }
      languagePosition = (wanted ?? nil) ?? Languages.english
    }
    appearance = cookies?.appearance ?? .system
    lastView = needs.contains(.language) ? cookies?.view : nil
    lastRows = needs.contains(.language) ? cookies?.rows : nil
    lastSort = needs.contains(.language) ? cookies?.sort : nil
    let hasPane = needs.contains(.language) && AddressWord.pane.isFree(in: edition.context.catalog)
    lastPane = hasPane ? cookies?.pane : nil
    sent = cookies?.sent ?? SentVisitor()
    isWithoutFavorites = sent.isAmbiguous
    favorites =
      needs.contains(.favorites) && !sent.isAmbiguous
      ? visitors.flatMap { [sent] in $0.remembered(sent.id) } : nil
    originText = Origin.text(host: request.host ?? "localhost", isSecure: request.isSecure)
    isGzipped = request.withList("Accept-Encoding", AcceptedEncoding.allowsGzip) ?? false
    isOld = edition.isOld
    day = needs.contains(.day) ? edition.today : 0
    form = request.method == .post ? SentForm(request) : nil
    (peer, isSecure) = (request.peer, request.isSecure)
    conditions = Conditions(request, hasParts: route == .picture)
    isWebPTaken = route == .picture && request.header("Accept")?.contains("image/webp") == true
    isFromScraper = needs.contains(.scraper) && site.reports?.isScraper(request) == true
    isFromInside = needs.contains(.inside) && request.isFromInside
  }

  var context: PageContext {
    var context = edition.context.inLanguage(languagePosition, appearance, lastSort: nextSort)
    context.lastView = namedView ?? lastView
    context.looks = context.looks.with(rows: namedRows ?? lastRows)
    return isKiosk ? context.atKiosk : context
  }

  var addresses: Addresses { context.addresses }
  var language: Language { edition.context.assets.languages[languagePosition] }
  /// Nil for a browser that has no favorites yet.
  var visitor: VisitorID? { sent.id }
  var origin: Origin { Origin(text: originText) }
  /// The name that the browser asked for, without a port.
  var hostName: String { origin.host ?? "" }
  /// The origin for other devices; nil if only this machine itself reaches the show. May wait.
  var sharedOrigin: Origin? {
    if isFromInside { return site.reachable.best(for: origin) }
    return origin.isLoopback ? nil : origin
  }
  /// All origins of this server that the visitor may know. May wait.
  var reachableOrigins: [Origin] { isFromInside ? site.reachable.all : [] }

  var query: QueryReader { QueryReader(match.query) }
  var state: ListState {
    let state = ListState(query, textLimit: textLimit, of: edition.context.catalog)
    let view = isKiosk ? .grid : state.view ?? lastView
    let looks = edition.context.looks
    let rows = looks.with(rows: namedRows).rows
    let pane = state.pane ?? (state.asksForList ? nil : lastPane)
    return state.with(\.view, view == looks.view ? nil : view).with(\.rows, rows == looks.rows ? nil : rows)
      .with(\.pane, isKiosk ? nil : pane)
  }

  private var namedView: ListState.View? { query["view"].flatMap(ListState.View.init) }
  private var namedRows: ListState.RowStyle? {
    isKiosk ? nil : query[.rows, in: edition.context.catalog].flatMap(ListState.RowStyle.init)
  }

  /// The cookies that keep the choices in the address of a list or an entry; none for the last ones.
  var choiceHeaders: [(String, String)] {
    guard [.list, .results, .entry].contains(route), site.shelf == nil, !isKiosk else { return [] }
    let (context, looks) = (edition.context, edition.context.looks)
    let view = cookie(context.viewCookie, namedView, last: lastView, own: looks.view)
    let rows = cookie(context.rowsCookie, namedRows, last: lastRows, own: looks.rows)
    let ofList = route == .entry ? [] : [view, rows, sortCookie]
    return (ofList + [paneCookie]).compactMap(\.self).map { ("Set-Cookie", $0) }
  }

  private var paneCookie: String? {
    guard route != .results, let pane = query[.pane, in: edition.context.catalog].flatMap(Pane.init),
      pane != lastPane ?? .open
    else { return nil }
    return pane.cookie(base: edition.context.addresses.base, isSecure: isSecure)
  }

  private func cookie<Choice: RawRepresentable<String> & Equatable>(
    _ cookie: SettingsCookie, _ chosen: Choice?, last: Choice?, own: Choice
  ) -> String? {
    guard route == .list, let chosen, chosen != last ?? own else { return nil }
    return setting(cookie, chosen.rawValue, isOwn: chosen == own)
  }

  /// The value of `Set-Cookie` that stores a choice; the show's own needs no cookie.
  func setting(_ cookie: SettingsCookie, _ value: String, isOwn: Bool) -> String {
    cookie.setting(value, isRemoved: isOwn, base: edition.context.addresses.base, isSecure: isSecure)
  }

  /// The order that the browser has after this page; nil for the list's own.
  private var nextSort: FactSort? {
    guard !isKiosk, query["sort"] != nil else { return lastSort }
    let catalog = edition.context.catalog
    let sort = ListState(query, of: catalog).sort
    return sort == catalog.sort ? nil : sort
  }

  /// The order of search results is not kept.
  private var sortCookie: String? {
    let catalog = edition.context.catalog
    guard let name = query["sort"], state.text.isEmpty, name == FactField.titleOrder || state.sort != nil
    else {
      return nil
    }
    let isOwn = state.sort == catalog.sort
    guard isOwn ? lastSort != nil : state.sort != lastSort else { return nil }
    return setting(edition.context.sortCookie, PercentCoding.encode(name), isOwn: isOwn)
  }

  /// The search text as it was sent, so that late answers can be told; cut like ``state``'s.
  var typed: String { query["q", textLimit] ?? "" }
  var textLimit: Int { edition.search == nil ? QueryReader.valueLimit : SearchHandler.textLimit }

  var needs: RouteNeeds { route.needs }

  var key: PageCache.Key {
    var key = PageCache.Key(target: target, isGzipped: isGzipped, isOld: isOld, day: day)
    if needs.contains(.language) { (key.language, key.appearance) = (languagePosition, appearance) }
    (key.view, key.rows, key.sort, key.pane) = (lastView, lastRows, lastSort, lastPane)
    if needs.contains(.origin) { key.origin = originText }
    key.favorites = favorites?.fingerprint ?? 0
    return key
  }

  /// Whether a disk has to be read to know the favorites.
  var isUnread: Bool { favorites == nil && visitor != nil && needs.contains(.favorites) }

  /// The same with the favorites, where a disk has to be read for them. May wait.
  var withFavorites: Visit {
    guard isUnread, let visitors = site.visitors, let visitor else { return self }
    var visit = self
    visit.favorites = visitors.list(of: visitor)
    visit.isWithoutFavorites = visit.favorites == nil
    return visit
  }

  /// The refusal of a page that shows nothing but favorites, where there are none to show.
  var refusalWithoutFavorites: Reply {
    if sent.isAmbiguous { return .refusal(409) }
    return isWithoutFavorites ? .refusal(503, sentence: language.text(.notReadable)) : .refusal(404)
  }
}
