import Catalogs
import HTTPServer

/// Answers with the drawing of where an entry lies.
enum MapHandler {
  static func map(_ visit: Visit) -> Reply {
    let catalog = visit.context.catalog
    guard let atlas = visit.context.atlas, let position = catalog.position(of: visit.name),
      catalog.entries.coordinate(at: position) != nil
    else { return .refusal(404) }
    let title = catalog.entries[position].title
    guard let drawing = atlas.map(of: position, title: title, name: visit.context.nameBeside(title)) else {
      return .refusal(404)
    }
    return .page(.drawing, drawing, caching: "public, max-age=86400")
  }
}

extension MapHandler {
  /// Answers with the drawing of where all entries lie that a list shows.
  static func overview(_ visit: Visit) -> Reply {
    let context = visit.context
    guard let atlas = context.atlas else { return .refusal(404) }
    let query = context.query(of: visit.state)
    let isAll = query.search.isEmpty && query.section == nil && query.filters.isEmpty
    let results = context.catalog.results(for: query)
    let drawing = isAll ? atlas.overview() : atlas.overview(of: results.page(from: 0, limit: results.total))
    return .page(.drawing, drawing)
  }
}

extension PageContext {
  /// What a neighbour of a place is called: its title, without the country where that is the place's own too.
  func nameBeside(_ title: String) -> (Int) -> String {
    let country = title.lastIndex(of: ",").map { title[$0...] }
    return { [catalog] position in
      let name = catalog.entries[position].title
      guard let country, name.hasSuffix(country) else { return name }
      return String(name.dropLast(country.count))
    }
  }
}
