import Favorites
import HTTPServer
import Text

/// A request as far as the page cache has to know it: what it names, and who sends it.
struct Call: Sendable {
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

  init(_ request: Request, _ site: Site) {
    let edition = site.published.value
    let match = RouteMatch(request.target, request.method, below: site.addresses.baseBytes)
    let name = match.name.isEmpty ? "" : String(validating: match.name, as: UTF8.self)
    let isKiosk = edition.context.show.isKiosk || match.namesKiosk
    let route =
      name == nil || !site.has(match.route, in: edition, isKiosk: isKiosk) ? .unknown : match.route
    let needs = route.needs
    let visitors = needs.isDisjoint(with: [.favorites, .store]) ? nil : site.visitors
    (preferences, sent) = Self.visitor(
      request, edition.context, visitors, ofList: needs.contains(.language) && !isKiosk, isKiosk: isKiosk)
    (self.site, self.edition, self.match, self.route, self.name) = (site, edition, match, route, name ?? "")
    (self.isKiosk, target) = (isKiosk, request.target)
    sender = Sender(request, route, site.reports)
    isWithoutFavorites = sent.isAmbiguous
    stored =
      needs.contains(.favorites) && !sent.isAmbiguous ? visitors?.remembered(sent.id) : nil
    isOld = edition.isOld
    day = needs.contains(.day) ? edition.today : 0
    form = request.method == .post ? SentForm(request) : nil
    conditions = Conditions(request)
  }

  /// The choices and the visitor that the headers of a browser name.
  private static func visitor(
    _ request: Request, _ context: PageContext, _ visitors: Visitors?, ofList: Bool, isKiosk: Bool
  ) -> (Preferences, SentVisitor) {
    func accepted() -> Int {
      let tags = context.assets.languages.tags
      let best = request.withList("Accept-Language") { AcceptedLanguage.best(of: tags, in: $0) }
      return (best ?? nil) ?? Languages.english
    }
    let sent = request.withHeader("Cookie") { cookies in
      (
        Preferences(cookies, of: context, ofList: ofList, language: accepted),
        visitors?.cookie(ofKiosk: isKiosk).visitor(in: cookies) ?? SentVisitor()
      )
    }
    return sent ?? (Preferences(language: accepted()), SentVisitor())
  }

  var needs: RouteNeeds { route.needs }
  var language: Language { edition.context.assets.languages[preferences.language] }
  /// The stored favorites, with the ids of the list that is served.
  var favorites: FavoriteList? { stored.map { $0.renamed(edition.context.renamed($0)) } }
  /// Nil for a browser that has no favorites yet.
  var visitor: VisitorID? { sent.id }
  var origin: Origin { Origin(text: sender.origin) }

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
  var withFavorites: Call {
    guard isUnread, let visitors = site.visitors, let visitor else { return self }
    var call = self
    call.stored = visitors.list(of: visitor)
    call.isWithoutFavorites = call.stored == nil
    return call
  }
}
