/// Every address of ours, one row each: requests are matched with this table, and links are made from it.
enum Route: Int, CaseIterable, Sendable {
  // Where two patterns match the same path, the first one counts.
  case results, list, home, random, entryJSON, entry, listJSON, suggestions
  case favorites, favoritesJSON, handOver, importing, merge, star
  case picture, map, mapOfAll, asset
  case openSearch, manifest, serviceWorker, offline, connect
  case language, appearance, cookies, beginning, restart
  case health, alive, metrics
  /// What no other row is for; and what some other row is for, but with another method.
  case unknown, otherMethod

  private var row: RouteRow {
    switch self {
    case .results:
      .get(
        "/", part: true, "list", [.language, .favorites, .kept, .catalog, .search], CatalogHandler.results)
    case .list:
      .get("/", "list", [.language, .favorites, .origin, .day, .kept, .search], CatalogHandler.list)
    // The base path without its slash.
    case .home: .get("", "list", [], CatalogHandler.home)
    case .random: .get("/random", "random", [.favorites, .catalog, .search], CatalogHandler.random)
    case .entryJSON: .get("/entries/{id}.json", "entry_json", [.kept, .catalog], EntriesHandler.entry)
    case .entry:
      .get(
        "/entries/{id}", "entry", [.language, .favorites, .origin, .kept, .catalog, .search],
        CatalogHandler.entry)
    case .listJSON: .get("/entries.json", "list_json", [.kept, .catalog, .search], EntriesHandler.list)
    case .suggestions: .get("/suggest", "suggest", [.origin, .kept, .search], SuggestionsHandler.suggestions)
    case .favorites:
      .get(
        "/favorites", "favorites", [.language, .favorites, .store, .inside, .ownDevice],
        FavoritesHandler.page)
    case .favoritesJSON:
      .get(
        "/favorites.json", "favorites", [.language, .favorites, .store, .ownDevice], FavoritesHandler.file)
    case .handOver:
      .get("/favorites/open", "favorites", [.language, .favorites, .store, .ownDevice], HandOverHandler.page)
    case .importing:
      .post(
        "/favorites/import", "favorites", [.store, .worker, .inside, .ownDevice],
        FavoritesHandler.importFile)
    case .merge: .post("/favorites/add", "favorites", [.store, .worker, .ownDevice], FavoritesHandler.merge)
    case .star: .post("/favorites/{id}", "favorites", [.store, .worker], FavoritesHandler.star)
    case .picture: .get("/pictures/{id}", "picture", [.catalog], PictureHandler.picture)
    case .map: .get("/map/{id}.svg", "map", [.kept, .catalog, .computing], MapHandler.map)
    case .mapOfAll: .get("/map.svg", "map", [.kept, .catalog, .computing], MapHandler.overview)
    case .asset: .get("/static/{name}", "asset", [.anyHost], AssetHandler.file)
    case .openSearch:
      .get("/opensearch.xml", "opensearch", [.language, .origin, .kept], OpenSearchHandler.description)
    case .manifest: .get("/manifest.webmanifest", "manifest", [.language, .kept], HomeScreenHandler.manifest)
    case .serviceWorker: .get("/service-worker.js", "service_worker", [.kept], OfflineHandler.serviceWorker)
    case .offline: .get("/offline", "offline", [.language, .kept], OfflineHandler.page)
    case .connect:
      .get("/connect", "connect", [.language, .worker, .inside, .ownDevice], ConnectHandler.page)
    case .language: .post("/language", "language", [], LanguageHandler.choose)
    case .appearance: .post("/appearance", "appearance", [], AppearanceHandler.choose)
    case .cookies: .post("/cookies", "favorites", [.store], FavoritesHandler.removeCookies)
    case .beginning: .get("/restart", "restart", [.language], KioskHandler.page)
    case .restart: .post("/restart", "restart", [.favorites, .worker], KioskHandler.restart)
    case .health: .get("/healthz", "health", [.operator], OperatorReportsHandler.health)
    case .alive: .get("/livez", "health", [.operator], OperatorReportsHandler.alive)
    case .metrics:
      .get("/metrics", "metrics", [.operator, .scraper, .worker], OperatorReportsHandler.metrics)
    case .unknown: .other { _ in .refusal(404) }
    case .otherMethod: .other { _ in .refusal(405) }
    }
  }

  var name: String { Self.rows[rawValue].name }
  var needs: RouteNeeds { Self.rows[rawValue].needs }
  var handler: RouteRow.Handler { Self.rows[rawValue].handler }

  /// Path of the address, below the base path.
  /// - Parameter name: what stands in the pattern's place, percent-encoded where it has to be.
  func path(_ name: String = "") -> String { Self.rows[rawValue].pattern?.filled(with: name) ?? "" }

  // MARK: The rows, ready for matching and counting

  private static let rows: [RouteRow] = allCases.map { $0.row }

  /// What matching looks at, in the order in which it does.
  static let candidates: [RouteCandidate] = allCases.compactMap { route -> RouteCandidate? in
    let row = rows[route.rawValue]
    return row.pattern.map {
      RouteCandidate(route: route, pattern: $0, isPost: row.isPost, isPart: row.isPart, needs: row.needs)
    }
  }

  /// Names in the metrics, each once; the first is for anything that is not one of our addresses.
  static let names: [String] = rows.reduce(into: [unknown.name]) { names, row in
    if !names.contains(row.name) { names.append(row.name) }
  }

  /// The position of its own among them.
  var nameIndex: Int { Self.nameIndices[rawValue] }

  private static let nameIndices: [Int] = rows.map { names.firstIndex(of: $0.name) ?? 0 }
}
