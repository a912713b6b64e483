import Templates

/// Every template, compiled for its model in one language.
struct PageTemplates: Sendable {
  let catalog: Template<CatalogPage>
  let results: Template<ListPane>
  let error: Template<ErrorPage>
  let search: Template<SearchPage>
  let favorites: Template<FavoritesPage>
  let handOver: Template<HandOverPage>
  let shelf: Template<ShelfPage>
  let connect: Template<ConnectPage>
  let offline: Template<OfflinePage>
  let labels: Template<LabelsPage>
  let drawer: Template<DrawerPane>

  /// - Parameter feedLanguage: the language of the feed's texts; nil if unknown.
  init(_ library: TemplateLibrary, in language: Language, feedLanguage: String?) throws(TemplateError) {
    let constants = language.constants(feedLanguage: feedLanguage)
    func template<Model: Renderable>(
      _ name: String, for model: Model.Type
    ) throws(TemplateError) -> Template<Model> {
      try library.template(name, for: model, constants: constants)
    }
    catalog = try template("catalog", for: CatalogPage.self)
    results = try template("results", for: ListPane.self)
    error = try template("error", for: ErrorPage.self)
    search = try template("search", for: SearchPage.self)
    favorites = try template("favorites", for: FavoritesPage.self)
    handOver = try template("hand-over", for: HandOverPage.self)
    shelf = try template("shelf", for: ShelfPage.self)
    connect = try template("connect", for: ConnectPage.self)
    offline = try template("offline", for: OfflinePage.self)
    labels = try template("labels", for: LabelsPage.self)
    drawer = try template("drawer-content", for: DrawerPane.self)
  }
}

extension Language {
  /// The constants `words.…`, `language.…` and `feed.language`, which is empty for the page's own language.
  fileprivate func constants(feedLanguage: String?) -> [String: Constant] {
    var constants: [String: Constant] = [
      "language.tag": Constant(tag), "language.direction": Constant(direction.rawValue),
      "feed.language": Constant(feedLanguage == tag ? "" : feedLanguage ?? ""),
    ]
    for (key, pattern) in words { constants["words.\(key)"] = Constant(pattern.pieces) }
    return constants
  }
}
