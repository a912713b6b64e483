public import HTTPServer

extension Site {
  /// The one way from a request to its answer.
  public func answer(_ request: Request) -> Answer {
    let edition = current
    let isGzipped = request.withHeader("Accept-Encoding", AcceptedEncoding.allowsGzip) ?? false
    var key = PageCache.Key(target: request.target, isGzipped: isGzipped)
    key.language = edition.pages.assets.languages.choice(for: request)
    // What the refusal itself is dressed with tells nothing of the house.
    guard hosts.allows(request) || addresses.isAsset(request.target) else {
      return .now(edition.error(421, for: key))
    }
    guard request.method != .post else { return post(request, edition, key) }
    if addresses.namesItself(request.target) { key.variant = Origin.text(of: request) }
    let visit = visitors?.visit(of: request)
    if case .known(let marks) = visit { key.marks = marks.fingerprint }
    if visit?.isKnown != false, let page = edition.kept(key) { return .now(page.response(to: request)) }
    let missing = { [key] in Answer.now(edition.error(404, for: key)) }
    do throws(RouteFault) {
      let route = try addresses.route(of: request.target)
      if let search = edition.search, let answer = answer(route, request, by: search, edition, key) {
        return answer
      }
      if route.showsMarks { return page(route, visit, request, edition, key) }
      if key.marks != 0 || key.language != 0 && !route.hasWords {
        key.marks = 0
        if !route.hasWords { key.language = 0 }
        if let page = edition.kept(key) { return .now(page.response(to: request)) }
      }
      switch route {
      case .suggestions(let state, let withResults):
        return .now(
          edition.suggestions(state, withResults: withResults, nil, in: Origin(of: request), key)
            .response(to: request))
      case .list, .results, .entry, .favorites, .favoritesJSON, .handOver: return missing()
      case .listJSON(let state, let size):
        return .now(edition.listJSON(state, size: size, key).response(to: request))
      case .entryJSON(let id):
        return .now(edition.entryJSON(id, key)?.response(to: request) ?? noEntry)
      case .connect: return connect(request, edition, key)
      case .openSearch:
        return .now(edition.openSearch(in: Origin(of: request), key).response(to: request))
      case .manifest: return .now(edition.manifest(hasFavorites: visitors != nil, key).response(to: request))
      case .serviceWorker: return .now(edition.serviceWorker(key).response(to: request))
      case .offline: return edition.offline(key).map { .now($0.response(to: request)) } ?? missing()
      case .picture(let id): return edition.picture(id, for: request) ?? missing()
      case .map(let id): return edition.map(id, for: request, key) ?? missing()
      case .asset(let name):
        guard let file = edition.pages.assets.file(named: name) else { return missing() }
        return .now(file.response(to: request, isGzipped: isGzipped))
      case .home: return .now(redirect(to: addresses.list()))
      }
    } catch {
      switch error {
      case .unknown: return missing()
      case .postOnly: return .now(refuseMethod(edition, key, allowed: "POST"))
      case .badQuery(let sentence): return .now(problem(400, "Bad Request", sentence))
      }
    }
  }

  /// The page for a refusal that the server makes itself.
  public func refusal(_ status: Int) -> Response {
    current.error(status, for: PageCache.Key(target: [], isGzipped: false))
  }

  func refuseMethod(_ edition: Edition, _ key: PageCache.Key, allowed: String) -> Response {
    let page = edition.error(405, for: key)
    return Response(status: 405, headers: page.headers + [("Allow", allowed)], body: page.body)
  }

  private var noEntry: Response { problem(404, "Not Found", "There is no such entry.") }

  func problem(_ status: Int, _ title: String, _ detail: String) -> Response {
    ReadyPage(
      status: status, type: .problem, body: EntriesJSON.problem(status, title, detail: detail),
      isGzipped: false
    ).whole
  }

  private func redirect(to address: String) -> Response {
    Response(status: 301, headers: [("Location", address)], body: [])
  }
}
