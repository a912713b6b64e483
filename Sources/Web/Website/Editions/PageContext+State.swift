import Catalogs
import Configuration
import Search

extension PageContext {
  /// Whether the sections are the main navigation, with one of them always open.
  var leadsWithSections: Bool { catalog.order == .feed && !catalog.sections.isEmpty }

  /// The state without sections that the show does not have: one may disappear while its tab is open.
  func knownState(_ state: ListState) -> ListState {
    func known(_ id: String?) -> String? { catalog.sections.first { $0.id == id }?.id }
    return state.with(\.section, known(state.section)).with(\.tab, known(state.tab))
  }

  /// The state with the section that opens by default, unless it has a section or a search. One that has lost its text
  /// has the section in which the search began.
  func resolvedState(_ state: ListState, at entry: Entry? = nil) -> ListState {
    guard !isSearch(state) else { return state }
    let begun = state.with(\.section, state.section ?? state.tab).with(\.tab, nil)
    guard leadsWithSections, !state.isFavoritesOnly, begun.section == nil else { return begun }
    return begun.with(\.section, catalog.sections[entry?.sections.first ?? 0].id)
  }

  func view(of state: ListState) -> Looks.View {
    let view = state.view ?? looks.view
    return view == .table && !hasTable ? .list : view
  }

  /// Whether entries have facts, the columns of a table. A kiosk shows tiles only.
  var hasTable: Bool { addresses.venue != .kiosk && !catalog.factFields.isEmpty }

  func query(of state: ListState) -> Query {
    Query(
      search: search(state.text), section: state.section, filters: state.filters, sort: sort(of: state))
  }

  /// The fact that a list is sorted by; nil for its order by title or relevance.
  func sort(of state: ListState) -> FactSort? {
    if let sort = chosenSort(of: state) { return sort.fact == FactField.titleOrder ? nil : sort }
    return isSearch(state) ? nil : catalog.sort
  }

  /// The order in the address, else the one that the browser chose last; nil for the list's own. Best matches come first
  /// in a search.
  func chosenSort(of state: ListState) -> FactSort? {
    state.sort ?? (isSearch(state) ? nil : preferences.sort)
  }

  private func isSearch(_ state: ListState) -> Bool { !search(state.text).isEmpty }

  func search(_ text: String) -> SearchQuery {
    SearchQuery(text, match: show.match, isGerman: isGerman)
  }

  /// Whether the visitor or the list writes German.
  var isGerman: Bool { language.primary == "de" || show.language?.hasPrefix("de") == true }
}
