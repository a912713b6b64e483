import Catalogs
import Configuration
import Dispatch
import Maps
import Pictures
import Search
import Text

/// The data and resources for the pages of one catalog, in one language.
struct PageContext: Sendable {
  /// Most entries whose rows are prepared; larger catalogs make the rows of each page.
  private static let preparedLimit = 5_000

  let show: Show
  /// The catalog as lists show it: without covered spoilers.
  let catalog: Catalog
  let pictures: PictureCache?
  private(set) var addresses: Addresses
  let assets: Assets
  /// The source of the catalog.
  var provenance: Provenance
  /// The time of the first question to the feed since its last answer that failed, in seconds since 1970.
  var failedAt: Int?
  let emblem: Emblem
  let looks: PageLooks
  /// The part of the globe that its maps show; nil for a catalog without coordinates.
  let mapFrame: MapFrame?
  /// Made for the first map; nil for a catalog without coordinates.
  private let lazyAtlas: LazyValue<Atlas>?
  private let lazyMentions: LazyValue<Mentions>
  private let dailyChoice = DailyChoice()
  /// Rows of all entries; empty for a large catalog.
  private let rows: [Row]
  /// The fact below each title, for entries without a line of their own: the first date, else in a list of titles alone
  /// the fact that tells most of them apart.
  private let lineField: FactField?
  /// Whether a page of the longest descriptions can be searched for hits in about a millisecond.
  private let hasShortTexts: Bool
  /// The visitor's choices, with those in the address.
  private(set) var preferences = Preferences()
  let cookies: ListCookies
  private let nouns: [NounWords]
  /// By the position of their language.
  private let translations: [Translation?]

  init(
    show: Show, catalog: Catalog, pictures: PictureCache?, addresses: Addresses, assets: Assets,
    provenance: Provenance
  ) {
    self.show = show
    self.catalog = catalog.shown(of: show)
    self.pictures = pictures
    self.addresses = addresses
    self.assets = assets
    self.provenance = provenance
    emblem = Emblem(of: show.looks, in: assets, addresses)
    cookies = ListCookies(show.slug)
    nouns = assets.languages.all.map { $0.noun(of: show) }
    translations = assets.languages.all.map { show.translations[$0.tag] ?? show.translations[$0.primary] }
    let entries = catalog.entries
    let looks = PageLooks(show.looks, of: entries, addresses, isEnglish: show.language == "en")
    self.looks = looks
    lineField = Self.lineField(of: self.catalog, looks)
    rows = entries.count <= Self.preparedLimit ? self.catalog.entries.map { Row($0, looks) } : []
    let longest = rows.isEmpty ? [] : entries.map(\.text.utf8.count).sorted().suffix(Paging.pageSize)
    hasShortTexts = longest.reduce(0, +) <= Self.quickTexts
    lazyMentions = LazyValue { Mentions(entries, isEnglish: show.language == "en") }
    mapFrame = entries.latitudes.map {
      MapFrame(around: $0, count: entries.count, place: entries.coordinate(at:))
    }
    lazyAtlas = mapFrame.map { frame in
      LazyValue {
        Atlas(
          in: frame, land: assets.land, count: entries.count, accent: show.looks.accent,
          place: { entries.coordinate(at: $0) })
      }
    }
  }

  /// Bytes of descriptions that can be searched in about a millisecond.
  private static let quickTexts = 256 << 10
  /// Entries whose mentions can be found in about a millisecond.
  static let quickMentions = 100

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

  func inLanguage(_ position: Int) -> PageContext { with(Preferences(language: position)) }

  func with(_ preferences: Preferences) -> PageContext {
    var context = self
    context.preferences = preferences
    if let sort = preferences.sort { context.preferences.sort = context.catalog.sort(named: sort.text) }
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
      on: day, among: whole.entries, hasArrived: { pictures?.facts(of: $0)?.isNearSquare == true },
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
      // All coordinates were read, and most of the file with them.
      catalog.release()
    }
  }

  var language: Language { assets.languages[preferences.language] }
  var templates: PageTemplates { assets.templates[preferences.language].value }
  var noun: NounWords { nouns[preferences.language] }
  var showName: String { translations[preferences.language]?.name ?? show.name }
  /// Whether the credit is in the language of the show, because the page's has no translation of it.
  /// The credit of the list that is served.
  var credit: Show.Credit? { isBundled ? show.bundledCredit : show.credit }
  private var isBundled: Bool { provenance == .bundled && show.bundledCredit != nil }
  private var translatedCredit: String? {
    let translation = translations[preferences.language]
    return isBundled ? translation?.bundledCredit : translation?.credit
  }
  var isCreditOfShow: Bool { translatedCredit == nil }
  var creditText: String? { credit.map { translatedCredit ?? $0.text } }

  /// The translation of a fact's label; nil without one.
  func translated(_ label: String) -> String? { translations[preferences.language]?.labels[label] }

  func label(_ label: String) -> String { translated(label) ?? label }
  func section(_ title: String) -> String { translated(title) ?? language.section(title) }

  func chrome(title: String? = nil) -> Chrome { Chrome(self, title: title) }

  func entry(_ id: String) -> Entry? { catalog.position(of: id).map { catalog.entries[$0] } }

  func row(at position: Int) -> Row { row(at: position, hasLine: true) }

  /// - Parameter hasLine: whether a fact may stand below the title.
  func row(at position: Int, hasLine: Bool) -> Row {
    let entry = catalog.entries[position]
    var row = rows.isEmpty ? Row(entry, looks) : rows[position]
    // The words for a coordinate depend on the language.
    if mapFrame != nil, looks.rows != .titles, entry.subtitle == nil {
      let parts = subtitleParts(of: entry).map { SafeHTML(escaping: $0 ?? "") }
      (row.subtitle, row.country, row.isPlace) = (parts[0], parts[1], entry.coordinate != nil)
    }
    if hasLine, let lineField, row.subtitle.isEmpty, looks.rows != .titles,
      let values = catalog.facts(at: position).first(where: { $0.field == lineField })?.values
    {
      row.lead(with: language.list(values.map(language.text(of:))))
    }
    row.thumbnail = row.thumbnail.checked(self)
    return row
  }

  /// Entries whose facts are compared.
  private static let lineSample = 100

  private static func lineField(of catalog: Catalog, _ looks: PageLooks) -> FactField? {
    let entries = catalog.entries
    let positions = entries.indices.prefix(lineSample)
    let bare = positions.count { entries[$0].subtitle == nil && entries[$0].coordinate == nil }
    guard 2 * bare > positions.count else { return nil }
    let facts = positions.map { catalog.facts(at: $0) }
    func values(_ field: FactField) -> [[FactValue]] {
      facts.compactMap { $0.first { $0.field == field }?.values }
    }
    let fields = catalog.factFields
    let date = fields.first { field in
      let found = values(field)
      return 2 * found.count > positions.count && found.allSatisfy { $0.first?.isDated == true }
    }
    if let date { return date }
    guard !looks.hasFaces else { return nil }
    let variety = fields.map { Set(values($0)).count }
    return variety.max().flatMap { most in most > 1 ? fields[variety.firstIndex(of: most) ?? 0] : nil }
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

extension FactValue {
  /// Whether it says when something is.
  fileprivate var isDated: Bool {
    switch meaning {
    case .year, .years, .month, .day, .annual, .moment, .repeated: true
    default: false
    }
  }
}
