import HTTPServer
import System
import Templates

/// The list, alone or beside one of its entries.
enum CatalogHandler {
  static func list(_ visit: Visit) -> Reply {
    if let shelf = visit.site.shelf { return ShelfHandler.page(visit, shelf) }
    if let search = visit.edition.search { return SearchHandler.page(visit, search) }
    return send(CatalogPage(ShownList(visit), in: visit.origin), visit)
  }

  static func results(_ visit: Visit) -> Reply {
    let pane = ListPane(ShownList(visit))
    let results = visit.context.templates.results.render(pane).bytes
    return .page(.html, results, effort: .quick, awaitsPictures: pane.awaitsPictures)
  }

  static func entry(_ visit: Visit) -> Reply {
    guard let position = visit.context.catalog.position(of: visit.name) else {
      return visit.moved ?? .refusal(404)
    }
    return send(CatalogPage(ShownList(visit, chosen: position), in: visit.origin), visit)
  }

  /// Redirects to a random entry of the list, or to the list itself if it is empty.
  static func random(_ visit: Visit) -> Reply {
    let list = ShownList(visit)
    let state = list.state.with(\.page, 1)
    let rank = (0..<list.results.total).randomElement() ?? 0
    guard let position = list.results.page(from: rank, limit: 1).first else {
      return .redirect(to: visit.addresses.list(state))
    }
    return .redirect(to: visit.addresses.entry(visit.context.catalog.entries[position].id, state))
  }

  static func home(_ visit: Visit) -> Reply {
    .response(Response(status: 301, headers: [("Location", visit.addresses.list())]))
  }

  private static func send(_ page: CatalogPage, _ visit: Visit) -> Reply {
    // Most searches are requested once, lists again and again.
    let effort: Gzip.Effort = page.list.list.isSearch ? .quick : .usual
    return .page(
      visit.context.templates.catalog, page, effort: effort, awaitsPictures: page.awaitsPictures)
  }
}

/// The list, alone or beside an entry: one page, of which narrow screens show one half.
struct CatalogPage: Renderable {
  let chrome: Chrome
  let list: ListPane
  let detail: DetailPane?
  /// Shown while no entry is chosen.
  let featured: Featured?
  let overview: ListMap?
  /// Nil for a page of the visitor's own.
  let sharing: SharingHead?
  let drawer: DrawerPane?

  init(_ list: ShownList, in origin: Origin) {
    let context = list.context
    self.list = ListPane(list)
    drawer = list.favorites.map {
      DrawerPane(context: context, favorites: $0, state: list.state, page: list.starPage)
    }
    if let chosen = list.chosen {
      let detail = DetailPane(context.catalog.entries[chosen], at: chosen, in: list)
      self.detail = detail
      (featured, overview) = (nil, nil)
      chrome = context.chrome(title: detail.entry.title)
      sharing = context.addresses.venue == .device ? SharingHead(detail, in: origin) : nil
    } else {
      detail = nil
      let isList = context.view(of: list.state) == .list
      let isWhole = !list.isSearch && list.state.filters.isEmpty && !list.state.isFavoritesOnly
      featured = isList && isWhole ? Featured(list) : nil
      overview = isList ? ListMap(list, summary: self.list.summary, pinned: featured?.position) : nil
      chrome = context.chrome(title: list.title)
      sharing =
        list.state.isFavoritesOnly || context.addresses.venue != .device
        ? nil : SharingHead(list, title: chrome.title, summary: self.list.summary, in: origin)
    }
  }

  /// Whether the list can be closed, as something stands beside it.
  private var hasPane: Bool {
    let context = list.list.context
    guard context.addresses.venue == .device else { return false }
    return detail != nil || context.view(of: list.list.state) == .list
  }

  private var isClosed: Bool { hasPane && list.list.state.pane == .closed }

  /// Address that closes the list, or opens it; nil for a page of the list alone.
  private var paneAddress: String? {
    guard hasPane else { return nil }
    return list.list.context.addresses.pane(
      isClosed ? .open : .closed, list.list.state, at: detail?.entry.id)
  }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.chrome },
    .flag("isClosed") { $0.isClosed },
    .optionalText("pane") { $0.paneAddress },
    .flag("isTable") { $0.list.list.isTable },
    .object("list") { $0.list },
    .object("detail") { $0.detail },
    .object("featured") { $0.featured },
    .object("overview") { $0.overview },
    .object("sharing") { $0.sharing },
    .object("drawer") { $0.drawer },
  ]

  /// Whether the page changes when pictures arrive.
  var awaitsPictures: Bool {
    list.awaitsPictures || detail?.awaitsPictures == true || featured?.awaitsPictures == true
  }
}
