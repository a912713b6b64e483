import Configuration
import HTTPServer
import System

/// Answers with the list, alone or beside one of its entries.
enum CatalogHandler {
  static func list(_ visit: Visit) -> Reply {
    if let shelf = visit.site.shelf { return ShelfHandler.page(visit, shelf) }
    if let search = visit.edition.search { return SearchHandler.page(visit, search) }
    return send(CatalogPage(ShownList(visit), in: visit.origin), visit)
  }

  /// The list's results without the page around them, for the script.
  static func results(_ visit: Visit) -> Reply {
    let pane = ListPane(ShownList(visit))
    let results = visit.context.templates.results.render(pane).bytes
    return .page(.html, results, effort: .quick, awaitsPictures: pane.awaitsPictures)
  }

  static func entry(_ visit: Visit) -> Reply {
    guard let position = visit.context.catalog.position(of: visit.name) else { return .refusal(404) }
    return send(CatalogPage(ShownList(visit, chosen: position), in: visit.origin), visit)
  }

  /// Leads to any entry of the list; to the list itself where nothing is in it.
  static func random(_ visit: Visit) -> Reply {
    let list = ShownList(visit)
    let state = list.state.with(\.page, 1)
    let rank = (0..<list.results.total).randomElement() ?? 0
    guard let position = list.results.page(from: rank, limit: 1).first else {
      return .redirect(to: visit.addresses.list(state))
    }
    return .redirect(to: visit.addresses.entry(visit.context.catalog.entries[position].id, state))
  }

  /// The base path without its slash leads to the list.
  static func home(_ visit: Visit) -> Reply {
    .response(Response(status: 301, headers: [("Location", visit.addresses.list())]))
  }

  private static func send(_ page: CatalogPage, _ visit: Visit) -> Reply {
    // A search is asked for once, a list again and again.
    let effort: Gzip.Effort = page.list.list.isSearch ? .quick : .usual
    return .page(
      visit.context.templates.catalog, page, effort: effort, awaitsPictures: page.awaitsPictures)
  }
}
