import Cartography
import Catalogs
import Configuration
import Favorites
import HTML
import Search

/// Makes the page models of one catalog; knows no bytes and no request.
struct CatalogPages: Sendable {
  /// Rows are prepared for all entries up to this many; beyond it, for each page when it is asked for.
  private static let preparedLimit = 5_000

  let show: Show
  let catalog: Catalog
  let addresses: Addresses
  let assets: Assets
  var provenance: Provenance
  let emblem: Emblem
  /// Position of the language that the pages are made in.
  private var languagePosition = Languages.english
  /// What entries are called, in the order of the languages.
  private let nouns: [NounWords]
  /// Where the entries lie; nil for a catalog without places.
  let atlas: Atlas?
  /// Rows of all entries; empty where there are too many.
  let prepared: [Row]

  init(show: Show, catalog: Catalog, addresses: Addresses, assets: Assets, provenance: Provenance) {
    self.show = show
    self.catalog = catalog
    self.addresses = addresses
    self.assets = assets
    self.provenance = provenance
    emblem = Emblem(of: show.looks, in: assets, addresses)
    nouns = assets.languages.all.map { $0.noun(of: show) }
    let entries = catalog.entries
    let isStory = show.looks.rows == .stories
    prepared =
      entries.count <= Self.preparedLimit ? entries.map { Row($0, in: addresses, isStory: isStory) } : []
    let places = entries.indices.lazy.map { entries.coordinate(at: $0) }
    atlas =
      places.contains { $0 != nil }
      ? Atlas(places: places, colors: AtlasColors(accent: show.looks.accent)) : nil
  }

  var language: Language { assets.languages[languagePosition] }
  var templates: PageTemplates { assets.templates[languagePosition].value }
  var noun: NounWords { nouns[languagePosition] }

  /// The same pages in another language; what has no words is shared.
  func inLanguage(_ position: Int) -> CatalogPages {
    var pages = self
    pages.languagePosition = position
    return pages
  }

  func list(_ state: ListState, isOld: Bool, marks: FavoriteList?, in origin: Origin) -> CatalogPage {
    let settled = settled(state)
    let query = query(of: settled)
    let title = query.search.isEmpty ? show.name : "\(query.search.shown) – \(show.name)"
    let pane = pane(settled, query, marks, isOld: isOld)
    return CatalogPage(
      chrome: chrome(title: title), list: pane, detail: nil,
      sharing: state.isFavoritesOnly ? nil : sharing(state, title: title, summary: pane.summary, in: origin),
      drawer: marks.map { drawer($0, settled) })
  }

  /// The list's results without the page around them.
  func results(_ state: ListState, isOld: Bool, marks: FavoriteList?) -> ListPane {
    let state = settled(state)
    return pane(state, query(of: state), marks, isOld: isOld)
  }

  private func pane(_ state: ListState, _ query: Query, _ marks: FavoriteList?, isOld: Bool) -> ListPane {
    let results = results(query, state, marks)
    return pane(state, query, results, chosen: nil, isOld: isOld, marks: marks).pane
  }

  /// - Parameter sentence: what goes before the usual one for the status.
  func error(_ status: Int, sentence: String? = nil) -> ErrorPage {
    let words = language.error(status)
    return ErrorPage(
      chrome: chrome(title: "\(words.heading) – \(show.name)"), heading: words.heading,
      sentence: sentence ?? words.sentence)
  }

  /// Whether its sections are what one chooses from, one of them always being open.
  var leadsWithSections: Bool { catalog.order == .feed && !catalog.sections.isEmpty }

  /// The state with the section that is open where it names none: while nothing is searched for.
  func settled(_ state: ListState, at entry: Entry? = nil) -> ListState {
    guard leadsWithSections, !state.isFavoritesOnly, state.section == nil, query(of: state).search.isEmpty
    else { return state }
    return state.with(\.section, catalog.sections[entry?.sections.first ?? 0].id)
  }

  func query(of state: ListState) -> Query {
    Query(search: SearchQuery(state.text, match: show.match), section: state.section)
  }

  /// Address of the show's emblem.
  var icon: String { emblem.drawing }

  func chrome(title: String) -> Chrome {
    Chrome(
      showName: show.name, title: title, home: addresses.list(),
      stylesheet: assets.address(of: Assets.stylesheet, in: addresses),
      startStyles: assets.address(of: Assets.startStyles, in: addresses),
      sheetStyles: assets.address(of: Assets.sheetStyles, in: addresses),
      script: assets.address(of: Assets.script, in: addresses), openSearch: addresses.openSearch,
      connect: addresses.connect, icon: icon, manifest: addresses.manifest,
      touchIcon: emblem.address(of: .touch),
      lightTheme: "\(Looks.lightBackground)", darkTheme: Stylesheet.darkPage,
      chooseLanguage: addresses.language,
      languages: assets.languages.all.enumerated().map { position, language in
        LanguageChoice(
          tag: language.tag, name: language.name, isCurrent: position == languagePosition)
      })
  }
}
