import HTTPServer

extension Site {
  /// What a show without entries answers in place of a catalog; nil where both answer the same.
  func answer(
    _ route: Route, _ request: Request, by search: SearchAnswers, _ edition: Edition, _ key: PageCache.Key
  ) -> Answer? {
    switch route {
    case .openSearch, .manifest, .connect, .serviceWorker, .offline, .asset, .home: return nil
    case .list(let state): return .now(search.page(state, for: key, to: request))
    case .suggestions(let state, _):
      let (visitor, origin) = (request.peer, Origin(of: request))
      return .later { search.completions(state, for: visitor, in: origin) }
    default: return .now(edition.error(404, for: key))
    }
  }
}
