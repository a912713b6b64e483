import Catalogs
import Configuration
import Dispatch
import Maps
import Pictures
import Search
import Text

/// What the pages of one catalog are made of, in one language.
struct PageContext: Sendable {
  /// Rows are prepared for all entries up to this many; beyond it, for each page when it is asked for.
  private static let preparedLimit = 5_000

  let show: Show
  let catalog: Catalog
  /// Nil if no picture is ever fetched.
  let pictures: PictureCache?
  private(set) var addresses: Addresses
  let assets: Assets
  var provenance: Provenance
  let emblem: Emblem
  /// What rows and pictures need.
  let looks: PageLooks
  /// Between which all places lie; nil for a catalog without places.
  let latitudes: ClosedRange<Double>?
  /// Made when the first map is asked for; nil for a catalog without places.
  private let lazyAtlas: LazyValue<Atlas>?
  /// Made when the first entry is shown.
  private let lazyMentions: LazyValue<Mentions>
  /// Rows of all entries; empty if there are too many.
  private let rows: [Row]
  /// Whether a page of the longest descriptions is searched for hits within about a millisecond. False for a long
  /// list.
  private let hasShortTexts: Bool
  /// Position of the language that the pages are made in.
  private var languagePosition = Languages.english
  private var appearance = Appearance.system
  /// What entries are called, in the order of the languages.
  private let nouns: [NounWords]
  private let chromes: [Chrome]

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
    let emblem = Emblem(of: show.looks, in: assets, addresses)
    self.emblem = emblem
    let languages = assets.languages.all
    nouns = languages.map { $0.noun(of: show) }
    chromes = languages.indices.map { Chrome(show, addresses, assets, emblem, language: $0) }
    let entries = catalog.entries
    let looks = PageLooks(show.looks, of: entries, addresses)
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

  /// Bytes of the descriptions of one page that are looked through within about a millisecond.
  private static let quickTexts = 256 << 10
  /// Entries of which it is found out within about a millisecond which of them name which others.
  private static let quickMentions = 100

  /// Whether the list is short enough for every query but one of long texts to be answered within a millisecond.
  var isShort: Bool { !rows.isEmpty && hasShortTexts }

  /// Whether a page of what a query finds is made within about a millisecond, however long the list is.
  func isQuick(_ query: Query) -> Bool {
    isShort || catalog.answersAtOnce(query, isShort: catalog.entries.count <= Self.preparedLimit)
  }

  /// Whether it is known which entries name which others, or is found out within about a millisecond.
  var knowsMentions: Bool {
    lazyMentions.isMade || !(Self.quickMentions..<Mentions.entryLimit + 1).contains(catalog.entries.count)
  }

  /// The same in the language of another site's pages, if it is spoken here too.
  func inLanguage(_ language: Language) -> PageContext {
    inLanguage(assets.languages.tags.firstIndex(of: language.tag) ?? Languages.english)
  }

  /// The same in another language and appearance.
  func inLanguage(_ position: Int, _ appearance: Appearance = .system) -> PageContext {
    var context = self
    context.languagePosition = position
    context.appearance = appearance
    return context
  }

  /// The same as it is seen at a kiosk.
  var atKiosk: PageContext {
    var context = self
    context.addresses.venue = .kiosk
    context.addresses.namesKiosk = !show.isKiosk
    return context
  }

  /// Where the entries lie; nil for a catalog without places. The first use takes 80 ms for 200,000.
  var atlas: Atlas? { lazyAtlas?.value }

  /// Which entries name which others.
  var mentions: Mentions { lazyMentions.value }

  /// Entries of which the atlas takes so long that nobody should wait for it on a polling thread.
  private static let slowAtlas = 5_000

  /// Makes the atlas on a thread of its own if that takes long: shortly, so that the first pages come before
  /// it.
  func makeAtlasBeforehand() {
    guard let lazyAtlas, catalog.entries.count >= Self.slowAtlas else { return }
    DispatchQueue(label: "dramatis.atlas", qos: .utility).asyncAfter(deadline: .now() + 1) {
      _ = lazyAtlas.value
    }
  }

  var language: Language { assets.languages[languagePosition] }
  var templates: PageTemplates { assets.templates[languagePosition].value }
  var noun: NounWords { nouns[languagePosition] }

  /// What a page has around it.
  /// - Parameter title: of the page; nil for the show's own.
  func chrome(title: String? = nil) -> Chrome {
    var chrome = chromes[languagePosition]
    chrome.appearance = appearance
    if addresses.venue == .kiosk { chrome.move(to: addresses) }
    if let title { chrome.title = "\(title) – \(show.name)" }
    return chrome
  }

  /// The entry with an id.
  func entry(_ id: String) -> Entry? { catalog.position(of: id).map { catalog.entries[$0] } }

  func row(at position: Int) -> Row {
    let prepared = rows.isEmpty ? nil : rows[position]
    // Each language has its own words for a place.
    if let prepared, latitudes == nil || !prepared.subtitle.isEmpty { return prepared.checked(self) }
    let entry = catalog.entries[position]
    return (prepared ?? Row(entry, looks)).with(subtitle: subtitle(of: entry)).checked(self)
  }

  /// The line below an entry's title: its subtitle, else its place in the visitor's language, after the country where
  /// the title ends with its letters.
  func subtitle(of entry: Entry) -> String? {
    let own = entry.subtitle ?? entry.coordinate.map { language.coordinates($0.latitude, $0.longitude) }
    guard show.namesCountries, let country = countries.name(in: entry.title) else { return own }
    return [country, own].compactMap { $0 }.joined(separator: " · ")
  }

  private var countries: CountryNames { assets.languages.countries[languagePosition].value }

  /// What answers a query; where nothing fits it as it was typed, the name of a country counts as its
  /// letters.
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

  /// Whether its sections are what one chooses from, one of them always being open.
  var leadsWithSections: Bool { catalog.order == .feed && !catalog.sections.isEmpty }

  /// The state with the section that is open where it names none: while nothing is searched for.
  func settled(_ state: ListState, at entry: Entry? = nil) -> ListState {
    guard leadsWithSections, !state.isFavoritesOnly, state.section == nil, query(of: state).search.isEmpty
    else { return state }
    return state.with(\.section, catalog.sections[entry?.sections.first ?? 0].id)
  }

  func query(of state: ListState) -> Query {
    Query(
      search: SearchQuery(state.text, match: show.match), section: state.section, filters: state.filters,
      sort: state.sort)
  }
}
