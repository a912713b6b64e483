import HTTPServer

/// All routes, one row each: requests are matched with this table, and links are made from it.
enum Route: Int, CaseIterable, Sendable {
  // The first pattern that matches a path counts.
  case results, list, home, random, entryJSON, entry, listJSON, suggestions
  case favorites, favoritesJSON, handOver, merge, star
  case table, newEntries, robots, favicon
  case picture, map, mapOfAll, asset
  case openSearch, manifest, serviceWorker, connect, labels
  case language, appearance, beginning, restart
  case health, alive, metrics
  /// A path without a row, and one whose rows have another method.
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
    case .entryJSON:
      .get("/entries/{id}.json", "entry_json", [.kept, .catalog, .search], EntriesHandler.entry)
    case .entry:
      .get(
        "/entries/{id}", "entry", [.language, .favorites, .origin, .kept, .catalog, .search],
        CatalogHandler.entry)
    case .listJSON: .get("/entries.json", "list_json", [.kept, .catalog, .search], EntriesHandler.list)
    case .table: .get("/entries.csv", "table", [.catalog, .search, .computing], TableHandler.table)
    case .newEntries:
      .get("/new.atom", "new_entries", [.origin, .catalog, .search], NewEntriesHandler.feed)
    case .robots: .get("/robots.txt", "robots", [], RobotsHandler.rules)
    case .favicon: .get("/favicon.ico", "favicon", [.anyHost], RobotsHandler.favicon)
    case .suggestions:
      .get("/suggest", "suggest", [.language, .origin, .kept, .search], SuggestionsHandler.suggestions)
    case .favorites:
      .get(
        "/favorites", "favorites",
        [.language, .favorites, .store, .worker, .computing, .inside, .ownDevice], FavoritesHandler.page)
    case .favoritesJSON:
      .get(
        "/favorites.json", "favorites", [.language, .favorites, .store, .ownDevice], FavoritesHandler.file)
    case .handOver:
      .get("/favorites/open", "favorites", [.language, .favorites, .store, .ownDevice], HandOverPage.answer)
    case .merge: .post("/favorites/add", "favorites", [.store, .worker, .ownDevice], FavoritesHandler.merge)
    case .star: .post("/favorites/{id}", "favorites", [.store, .worker], FavoritesHandler.star)
    case .picture: .get("/pictures/{id}", "picture", [.catalog], PictureHandler.picture)
    case .map: .get("/map/{id}.svg", "map", [.kept, .catalog, .computing], MapHandler.map)
    case .mapOfAll: .get("/map.svg", "map", [.kept, .catalog, .computing], MapHandler.overview)
    case .asset: .get("/static/{path...}", "asset", [.anyHost], AssetHandler.file)
    case .openSearch:
      .get("/opensearch.xml", "opensearch", [.language, .origin, .kept], OpenSearchHandler.description)
    case .manifest: .get("/manifest.webmanifest", "manifest", [.language, .kept], HomeScreenHandler.manifest)
    // Browsers ask for it as long as they have the service worker of an earlier version.
    case .serviceWorker: .get("/service-worker.js", "service_worker", [.kept], AssetHandler.worker)
    case .connect:
      .get("/connect", "connect", [.language, .worker, .computing, .inside, .ownDevice], ConnectPage.answer)
    case .labels:
      .get(
        "/labels", "labels",
        [.language, .favorites, .worker, .computing, .inside, .catalog, .ownDevice], LabelsPage.answer)
    case .language: .post("/language", "language", [], SettingsHandler.language)
    case .appearance: .post("/appearance", "appearance", [], SettingsHandler.appearance)
    case .beginning: .get("/restart", "restart", [.language], KioskHandler.page)
    case .restart: .post("/restart", "restart", [.favorites, .worker], KioskHandler.restart)
    case .health: .get("/healthz", "health", [.operator], OperatorReportsHandler.health)
    case .alive: .get("/livez", "health", [.operator], OperatorReportsHandler.alive)
    case .metrics:
      .get("/metrics", "metrics", [.operator, .scraper, .worker], OperatorReportsHandler.metrics)
    case .unknown: .other { $0.moved ?? $0.gone ?? .refusal(404) }
    case .otherMethod: .other { _ in .refusal(405) }
    }
  }

  var name: String { Self.rows[rawValue].name }
  var needs: RouteNeeds { Self.rows[rawValue].needs }
  var handler: RouteRow.Handler { Self.rows[rawValue].handler }

  /// Path below the base path; `name`, percent-encoded, replaces the name in the pattern.
  func path(_ name: String = "") -> String { Self.rows[rawValue].pattern?.filled(with: name) ?? "" }

  // MARK: The rows, ready for matching and counting

  private static let rows: [RouteRow] = allCases.map { $0.row }

  static let candidates: [RouteCandidate] = allCases.compactMap { route -> RouteCandidate? in
    let row = rows[route.rawValue]
    return row.pattern.map { (route, $0, row.isPost, row.isPart, row.needs) }
  }

  /// Distinct names in the metrics; the first counts requests without a route.
  static let names: [String] = rows.reduce(into: [unknown.name]) { names, row in
    if !names.contains(row.name) { names.append(row.name) }
  }

  var nameIndex: Int { Self.nameIndices[rawValue] }

  private static let nameIndices: [Int] = rows.map { names.firstIndex(of: $0.name) ?? 0 }
}

/// A row of the table of routes.
struct RouteRow: Sendable {
  typealias Handler = @Sendable (Visit) -> Reply

  /// Nil for a row without an address.
  let pattern: PathPattern?
  let isPost: Bool
  /// Whether requests have `part=results`: the script needs markup without a page around it.
  let isPart: Bool
  /// Name in the metrics; several rows may share one.
  let name: String
  let needs: RouteNeeds
  let handler: Handler

  static func get(
    _ pattern: StaticString, part isPart: Bool = false, _ name: String, _ needs: RouteNeeds,
    _ handler: @escaping Handler
  ) -> RouteRow {
    RouteRow(
      pattern: PathPattern(pattern), isPost: false, isPart: isPart, name: name, needs: needs, handler: handler
    )
  }

  /// A change, sent by a form or the script; requests from foreign pages are refused.
  static func post(
    _ pattern: StaticString, _ name: String, _ needs: RouteNeeds, _ handler: @escaping Handler
  ) -> RouteRow {
    RouteRow(
      pattern: PathPattern(pattern), isPost: true, isPart: false, name: name, needs: needs,
      handler: { $0.form?.isOurs == true ? handler($0) : .refusal(403, sentence: $0.otherHost) })
  }

  static func other(_ handler: @escaping Handler) -> RouteRow {
    RouteRow(pattern: nil, isPost: false, isPart: false, name: "other", needs: [], handler: handler)
  }
}

/// Inputs and conditions of an answer.
struct RouteNeeds: OptionSet, Sendable {
  let rawValue: Int

  /// Contains words, so each language has its own.
  static let language = RouteNeeds(rawValue: 1 << 0)
  /// Shows the visitor's favorites.
  static let favorites = RouteNeeds(rawValue: 1 << 1)
  /// Contains absolute addresses, so each host name has its own.
  static let origin = RouteNeeds(rawValue: 1 << 2)
  /// Is cached.
  static let kept = RouteNeeds(rawValue: 1 << 3)
  /// May wait, for a disk or a look-up: begins on a worker thread.
  static let worker = RouteNeeds(rawValue: 1 << 4)
  /// Takes milliseconds of CPU time: is made on a computing thread, after what may wait.
  static let computing = RouteNeeds(rawValue: 1 << 13)
  /// Shows entries, which takes milliseconds for large catalogs and long queries.
  static let search = RouteNeeds(rawValue: 1 << 14)
  /// Exists only in a show with entries.
  static let catalog = RouteNeeds(rawValue: 1 << 5)
  /// Exists only with a store of favorites.
  static let store = RouteNeeds(rawValue: 1 << 6)
  /// Accepts any host name: the answer reveals nothing private.
  static let anyHost = RouteNeeds(rawValue: 1 << 7)
  /// Is for operators: found without the base path too, and refused in plain text.
  static let `operator` = RouteNeeds(rawValue: 1 << 8)
  /// Is for this machine and the networks of `--metrics-from`.
  static let scraper = RouteNeeds(rawValue: 1 << 9)
  /// Shows this machine's addresses to visitors from the local network.
  static let inside = RouteNeeds(rawValue: 1 << 10)
  /// Changes each day.
  static let day = RouteNeeds(rawValue: 1 << 11)
  /// Does not exist at a kiosk.
  static let ownDevice = RouteNeeds(rawValue: 1 << 12)

  /// Whether the answer depends on the entries of the show.
  var showsEntries: Bool { !isDisjoint(with: [.catalog, .search, .store]) }
}
