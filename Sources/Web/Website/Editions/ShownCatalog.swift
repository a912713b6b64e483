import Catalogs
import Configuration
import Dispatch
import Maps
import Pictures
import Search

/// One catalog with what all its pages share: made once, and read by every request.
final class ShownCatalog: Sendable {
  /// Most entries whose rows are prepared; larger catalogs make the rows of each page.
  private static let preparedLimit = 5_000
  /// Bytes of descriptions that can be searched in about a millisecond.
  private static let quickTexts = 256 << 10
  /// Entries whose mentions can be found in about a millisecond.
  static let quickMentions = 100
  /// Entries from which the atlas takes too long for a polling thread.
  private static let slowAtlas = 5_000

  let show: Show
  /// The catalog as lists show it: without covered spoilers.
  let catalog: Catalog
  let pictures: PictureCache?
  let assets: Assets
  let emblem: Emblem
  let looks: PageLooks
  /// The part of the globe that its maps show; nil for a catalog without coordinates.
  let mapFrame: MapFrame?
  let cookies: ListCookies
  /// By the position of their language.
  let nouns: [NounWords]
  let translations: [Translation?]
  /// The fact below each title, for entries without a line of their own: the first date, else in a list of titles alone
  /// the fact that tells most of them apart.
  let lineField: FactField?
  /// Rows of all entries; empty for a large catalog.
  private let rows: [Row]
  /// Whether a page of the longest descriptions can be searched for hits in about a millisecond.
  private let hasShortTexts: Bool
  private let lazyAtlas: LazyValue<Atlas>?
  private let lazyMentions: LazyValue<Mentions>
  private let dailyChoice = DailyChoice()

  init(show: Show, catalog: Catalog, pictures: PictureCache?, addresses: Addresses, assets: Assets) {
    let (shown, entries) = (catalog.shown(of: show), catalog.entries)
    (self.show, self.catalog, self.pictures, self.assets) = (show, shown, pictures, assets)
    emblem = Emblem(of: show.looks, in: assets, addresses)
    cookies = ListCookies(show.slug)
    nouns = assets.languages.all.map { $0.noun(of: show) }
    translations = assets.languages.all.map { show.translations[$0.tag] ?? show.translations[$0.primary] }
    let looks = PageLooks(show.looks, of: entries, addresses, isEnglish: show.language == "en")
    self.looks = looks
    lineField = Self.lineField(of: shown, looks)
    rows = entries.count <= Self.preparedLimit ? shown.entries.map { Row($0, looks) } : []
    let longest = rows.isEmpty ? [] : entries.map(\.text.utf8.count).sorted().suffix(Paging.pageSize)
    hasShortTexts = longest.reduce(0, +) <= Self.quickTexts
    lazyMentions = LazyValue { Mentions(entries) }
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

  var mentions: Mentions { lazyMentions.value }

  /// Nil for a catalog without coordinates. The first use takes 80 ms for 200,000 entries.
  var atlas: Atlas? { lazyAtlas?.value }

  /// Makes a large atlas on a thread of its own, a second from now so that the first pages come earlier.
  func makeAtlasBeforehand() {
    guard let lazyAtlas, catalog.entries.count >= Self.slowAtlas else { return }
    DispatchQueue(label: "dramatis.atlas", qos: .utility).asyncAfter(deadline: .now() + 1) { [catalog] in
      _ = lazyAtlas.value
      // All coordinates were read, and most of the file with them.
      catalog.release()
    }
  }

  /// The entries of a day, and whether they stay the same until the next one.
  func featured(on day: Int) -> (positions: [Int], isFinal: Bool) {
    dailyChoice.positions(
      on: day, among: whole.entries, hasArrived: { pictures?.facts(of: $0)?.isNearSquare == true },
      isPending: { pictures?.isPending($0) == true })
  }

  /// The row of an entry without words of a language.
  func row(at position: Int) -> Row { rows.isEmpty ? Row(catalog.entries[position], looks) : rows[position] }

  // MARK: Spoilers

  /// Whether texts that give the end away are covered.
  var isCovered: Bool { show.looks.spoilers == .covered }

  /// The catalog with everything that ``catalog`` may leave out.
  var whole: Catalog { catalog.covering(.none, []) }

  /// The facts of an entry that are covered, without those that name other entries.
  func coveredFacts(at position: Int) -> [NamedFact] {
    let open = catalog.factFields
    return !isCovered ? [] : whole.unrelatedFacts(at: position).filter { !open.contains($0.field) }
  }

  // MARK: The line below a title

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
}

extension Catalog {
  /// The part of it that pages show.
  fileprivate func shown(of show: Show) -> Catalog {
    show.looks.spoilers == .shown
      ? covering(.none, []) : covering(show.spoilers.isAll ? .all : .rest, show.spoilers.labels)
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
