import Catalogs
import Search

/// Completions out of a catalog: the titles that a visitor may mean.
struct CatalogSuggestions: Sendable {
  static let limit = 10
  /// Characters of a description that stand beside a title.
  private static let descriptionLimit = 100

  let catalog: Catalog
  let addresses: Addresses

  /// - Parameter state: its text is completed; the rest is kept in the addresses, which are whole.
  func completions(_ search: SearchQuery, keeping state: ListState, in origin: Origin) -> [Completion] {
    catalog.suggestions(for: search, limit: Self.limit).map { position in
      let entry = catalog.entries[position]
      let state = state.with(\.text, entry.title).with(\.page, 1)
      return Completion(
        text: entry.title,
        description: entry.subtitle ?? Wording.beginning(of: entry.text, limit: Self.descriptionLimit),
        address: origin.text + addresses.entry(entry.id, state))
    }
  }
}
