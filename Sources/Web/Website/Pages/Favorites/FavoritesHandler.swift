import Favorites
import Glibc
import HTTPServer

/// Shows one visitor's favorites, and makes the changes that are asked for.
enum FavoritesHandler {
  static func page(_ visit: Visit) -> Reply {
    guard let favorites = visit.favorites else { return visit.refusalWithoutFavorites }
    let make: @Sendable () -> Reply = {
      .page(visit.context.templates.favorites, FavoritesPage(visit, favorites))
    }
    // The address for other devices is looked up only for a visitor at this machine.
    return visit.origin.isLoopback ? .later(make) : make()
  }

  /// The favorites as a file to keep.
  static func file(_ visit: Visit) -> Reply {
    guard let favorites = visit.favorites else { return visit.refusalWithoutFavorites }
    return .page(.exported, favorites.exported(show: visit.context.show.slug), effort: .quick)
  }

  /// Removes the cookies of a browser that sends those of several visitors; one of them may not be sent to here.
  static func removeCookies(_ visit: Visit) -> Reply {
    guard let visitors = visit.site.visitors, let form = visit.form else { return .refusal(403) }
    let cookies = visitors.cookie(ofKiosk: visit.isKiosk)
      .removals(host: visit.hostName, isSecure: visit.isSecure)
    return .redirect(to: form.page(in: visit), headers: cookies.map { ("Set-Cookie", $0) })
  }

  // MARK: Many at once

  static func merge(_ visit: Visit) -> Reply {
    changing(visit) { content throws(FavoritesError) in
      guard case .fields = content else { return nil }
      guard let list = HandOverHandler.list(visit), !list.isEmpty else { return .refusal(404) }
      return .redirect(to: visit.addresses[.favorites], headers: try apply(.merge(list), visit).cookie)
    }
  }

  static func importFile(_ visit: Visit) -> Reply {
    changing(visit) { content throws(FavoritesError) in
      switch content {
      case .file(let bytes):
        let sent = try FavoriteList(importing: bytes, show: visit.context.show.slug)
        let list = try FavoriteList(sent.favorites.filter { wasEverThere($0, visit) })
        return .redirect(to: visit.addresses[.favorites], headers: try apply(.merge(list), visit).cookie)
      case .fields: return .refusal(400)
      case .broken, .unknown: return nil
      }
    }
  }

  /// Whether the show has the entry of a favorite, or had it: what it never had is kept for nobody.
  private static func wasEverThere(_ favorite: Favorite, _ visit: Visit) -> Bool {
    visit.context.catalog.position(of: favorite.id) != nil
      || visit.site.visitors?.former.contains(favorite.id) == true
  }

  // MARK: Stars

  static func star(_ visit: Visit) -> Reply {
    changing(visit) { content throws(FavoritesError) in
      guard case .fields(let fields) = content else { return nil }
      guard let wish = StarWish(fields["to"]) else { return .refusal(400) }
      // A star that waited in the browser is of the visitor who pressed it.
      if let mark = fields["of"], mark != VisitorCookie.mark(of: visit.visitor) { return .refusal(412) }
      guard let favorite = try favorite(visit) else { return .refusal(404) }
      let isLost = visit.context.entry(favorite.id) == nil
      let (list, cookie) = try apply(wish.change(favorite, isLost: isLost), visit)
      let place = StarPlace(visit.query)
      guard visit.form?.isForScript == true else {
        return .redirect(to: visit.addresses.place(place, visit.state, of: favorite.id), headers: cookie)
      }
      let said = visit.language.text(
        list.contains(favorite.id) ? .added : .removed, ["name": favorite.title])
      let drawer = DrawerPane(context: visit.context, favorites: list, state: visit.state, place: place)
      return .response(
        FavoritesJSON.response(
          id: favorite.id, list: list, said: said,
          drawer: "\(visit.context.templates.drawer.render(drawer))", headers: cookie))
    }
  }

  /// The entry whose star was pressed. Of what the feed has lost only a favorite can be meant, and nobody has
  /// one without a cookie.
  private static func favorite(_ visit: Visit) throws(FavoritesError) -> Favorite? {
    if let entry = visit.context.entry(visit.name) {
      return Favorite(id: entry.id, title: entry.title, addedAt: time(nil))
    }
    guard let visitors = visit.site.visitors, let visitor = visit.visitor else { return nil }
    return try visitors.store.list(of: visitor).favorites.first { $0.id == visit.name }
  }

  // MARK: Changes

  /// Answers what a page of ours has sent.
  /// - Parameter make: nil for a body of another kind than it takes.
  private static func changing(
    _ visit: Visit, _ make: (SentForm.Content) throws(FavoritesError) -> Reply?
  ) -> Reply {
    guard let visitors = visit.site.visitors, let form = visit.form else { return .refusal(403) }
    guard !visit.sent.isAmbiguous else { return .refusal(409) }
    let content = form.content
    do throws(FavoritesError) {
      if let answer = try make(content) { return answer }
      if case .broken = content { return .refusal(400) }
      return .refusal(415)
    } catch {
      if let faults = error.faultsOfFile, !form.isForScript {
        let refusal = FavoritesPage.Refusal(
          heading: error.sentence(in: visit.language), faults: faults.map(\.description))
        let page = FavoritesPage(
          visit, visit.visitor.flatMap(visitors.list) ?? FavoriteList(), refusal: refusal)
        return .once(400, .html, visit.context.templates.favorites.render(page).bytes)
      }
      if error.status >= 500, !error.isReportedByStore { visitors.log.warning("favorites: \(error)") }
      return .refusal(error.status, sentence: error.sentence(in: visit.language))
    }
  }

  /// Stores a change and returns the list after it, with the cookie to send. Nobody gets one who still has no
  /// favorites; who has none yet always gets a new one, for a cookie without a list may be anybody's.
  private static func apply(
    _ change: FavoriteChange, _ visit: Visit
  ) throws(FavoritesError) -> (list: FavoriteList, cookie: [(String, String)]) {
    guard let visitors = visit.site.visitors else { return (FavoriteList(), []) }
    let known = try visitors.known(visit.visitor)
    if known == nil {
      if try FavoriteList().applying(change).isEmpty { return (FavoriteList(), []) }
      guard visitors.newcomers.admits(visit.peer, now: time(nil)) else { throw .tooManyNewVisitors }
    }
    var visitor = known ?? .random()
    let list = try visitors.store.apply(change, for: visitor)
    visitor.seen = list.version
    let cookies = visitors.cookie(ofKiosk: visit.isKiosk)
      .headers(visitor, replacing: visit.sent, isSecure: visit.isSecure)
    return (list, cookies.map { ("Set-Cookie", $0) })
  }
}

/// What pressing a star is to lead to.
private enum StarWish {
  case favorite, none
  /// Whatever it is not now.
  case other

  /// Nil for a text that no page of ours sends.
  init?(_ text: String?) {
    switch text {
    case nil: self = .other
    case "1": self = .favorite
    case "0": self = .none
    default: return nil
    }
  }

  /// - Parameter isLost: whether the feed has the entry no more; it is a favorite then, and can only be given up.
  func change(_ favorite: Favorite, isLost: Bool) -> FavoriteChange {
    switch self {
    case .favorite: isLost ? .merge(FavoriteList()) : .add(favorite)
    case .none: .remove(favorite.id)
    case .other: isLost ? .remove(favorite.id) : .toggle(favorite)
    }
  }
}
