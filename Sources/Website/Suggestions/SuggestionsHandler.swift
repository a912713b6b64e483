import Catalogs
import Configuration
import HTTPServer

/// Answers with completions of what a visitor types.
enum SuggestionsHandler {
  private static let limit = 10
  /// Characters of a description that stand beside a title.
  private static let descriptionLimit = 100

  static func plain(_ visit: Visit) -> Answer {
    if let search = visit.edition.search { return SearchHandler.completions(visit, search) }
    let body = SuggestionsJSON.bytes(query: visit.typed, completions: completions(visit))
    return visit.send(visit.page(.suggestions, body, effort: .quick))
  }

  /// With the list's results beside them, for the script.
  static func withResults(_ visit: Visit) -> Answer {
    if let search = visit.edition.search { return SearchHandler.completions(visit, search) }
    let results = String(decoding: CatalogHandler.results(of: visit), as: UTF8.self)
    let body = SuggestionsJSON.bytes(
      query: visit.typed, completions: completions(visit), more: ("results", results))
    return visit.send(visit.page(.suggestions, body, effort: .quick))
  }

  /// The titles that a visitor may mean. Their addresses are whole, and keep what the list shows.
  private static func completions(_ visit: Visit) -> [Completion] {
    let (state, catalog, origin) = (visit.state, visit.context.catalog, visit.origin)
    let search = visit.context.query(of: state).search
    return catalog.suggestions(for: search, limit: limit).map { position in
      let entry = catalog.entries[position]
      let state = state.with(\.text, entry.title).with(\.page, 1)
      return Completion(
        text: entry.title,
        description: entry.subtitle ?? Wording.beginning(of: entry.text, limit: descriptionLimit),
        address: origin.text + visit.addresses.entry(entry.id, state))
    }
  }
}
