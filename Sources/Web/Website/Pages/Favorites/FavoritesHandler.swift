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

  /// Removes the cookies of a browser that sends those of several visitors.
  static func removeCookies(_ visit: Visit) -> Reply {
    guard let visitors = visit.site.visitors, let form = visit.form else { return .refusal(403) }
    let cookies = visitors.cookie(ofKiosk: visit.isKiosk)
      .removals(host: visit.hostName, isSecure: visit.sender.isSecure)
    return .redirect(to: form.page(in: visit), headers: cookies.map { ("Set-Cookie", $0) })
  }

  // MARK: Many at once

  static func merge(_ visit: Visit) -> Reply {
    changing(visit) { content throws(FavoritesError) in
      guard case .fields = content else { return nil }
      guard let list = HandOverPage.list(visit), !list.isEmpty else { return .refusal(404) }
      return .redirect(to: visit.addresses[.favorites], headers: try store(.merge(list), visit).cookie)
    }
  }

  static func importFile(_ visit: Visit) -> Reply {
    changing(visit) { content throws(FavoritesError) in
      switch content {
      case .file(let bytes):
        // Broken documents of megabytes would leave their memory in the heaps of several threads.
        defer { if bytes.count > 1 << 20 { Heaps.trim() } }
        let sent = try FavoriteList(importing: bytes, show: visit.context.show.slug)
        let list = sent.compactMap { own($0, visit) }
        return .redirect(to: visit.addresses[.favorites], headers: try store(.merge(list), visit).cookie)
      case .fields: return .refusal(400)
      case .broken, .unknown: return nil
      }
    }
  }

  /// An imported favorite with the title of its entry, or with its own if the show had the entry earlier; nil for any
  /// other.
  private static func own(_ favorite: Favorite, _ visit: Visit) -> Favorite? {
    if let known = visit.context.favorite(favorite.id, addedAt: favorite.addedAt) { return known }
    guard visit.site.visitors?.former.contains(favorite.id) == true else { return nil }
    let title = String(favorite.title.prefix(Favorite.titleLength))
    return Favorite(id: favorite.id, title: title, addedAt: favorite.addedAt)
  }

  // MARK: Stars

  static func star(_ visit: Visit) -> Reply {
    changing(visit) { content throws(FavoritesError) in
      guard case .fields(let fields) = content else { return nil }
      let wish = fields["to"]
      guard [nil, "0", "1"].contains(wish) else { return .refusal(400) }
      guard isOfVisitor(fields, visit) else { return .refusal(412) }
      guard let favorite = try favorite(visit.name, visit) else { return .refusal(404) }
      let isLost = visit.context.entry(favorite.id) == nil
      let (list, cookie) = try store(.wish(wish, favorite, isLost: isLost), visit)
      let isMarked = list.contains(favorite.id)
      let said = visit.language.text(isMarked ? .added : .removed, ["name": favorite.title])
      return answer(visit, favorite, isMarked: isMarked, said, list, cookie)
    }
  }

  /// Whether this visitor has pressed a star: one that waited in the browser may be of another.
  static func isOfVisitor(_ fields: QueryReader, _ visit: Visit) -> Bool {
    fields["of"].map { $0 == VisitorCookie.mark(of: visit.visitor) } ?? true
  }

  /// The answer to a button of an entry: the page again, or for the script what has changed.
  /// - Parameters:
  ///   - said: a sentence to announce.
  ///   - list: the list after the change.
  static func answer(
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
  static func favorite(_ id: String, _ visit: Visit) throws(FavoritesError) -> Favorite? {
    if let favorite = visit.context.favorite(id, addedAt: visit.edition.now()) { return favorite }
    guard let visitors = visit.site.visitors, let visitor = visit.visitor else { return nil }
    let own = try visitors.store.list(of: visitor)
    return (own.favorites + own.lists.flatMap(\.entries.favorites)).first { $0.id == id }
  }

  // MARK: Changes

  /// Answers a form of ours; errors become refusals.
  /// - Parameter make: returns nil for a body of the wrong type.
  static func changing(
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
      let (status, sentence) = error.answer(in: visit.language)
      if let faults = error.faultsOfFile, !form.isForScript {
        // The details have no translation.
        let told = visit.language.primary == "en" ? faults.map(\.description) : []
        let page = FavoritesPage(
          visit, visit.visitor.flatMap(visitors.list) ?? FavoriteList(),
          refusal: (heading: sentence, faults: told))
        return .once(status, .html, visit.context.templates.favorites.render(page).bytes)
      }
      if status >= 500, !error.isReportedByStore { visitors.log.warning("favorites: \(error)") }
      return .refusal(status, sentence: sentence)
    }
  }

  /// Stores a change and returns the list after it, with the cookie to send.
  ///
  /// A visitor whose list stays empty gets no cookie. The first favorite always comes with a new one: a known
  /// cookie without a list may have been planted.
  static func store(
    _ change: FavoriteChange, _ visit: Visit
  ) throws(FavoritesError) -> (list: FavoriteList, cookie: [(String, String)]) {
    guard let visitors = visit.site.visitors else { return (FavoriteList(), []) }
    let known = try visitors.withList(visit.visitor)
    if known == nil {
      if try FavoriteList().changed(by: change).isEmpty { return (FavoriteList(), []) }
      guard visitors.newcomers.admits(visit.sender.peer, now: visit.edition.now()) else {
        throw .tooManyNewVisitors
      }
    }
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
    case .unreadable, .refused: (500, language.text(.notReadable))
    case .tooMany(let limit): (422, language.text(.tooManyFavorites, ["limit": language.number(limit)]))
    case .tooManyLists(let limit): (422, language.text(.tooManyLists, ["limit": language.number(limit)]))
    case .noSuchList: (404, language.text(.noSuchList))
    case .noListName:
      (422, language.text(.noListName, ["limit": language.number(ListLabel.nameLimit)]))
    case .listNameTaken(let name): (422, language.text(.listNameTaken, ["name": name]))
    case .tooManyNewVisitors: (429, language.error(429).sentence)
    case .unavailable: (503, language.text(.notSavedNow))
    case .unconfirmed: (503, language.text(.notKnownWhetherSaved))
    case .noRoom: (507, language.text(.notSavedNoRoom))
    case .otherShow(let show): (400, language.text(.fileOfOtherShow, ["show": show]))
    case .notUnderstood: (400, language.text(.fileNotUnderstood))
    }
  }

  fileprivate var faultsOfFile: [Fault]? {
    switch self {
    case .otherShow: []
    case .notUnderstood(let faults): faults
    default: nil
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
