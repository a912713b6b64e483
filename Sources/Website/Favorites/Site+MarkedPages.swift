import Favorites
import HTTPServer

extension Route {
  /// Whether its page looks different to visitors with favorites.
  var showsMarks: Bool {
    switch self {
    case .list, .results, .entry, .favorites, .favoritesJSON, .handOver: true
    case .suggestions(_, let withResults): withResults
    default: false
    }
  }
}

extension Route {
  /// Whether what it leads to holds words of ours.
  var hasWords: Bool {
    switch self {
    case .openSearch, .connect, .manifest, .offline: true
    default: showsMarks && self != .favoritesJSON
    }
  }
}

extension Visitors.Visit {
  var isKnown: Bool {
    if case .known = self { true } else { false }
  }
}

extension Site {
  /// Favorites of a page that a polling thread still makes; more take it milliseconds.
  private static let quickLimit = 500

  /// A page that shows the visitor's favorites; made aside where they have to be read from the disk first.
  func page(
    _ route: Route, _ visit: Visitors.Visit?, _ request: Request, _ edition: Edition, _ key: PageCache.Key
  ) -> Answer {
    let origin = route == .favorites ? shared(Origin(of: request)) : Origin(of: request)
    var list: FavoriteList?
    if case .known(let known) = visit { list = known }
    let marks = list
    guard let visitors, let visit, marks.map({ $0.count > Self.quickLimit }) ?? true else {
      guard let page = page(route, marks, in: origin, edition, key) else {
        return .now(edition.error(404, for: key))
      }
      return .now(page.response(to: request))
    }
    let known = request.header("If-None-Match")
    return .later { [self] in
      let marks = visitors.list(visit)
      var key = key
      key.marks = marks.fingerprint
      guard let page = edition.kept(key) ?? page(route, marks, in: origin, edition, key) else {
        return edition.error(404, for: key)
      }
      return page.response(known: known)
    }
  }

  /// The origin for links that are carried to another device.
  func shared(_ origin: Origin) -> Origin { reachable.best(for: origin) ?? origin }

  private func page(
    _ route: Route, _ marks: FavoriteList?, in origin: Origin, _ edition: Edition, _ key: PageCache.Key
  ) -> ReadyPage? {
    switch route {
    case .list(let state): edition.list(state, marks, in: origin, key)
    case .results(let state): edition.results(state, marks, key)
    case .entry(let id, let state): edition.entry(id, state, marks, in: origin, key)
    case .suggestions(let state, let withResults):
      edition.suggestions(state, withResults: withResults, marks, in: origin, key)
    case .favorites: marks.map { edition.favorites($0, in: origin, key) }
    case .favoritesJSON: marks.map { edition.favoritesJSON($0, key) }
    case .handOver(let ids): marks.flatMap { edition.handOver(ids, $0, key) }
    default: nil
    }
  }
}
