import Catalogs
import Favorites
import Glibc
import HTTPServer

/// Makes the changes that one visitor asks for with one request, and says what came of them.
struct FavoritesDesk: Sendable {
  let visitors: Visitors
  /// Nil for a browser that has marked nothing yet.
  let visitor: VisitorID?
  let edition: Edition
  /// Where another device is sent.
  let origin: Origin
  /// Says how the answer is packed, and in which language.
  let key: PageCache.Key
  /// Whether the visitor's browser speaks TLS.
  let isSecure: Bool
  let isForScript: Bool

  // MARK: Stars

  func mark(_ id: String, _ wish: MarkingWish, _ state: ListState, _ place: MarkingPlace) -> Answer {
    let catalog = edition.pages.catalog
    let entry = catalog.position(of: id).map { catalog.entries[$0] }
    let favorite = entry.flatMap { Favorite(id: id, title: $0.title, markedAt: time(nil)) }
    // Of what the feed has lost only a favorite can be meant, and nobody has one without a cookie.
    guard favorite != nil || visitor != nil && Favorite.isID(id) else { return .now(refuse(404)) }
    return .later {
      answer {
        () throws(FavoritesError) in
        let change: FavoriteChange
        var name = favorite?.title
        if let favorite {
          change =
            switch wish {
            case .marked: .mark(favorite)
            case .unmarked: .unmark(id)
            case .other: .toggle(favorite)
            }
        } else {
          let known = try visitor.map { visitor throws(FavoritesError) in
            try visitors.store.list(of: visitor).favorites
          }
          guard let lost = known?.first(where: { $0.id == id }) else { return refuse(404) }
          name = lost.title
          change = wish == .marked ? .merge(FavoriteList()) : .unmark(id)
        }
        let (list, cookie) = try apply(change)
        guard isForScript else {
          return goOn(to: edition.pages.addresses.place(place, state, of: id), cookie)
        }
        let said = edition.pages(key).language.text(
          list.contains(id) ? .marked : .unmarked, ["name": name ?? id])
        return FavoritesJSON.response(
          id: id, list: list, said: said, drawer: edition.drawer(list, state, key), headers: cookie)
      }
    }
  }

  // MARK: Many at once

  func merge(_ list: FavoriteList) -> Answer {
    guard !list.isEmpty else { return .now(refuse(404)) }
    return .later {
      answer { () throws(FavoritesError) in
        goOn(to: edition.pages.addresses.favorites, try apply(.merge(list)).cookie)
      }
    }
  }

  func importing(_ bytes: [UInt8]) -> Answer {
    .later {
      answer { () throws(FavoritesError) in
        let list = try FavoriteList(importing: bytes, show: edition.pages.show.slug)
        return goOn(to: edition.pages.addresses.favorites, try apply(.merge(list)).cookie)
      }
    }
  }

  // MARK: Answers

  /// The list after a change, and the cookie to send: to nobody who still has no favorites and no cookie.
  private func apply(
    _ change: FavoriteChange
  ) throws(FavoritesError) -> (list: FavoriteList, cookie: [(String, String)]) {
    if visitor == nil, try FavoriteList().applying(change).isEmpty { return (FavoriteList(), []) }
    let visitor = visitor ?? .random()
    let list = try visitors.store.apply(change, for: visitor)
    return (list, [("Set-Cookie", visitors.cookie.header(visitor, isSecure: isSecure))])
  }

  private func goOn(to address: String, _ cookie: [(String, String)]) -> Response {
    Response(status: 303, headers: [("Location", address), ("Cache-Control", "no-store")] + cookie)
  }

  private func answer(_ make: () throws(FavoritesError) -> Response) -> Response {
    do {
      return try make()
    } catch {
      if case .notUnderstood(let faults) = error, !isForScript {
        let marks = visitor.map(visitors.list) ?? FavoriteList()
        return edition.favorites(
          marks, faults: faults.map(\.description), status: 400, in: origin, for: key
        ).whole
      }
      if error.status >= 500 { visitors.report("favorites: \(error)") }
      return refuse(error.status, sentence: error.sentence(in: edition.pages(key).language))
    }
  }

  /// A page, or a problem for the script.
  func refuse(_ status: Int, sentence: String? = nil) -> Response {
    guard isForScript else { return edition.error(status, sentence: sentence, for: key) }
    let words = edition.pages(key).language.error(status)
    return ReadyPage(
      status: status, type: .problem,
      body: EntriesJSON.problem(status, words.heading, detail: sentence ?? words.sentence), isGzipped: false
    ).whole
  }
}
