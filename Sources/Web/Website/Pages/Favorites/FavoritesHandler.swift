import Favorites
import HTTPServer
import JSON
import System

/// Shows and changes the favorites of a visitor.
enum FavoritesHandler {
  static func page(_ visit: Visit) -> Reply {
    guard let favorites = visit.favorites else { return visit.refusalWithoutFavorites }
    return .page(visit.context.templates.favorites, FavoritesPage(visit, favorites))
  }

  static func file(_ visit: Visit) -> Reply {
    guard let favorites = visit.favorites else { return visit.refusalWithoutFavorites }
    return .page(.exported, favorites.exported(show: visit.context.show.slug), effort: .quick)
  }

  static func merge(_ visit: Visit) -> Reply {
    changing(visit) { _ throws(FavoritesError) in
      guard let list = HandOverPage.list(visit), !list.isEmpty else { return .refusal(404) }
      return .redirect(to: visit.addresses[.favorites], headers: try store(.merge(list), visit).cookie)
    }
  }

  // MARK: Stars

  static func star(_ visit: Visit) -> Reply {
    changing(visit) { fields throws(FavoritesError) in
      let wish = fields["to"]
      guard [nil, "0", "1"].contains(wish) else { return .refusal(400) }
      guard let favorite = try favorite(visit.name, visit) else { return .refusal(404) }
      let isLost = visit.context.entry(favorite.id) == nil
      let (list, cookie) = try store(.wish(wish, favorite, isLost: isLost), visit)
      let isMarked = list.contains(favorite.id)
      let said = visit.language.text(isMarked ? .added : .removed, ["name": favorite.title])
      return answer(visit, favorite, isMarked: isMarked, said, list, cookie)
    }
  }

  /// The answer to a button of an entry: the page again, or for the script what has changed.
  /// - Parameters:
  ///   - said: a sentence to announce.
  ///   - list: the list after the change.
  private static func answer(
    _ visit: Visit, _ entry: Favorite, isMarked: Bool, _ said: String, _ list: FavoriteList,
    _ cookie: [(String, String)]
  ) -> Reply {
    let page = StarPage(visit.query)
    guard visit.form?.isForScript == true else {
      return .redirect(to: visit.addresses.page(page, visit.state, at: entry.id), headers: cookie)
    }
    let drawer = DrawerPane(context: visit.context, favorites: list, state: visit.state, page: page)
    let answer: JSONOutline = [
      "id": .text(entry.id), "favorite": .value(.bool(isMarked)), "said": .text(said),
      "count": .number(list.count), "drawer": .text("\(visit.context.templates.drawer.render(drawer))"),
    ]
    let kept = [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")]
    return .response(Response(status: 200, headers: kept + cookie, body: answer.bytes))
  }

  /// The entry of a pressed star: one of the catalog, or a lost favorite of the visitor.
  private static func favorite(_ id: String, _ visit: Visit) throws(FavoritesError) -> Favorite? {
    if let favorite = visit.context.favorite(id, addedAt: visit.edition.now()) { return favorite }
    guard let visitors = visit.site.visitors, let visitor = visit.visitor else { return nil }
    let own = try visitors.store.list(of: visitor)
    return own.favorites.first { $0.id == id }
  }

  // MARK: Changes

  /// Answers a form of ours; errors become refusals.
  private static func changing(
    _ visit: Visit, _ make: (QueryReader) throws(FavoritesError) -> Reply
  ) -> Reply {
    guard let visitors = visit.site.visitors, let form = visit.form else { return .refusal(403) }
    guard !visit.sent.isAmbiguous else { return .refusal(409) }
    guard let fields = form.fields else { return .refusal(415) }
    do throws(FavoritesError) {
      return try make(fields)
    } catch {
      let (status, sentence) = error.answer(in: visit.language)
      if status >= 500, !error.isReportedByStore { visitors.log.warning("favorites: \(error)") }
      return .refusal(status, sentence: sentence)
    }
  }

  /// Stores a change and returns the list after it, with the cookie to send.
  ///
  /// A visitor whose list stays empty gets no cookie. The first favorite always comes with a new one: a known
  /// cookie without a list may have been planted.
  private static func store(
    _ change: FavoriteChange, _ visit: Visit
  ) throws(FavoritesError) -> (list: FavoriteList, cookie: [(String, String)]) {
    guard let visitors = visit.site.visitors else { return (FavoriteList(), []) }
    let known = try visitors.withList(visit.visitor)
    if known == nil, try FavoriteList().changed(by: change).isEmpty { return (FavoriteList(), []) }
    var visitor = known ?? .random()
    let names = try known.map { id throws(FavoritesError) in
      visit.context.renamed(try visitors.store.list(of: id))
    }
    let list = try visitors.change(
      names?.isEmpty == false ? .all([.rename(names ?? [:]), change]) : change, for: visitor,
      from: IPAddress(visit.sender.peer))
    visitor.seen = list.version
    let cookies = visitors.cookie(ofKiosk: visit.isKiosk)
      .headers(visitor, replacing: visit.sent, isSecure: visit.sender.isSecure)
    return (list, cookies.map { ("Set-Cookie", $0) })
  }
}

extension FavoritesError {
  /// The status of the answer, and the sentence for the visitor; details of a disk go to the log only.
  func answer(in language: Language) -> (status: Int, sentence: String) {
    switch self {
    case .unwritable(_, .full): (507, language.text(.notSavedFull))
    case .unwritable(_, .readOnly): (507, language.text(.notSavedReadOnly))
    case .unwritable(_, .tooManyOpenFiles): (503, language.text(.notSavedBusy))
    case .unwritable(_, .other): (507, language.text(.notSavedDisk))
    case .unreadable, .refused, .damaged: (500, language.text(.notReadable))
    case .tooMany(let limit): (422, language.text(.tooManyFavorites, ["limit": language.number(limit)]))
    case .unavailable: (503, language.text(.notSavedNow))
    case .unconfirmed: (503, language.text(.notKnownWhetherSaved))
    case .noRoom: (507, language.text(.notSavedNoRoom))
    }
  }

  /// Whether the store logs the error itself, at most once in a while.
  fileprivate var isReportedByStore: Bool {
    switch self {
    case .noRoom, .unavailable: true
    default: false
    }
  }
}
