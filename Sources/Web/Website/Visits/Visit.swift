import Catalogs
import Favorites
import HTTPServer
import Text

/// A parsed request: the context of its handler.
struct Visit: Sendable {
  let site: Site
  let edition: Edition
  let match: RouteMatch
  let route: Route
  /// The name in the path: an entry's id, or a file's name.
  let name: String
  let isKiosk: Bool
  let sender: Sender
  /// The choices of the browser, without those in the address.
  let preferences: Preferences
  let sent: SentVisitor
  /// The visitor's favorites as they are stored; nil if none are kept, the page shows none, or a disk has to be read
  /// first.
  private(set) var stored: FavoriteList?
  /// Whether the visitor has favorites that cannot be read at the moment.
  private(set) var isWithoutFavorites: Bool
  let form: SentForm?
  /// Whether the foot of a page says how old the data is.
  let isOld: Bool
  /// The day of the page; 0 for a page that is the same on all days.
  let day: Int
  let conditions: Conditions
  let target: [UInt8]
  /// Made once, and not for a cached page.
  private let asked: LazyValue<Asked>

  init(_ request: Request, _ site: Site) {
    let edition = site.published.value
    let match = RouteMatch(request.target, request.method, below: site.addresses.baseBytes)
    let name = match.name.isEmpty ? "" : String(validating: match.name, as: UTF8.self)
    let isKiosk = edition.context.show.isKiosk || match.namesKiosk
    route = name == nil || !site.has(match.route, in: edition, isKiosk: isKiosk) ? .unknown : match.route
    let needs = route.needs
    (self.site, self.edition, self.match, self.name) = (site, edition, match, name ?? "")
    (self.isKiosk, target) = (isKiosk, request.target)
    sender = Sender(request, route, site.reports)
    let visitors = needs.isDisjoint(with: [.favorites, .store]) ? nil : site.visitors
    let tags = edition.context.assets.languages.tags
    func accepted() -> Int {
      let best = request.withList("Accept-Language") { AcceptedLanguage.best(of: tags, in: $0) }
      return (best ?? nil) ?? Languages.english
    }
    let ofList = needs.contains(.language) && !isKiosk
    let cookies = request.withHeader("Cookie") { cookies in
      (
        preferences: Preferences(cookies, of: edition.context, ofList: ofList, language: accepted),
        sent: visitors?.visitor(in: cookies, ofKiosk: isKiosk) ?? SentVisitor()
      )
    }
    let preferences = cookies?.preferences ?? Preferences(language: accepted())
    let sent = cookies?.sent ?? SentVisitor()
    (self.preferences, self.sent) = (preferences, sent)
    isWithoutFavorites = sent.isAmbiguous
    stored =
      needs.contains(.favorites) && !sent.isAmbiguous ? visitors.flatMap { $0.remembered(sent.id) } : nil
    isOld = edition.isOld
    day = needs.contains(.day) ? edition.today : 0
    form = request.method == .post ? SentForm(request) : nil
    conditions = Conditions(request, hasParts: route == .picture)
    let textLimit = Self.textLimit(in: edition)
    asked = LazyValue { [preferences] in
      Asked(match.query, of: edition.context, preferences, isKiosk: isKiosk, textLimit: textLimit)
    }
  }

  var query: QueryReader { asked.value.query }
  var state: ListState { asked.value.state }
  var context: PageContext { asked.value.context }
  var addresses: Addresses { context.addresses }
  var language: Language { edition.context.assets.languages[preferences.language] }
  /// The stored favorites, with the ids of the list that is served.
  var favorites: FavoriteList? { stored.map { $0.renamed(edition.context.renamed($0)) } }
  /// Nil for a browser that has no favorites yet.
  var visitor: VisitorID? { sent.id }
  var origin: Origin { Origin(text: sender.origin) }
  /// The origin for other devices; nil if only this machine itself reaches the show. May wait.
  var sharedOrigin: Origin? {
    if sender.isFromInside { return site.reachable.best(for: origin) }
    return origin.isLoopback ? nil : origin
  }
  /// Origins of this machine under which others don't reach the server, because it listens on loopback only. May wait.
  var possibleOrigins: [Origin] { sender.isFromInside ? site.possible.all : [] }
  /// All origins of this server that the visitor may know. May wait.
  var reachableOrigins: [Origin] { sender.isFromInside ? site.reachable.all : [] }

  /// The search text as it was sent, so that late answers can be told; cut like ``state``'s.
  var typed: String { query["q", textLimit] ?? "" }
  var textLimit: Int { Self.textLimit(in: edition) }

  private static func textLimit(in edition: Edition) -> Int {
    edition.search == nil ? QueryReader.valueLimit : SearchHandler.textLimit
  }

  var needs: RouteNeeds { route.needs }

  var key: PageCache.Key {
    var key = PageCache.Key(target: target, isGzipped: sender.isGzipped, isOld: isOld, day: day)
    if needs.contains(.language) { key.preferences = preferences }
    if needs.contains(.origin) { key.origin = sender.origin }
    key.favorites = stored?.fingerprint ?? 0
    return key
  }

  /// Whether a disk has to be read to know the favorites.
  var isUnread: Bool { stored == nil && visitor != nil && needs.contains(.favorites) }

  /// The same with the favorites, where a disk has to be read for them. May wait.
  var withFavorites: Visit {
    guard isUnread, let visitors = site.visitors, let visitor else { return self }
    var visit = self
    visit.stored = visitors.list(of: visitor)
    visit.isWithoutFavorites = visit.stored == nil
    return visit
  }

  /// The refusal of a page that shows nothing but favorites, where there are none to show.
  var refusalWithoutFavorites: Reply {
    if sent.isAmbiguous { return .refusal(409) }
    return isWithoutFavorites ? .refusal(503, sentence: language.text(.notReadable)) : .refusal(404)
  }
}
