import Catalogs
import Configuration
import HTTPServer

/// Answers with completions of what a visitor types.
enum SuggestionsHandler {
  private static let limit = 10
  /// Characters of a description that stand beside a title.
  private static let descriptionLimit = 100

  /// The titles that a visitor may mean, and what a slip was taken for. Their addresses are whole, and keep what
  /// the list shows.
  static func suggestions(_ visit: Visit) -> Reply {
    if let search = visit.edition.search { return SearchHandler.completions(visit, search) }
    let (state, catalog, origin) = (visit.state, visit.context.catalog, visit.origin)
    let found = catalog.findings(suggestedFor: visit.context.query(of: state).search, limit: limit)
    let completions = found.results.page(from: 0, limit: limit).map { position in
      let entry = catalog.entries[position]
      let state = state.with(\.text, entry.title).with(\.page, 1)
      return Completion(
        text: entry.title,
        description: entry.neutralSubtitle ?? Wording.beginning(of: entry.text, limit: descriptionLimit),
        address: origin.text + visit.addresses.entry(entry.id, state))
    }
    let body = SuggestionsJSON.bytes(
      query: visit.typed, completions: completions, more: found.correctedTo.map { ("meant", $0) })
    return .page(.suggestions, body, effort: .quick)
  }
}
