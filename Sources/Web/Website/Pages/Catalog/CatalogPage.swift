import Templates

/// The list, alone or beside a detail: one page, which a narrow screen shows half of.
struct CatalogPage: Sendable {
  let chrome: Chrome
  let list: ListPane
  /// The chosen entry; nil on the list itself.
  let detail: DetailPane?
  /// What stands in the place of a chosen entry.
  let featured: Featured?
  let overview: Overview?
  /// The page as others see it in a link; nil if it is the visitor's own.
  let sharing: SharingHead?
  /// The visitor's favorites; nil if none are kept.
  let drawer: DrawerPane?

  init(_ list: ShownList, in origin: Origin) {
    let context = list.context
    self.list = ListPane(list)
    drawer = list.favorites.map {
      DrawerPane(context: context, favorites: $0, state: list.state, place: list.starPlace)
    }
    if let chosen = list.chosen {
      let detail = DetailPane(context.catalog.entries[chosen], at: chosen, in: list)
      self.detail = detail
      (featured, overview) = (nil, nil)
      chrome = context.chrome(title: detail.entry.title)
      sharing = context.addresses.venue == .device ? SharingHead(detail, in: origin) : nil
    } else {
      detail = nil
      featured = Featured(list)
      overview = Overview(list, summary: self.list.summary)
      chrome = context.chrome(title: list.isSearch ? list.query.search.shown : nil)
      sharing =
        list.state.isFavoritesOnly || context.addresses.venue != .device
        ? nil : SharingHead(list, title: chrome.title, summary: self.list.summary, in: origin)
    }
  }
}

extension CatalogPage {
  /// Whether the page changes when pictures arrive.
  var awaitsPictures: Bool {
    list.awaitsPictures || detail?.awaitsPictures == true || featured?.awaitsPictures == true
  }
}

extension CatalogPage: Renderable {
  static let fields: [Field<CatalogPage>] = [
    .object("chrome") { $0.chrome },
    .object("list") { $0.list },
    .object("detail") { $0.detail },
    .object("featured") { $0.featured },
    .object("overview") { $0.overview },
    .object("sharing") { $0.sharing },
    .object("drawer") { $0.drawer },
    .object("wayOut") { $0.list.list.wayOut },
  ]
}
