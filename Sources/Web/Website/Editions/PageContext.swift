import Catalogs
import Configuration
import Dispatch
import Favorites
import Maps
import Pictures
import Search
import Text

/// The data and resources for the pages of one catalog, in one language.
struct PageContext: Sendable {
  /// Most entries whose rows are prepared; larger catalogs make the rows of each page.
  private static let preparedLimit = 5_000

  let show: Show
  let catalog: Catalog
  let pictures: PictureCache?
  private(set) var addresses: Addresses
  let assets: Assets
  var provenance: Provenance
  let emblem: Emblem
  let looks: PageLooks
  /// Range of all coordinates; nil for a catalog without coordinates.
  let latitudes: ClosedRange<Double>?
  /// Made for the first map; nil for a catalog without coordinates.
  private let lazyAtlas: LazyValue<Atlas>?
  private let lazyMentions: LazyValue<Mentions>
  private let dailyChoice = DailyChoice()
  /// Rows of all entries; empty for a large catalog.
  private let rows: [Row]
  /// Whether a page of the longest descriptions can be searched for hits in about a millisecond.
  private let hasShortTexts: Bool
  private var languagePosition = Languages.english
  private(set) var appearance = Appearance.system
  /// The order that the browser chose last; nil for the list's own.
  private(set) var lastSort: FactSort?
  let viewCookie: SettingsCookie
  let sortCookie: SettingsCookie
  private let nouns: [NounWords]
  /// By the position of their language.
  private let translations: [Translation?]

  init(
    show: Show, catalog: Catalog, pictures: PictureCache?, addresses: Addresses, assets: Assets,
    provenance: Provenance
  ) {
    self.show = show
    self.catalog = catalog
    self.pictures = pictures
    self.addresses = addresses
    self.assets = assets
    self.provenance = provenance
    emblem = Emblem(of: show.looks, in: assets, addresses)
    viewCookie = SettingsCookie.view(of: show.slug)
    sortCookie = SettingsCookie.sort(of: show.slug)
    nouns = assets.languages.all.map { $0.noun(of: show) }
    translations = assets.languages.all.map { show.translations[$0.tag] ?? show.translations[$0.primary] }
    let entries = catalog.entries
    let looks = PageLooks(show.looks, of: entries, addresses, isEnglish: show.language == "en")
    self.looks = looks
    rows = entries.count <= Self.preparedLimit ? entries.map { Row($0, looks) } : []
    let longest = rows.isEmpty ? [] : entries.map(\.text.utf8.count).sorted().suffix(Paging.pageSize)
    hasShortTexts = longest.reduce(0, +) <= Self.quickTexts
    lazyMentions = LazyValue { Mentions(entries) }
    latitudes = entries.latitudes
    lazyAtlas = latitudes.map { _ in
      LazyValue {
        Atlas(
          count: entries.count, colors: AtlasColors(accent: show.looks.accent),
          place: { entries.coordinate(at: $0) })
      }
    }
  }

  /// Bytes of descriptions that can be searched in about a millisecond.
  private static let quickTexts = 256 << 10
  /// Entries whose mentions can be found in about a millisecond.
  private static let quickMentions = 100

  /// Whether every query can be answered in about a millisecond.
  var isShort: Bool { !rows.isEmpty && hasShortTexts }

  /// Whether the results of a query can be shown in about a millisecond, even in a long list.
  func isQuick(_ query: Query) -> Bool {
    isShort || catalog.answersAtOnce(query, isShort: catalog.entries.count <= Self.preparedLimit)
  }

  /// Whether mentions are known or can be found in about a millisecond.
  var knowsMentions: Bool {
    lazyMentions.isMade || !(Self.quickMentions..<Mentions.entryLimit + 1).contains(catalog.entries.count)
  }

  /// The context in a language of another site, or in English if this site lacks it.
  func inLanguage(_ language: Language) -> PageContext {
    inLanguage(assets.languages.tags.firstIndex(of: language.tag) ?? Languages.english)
  }

  func inLanguage(
    _ position: Int, _ appearance: Appearance = .system, lastSort: FactSort? = nil
  ) -> PageContext {
    var context = self
    context.lastSort = lastSort
    context.languagePosition = position
    context.appearance = appearance
    return context
  }

  var atKiosk: PageContext {
    var context = self
    context.addresses.venue = .kiosk
    context.addresses.namesKiosk = !show.isKiosk
    return context
  }

  /// Nil for a catalog without coordinates. The first use takes 80 ms for 200,000 entries.
  var atlas: Atlas? { lazyAtlas?.value }

  /// The entries of a day, and whether they stay the same until the next one.
  func featured(on day: Int) -> (positions: [Int], isFinal: Bool) {
    dailyChoice.positions(
      on: day, among: catalog.entries, hasArrived: { pictures?.facts(of: $0) != nil },
      isPending: { pictures?.isPending($0) == true })
  }

  var mentions: Mentions { lazyMentions.value }

  /// Entries from which the atlas takes too long for a polling thread.
  private static let slowAtlas = 5_000

  /// Makes a large atlas on a thread of its own, a second from now so that the first pages come earlier.
  func makeAtlasBeforehand() {
    guard let lazyAtlas, catalog.entries.count >= Self.slowAtlas else { return }
    DispatchQueue(label: "dramatis.atlas", qos: .utility).asyncAfter(deadline: .now() + 1) {
      _ = lazyAtlas.value
    }
  }

  var language: Language { assets.languages[languagePosition] }
  var templates: PageTemplates { assets.templates[languagePosition].value }
  var noun: NounWords { nouns[languagePosition] }
  var showName: String { translations[languagePosition]?.name ?? show.name }
  /// Whether the credit is in the language of the show, because the page's has no translation of it.
  var isCreditOfShow: Bool { translations[languagePosition]?.credit == nil }
  var credit: String? { show.credit.map { translations[languagePosition]?.credit ?? $0.text } }

  /// The translation of a fact's label; nil without one.
  func translated(_ label: String) -> String? { translations[languagePosition]?.labels[label] }

  func label(_ label: String) -> String { translated(label) ?? label }
  func section(_ title: String) -> String { translated(title) ?? language.section(title) }

  func chrome(title: String? = nil) -> Chrome { Chrome(self, title: title) }

  func entry(_ id: String) -> Entry? { catalog.position(of: id).map { catalog.entries[$0] } }

  /// A favorite of an entry, with the beginning of its title.
  func favorite(_ id: String, addedAt: Int) -> Favorite? {
    entry(id).flatMap {
      Favorite(id: $0.id, title: String($0.title.prefix(Favorite.titleLength)), addedAt: addedAt)
    }
  }

  func row(at position: Int) -> Row {
    var row = rows.isEmpty ? Row(catalog.entries[position], looks) : rows[position]
    // The words for a coordinate depend on the language.
    if rows.isEmpty || latitudes != nil && row.subtitle.isEmpty {
      row.subtitle = SafeHTML(escaping: subtitle(of: catalog.entries[position]) ?? "")
    }
    row.thumbnail = row.thumbnail.checked(self)
    return row
  }

  /// The line below a title: subtitle or coordinate, after the country of a title that ends with its code.
  func subtitle(of entry: Entry) -> String? {
    let own = entry.subtitle ?? entry.coordinate.map { language.coordinates($0.latitude, $0.longitude) }
    guard show.namesCountries, let country = countries.name(in: entry.title) else { return own }
    return [country, own].compactMap { $0 }.joined(separator: " · ")
  }

  private var countries: CountryNames { assets.languages.countries[languagePosition].value }

  /// The results of a query. Without results, the name of a country is replaced with its code.
  func findings(for query: Query) -> Findings {
    let found = catalog.findings(for: query)
    guard show.namesCountries, found.correctedTo != nil || found.results.total == 0,
      let text = countries.coded(query.search.shown)
    else { return found }
    var coded = query
    coded.search = SearchQuery(text, match: show.match)
    let results = catalog.results(for: coded)
    return results.total > 0 ? Findings(results: results, corrections: [coded.search]) : found
  }

  /// Whether the sections are the main navigation, with one of them always open.
  var leadsWithSections: Bool { catalog.order == .feed && !catalog.sections.isEmpty }

  /// The state with the section that opens by default, unless it has a section or a search.
  func resolvedState(_ state: ListState, at entry: Entry? = nil) -> ListState {
    guard leadsWithSections, !state.isOfVisitor, state.section == nil, query(of: state).search.isEmpty
    else { return state }
    return state.with(\.section, catalog.sections[entry?.sections.first ?? 0].id)
  }

  func view(of state: ListState) -> Looks.View { state.view ?? looks.view }

  func query(of state: ListState) -> Query {
    Query(
      search: SearchQuery(state.text, match: show.match), section: state.section, filters: state.filters,
      sort: sort(of: state))
  }

  /// The fact that a list is sorted by; nil for its order by title or relevance.
  func sort(of state: ListState) -> FactSort? {
    if let sort = chosenSort(of: state) { return sort.fact == FactField.titleOrder ? nil : sort }
    return isSearch(state) ? nil : catalog.sort
  }

  /// The order in the address, else the one that the browser chose last; nil for the list's own. Best matches come first
  /// in a search.
  func chosenSort(of state: ListState) -> FactSort? { state.sort ?? (isSearch(state) ? nil : lastSort) }

  private func isSearch(_ state: ListState) -> Bool { !SearchQuery(state.text, match: show.match).isEmpty }
}

/// The style of a catalog's rows and pictures.
struct PageLooks: Sendable {
  let rows: Looks.RowStyle
  let view: Looks.View
  let aspect: Aspect
  let tile: PictureScaling
  /// Whether entries have pictures, so that others need a placeholder of the same size.
  let hasPictures: Bool
  /// Whether the texts of the entries are English.
  let isEnglish: Bool
  let addresses: Addresses

  /// Entries that are examined for pictures and texts: most entries of a catalog have them, or none.
  private static let sampleSize = 200

  init(_ looks: Looks, of entries: Entries, _ addresses: Addresses, isEnglish: Bool = false) {
    self.isEnglish = isEnglish
    let sample = entries.prefix(Self.sampleSize)
    let pictured = sample.count { $0.picture != nil }
    hasPictures = pictured > 0
    view = looks.view ?? (hasPictures && 2 * pictured >= sample.count ? .stage : .list)
    rows = looks.rows ?? (hasPictures || sample.contains { !$0.text.isEmpty } ? .summaries : .titles)
    aspect = looks.aspect
    tile = PictureScaling(.tile(width: aspect.width, height: aspect.height), .webp)
    self.addresses = addresses
  }

  /// The first words of an entry's text in its row: in one line without the name, which is above it.
  func opening(of entry: Entry, limit: Int) -> String {
    let isLine = rows == .summaries && isEnglish
    let text = isLine ? Wording.predicate(of: entry.text, title: entry.title) : entry.text
    return Wording.beginning(of: text, limit: limit)
  }
}
