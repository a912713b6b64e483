import CatalogCore
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
        text: entry.title, description: entry.subtitle ?? Self.beginning(of: entry.text),
        address: origin.text + addresses.entry(entry.id, state))
    }
  }

  /// The first words of a text, with an ellipsis where there are more.
  static func beginning(of text: String) -> String {
    guard text.count > descriptionLimit else { return text }
    let cut = text.prefix(descriptionLimit)
    let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
    return words + "…"
  }
}
