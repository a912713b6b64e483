import Catalogs
import Configuration
import Maps
import Pictures
import Search
import Text

/// A catalog as one visitor sees it: with the words of a language, and the visitor's choices.
struct PageContext: Sendable {
  let shown: ShownCatalog
  private(set) var addresses: Addresses
  /// The visitor's choices, with those in the address.
  private(set) var preferences = Preferences()

  init(show: Show, catalog: Catalog, pictures: PictureCache?, addresses: Addresses, assets: Assets) {
    shown = ShownCatalog(
      show: show, catalog: catalog, pictures: pictures, addresses: addresses, assets: assets)
    self.addresses = addresses
  }

  var show: Show { shown.show }
  var catalog: Catalog { shown.catalog }
  var whole: Catalog { shown.whole }
  var pictures: PictureCache? { shown.pictures }
  var assets: Assets { shown.assets }
  var looks: PageLooks { shown.looks }

  // MARK: Choices

  func inLanguage(_ position: Int) -> PageContext { with(Preferences(language: position)) }

  /// The context in a language of another site, or in English if this site lacks it.
  func inLanguage(_ language: Language) -> PageContext {
    inLanguage(assets.languages.tags.firstIndex(of: language.tag) ?? Languages.english)
  }

  func with(_ preferences: Preferences) -> PageContext {
    var context = self
    context.preferences = preferences
    if let sort = preferences.sort { context.preferences.sort = catalog.sort(named: sort.text) }
    return context
  }

  var atKiosk: PageContext {
    var context = self
    context.addresses.venue = .kiosk
    context.addresses.namesKiosk = !show.isKiosk
    return context
  }

  // MARK: Words

  var language: Language { assets.languages[preferences.language] }
  var templates: PageTemplates { assets.templates[preferences.language].value }
  var noun: NounWords { shown.nouns[preferences.language] }
  private var translation: Translation? { shown.translations[preferences.language] }
  var showName: String { translation?.name ?? show.name }

  /// The translation of a fact's label; nil without one.
  func translated(_ label: String) -> String? { translation?.labels[label] }

  func label(_ label: String) -> String { translated(label) ?? label }
  func section(_ title: String) -> String { translated(title) ?? language.section(title) }

  /// The credit of a list, and whether it is in the language of the show because the page's has no translation of it.
  func credit(of provenance: Provenance) -> (text: String, link: String?, isOfShow: Bool)? {
    let isBundled = provenance == .bundled && show.bundledCredit != nil
    guard let credit = isBundled ? show.bundledCredit : show.credit else { return nil }
    let translated = isBundled ? translation?.bundledCredit : translation?.credit
    return (translated ?? credit.text, credit.link, translated == nil)
  }

  func chrome(title: String? = nil) -> Chrome { Chrome(self, title: title) }

  // MARK: Entries

  func entry(_ id: String) -> Entry? { catalog.position(of: id).map { catalog.entries[$0] } }

  func row(at position: Int) -> Row { row(at: position, hasLine: true) }

  /// - Parameter hasLine: whether a fact may stand below the title.
  func row(at position: Int, hasLine: Bool) -> Row {
    let entry = catalog.entries[position]
    var row = shown.row(at: position)
    // The words for a coordinate depend on the language.
    if shown.mapFrame != nil, looks.rows != .titles, entry.subtitle == nil {
      let parts = subtitleParts(of: entry).map { SafeHTML(escaping: $0 ?? "") }
      (row.subtitle, row.country, row.isPlace) = (parts[0], parts[1], entry.coordinate != nil)
    }
    if hasLine, let lineField = shown.lineField, row.subtitle.isEmpty, looks.rows != .titles,
      let values = catalog.facts(at: position).first(where: { $0.field == lineField })?.values
    {
      row.lead(with: language.list(values.map(language.text(of:))))
    }
    row.thumbnail = row.thumbnail.checked(self)
    return row
  }

  /// The line below a title: subtitle or coordinate, before the country of a title that ends with its code.
  func subtitle(of entry: Entry) -> String? {
    let parts = subtitleParts(of: entry).compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  private func subtitleParts(of entry: Entry) -> [String?] {
    let own = entry.subtitle ?? entry.coordinate.map { language.coordinates($0.latitude, $0.longitude) }
    return [own, show.namesCountries ? countries.name(in: entry.title) : nil]
  }

  private var countries: CountryNames { assets.languages.countries[preferences.language].value }

  /// The results of a query. Without results, the name of a country is replaced with its code.
  func findings(for query: Query) -> Findings {
    let found = catalog.findings(for: query)
    guard show.namesCountries, found.correctedTo != nil || found.results.total == 0,
      let text = countries.coded(query.search.shown)
    else { return found }
    var coded = query
    coded.search = search(text)
    let results = catalog.results(for: coded)
    return results.total > 0 ? Findings(results: results, corrections: [coded.search]) : found
  }
}

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
