import HTTPServer

extension Site {
  /// The address to which other devices are invited; nil where only this machine reaches the show.
  public var invitation: String? {
    reachable.all.first.map { $0.text + addresses.list() }
  }

  /// The page that brings another device here; made aside, since the machine's addresses are looked up.
  func connect(_ request: Request, _ edition: Edition, _ key: PageCache.Key) -> Answer {
    let visitor = Origin(of: request)
    let known = request.header("If-None-Match")
    return .later { [self] in
      let pages = edition.pages(key)
      let page = pages.connect(reachable.best(for: visitor), others: reachable.all)
      let body = pages.templates.connect.render(page).bytes
      return ReadyPage(
        type: .html, body: body, isGzipped: key.isGzipped, effort: .quick, vary: Edition.varyByLanguage
      ).response(known: known)
    }
  }
}
