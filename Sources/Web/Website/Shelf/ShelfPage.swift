import HTTPServer
import Templates
import Text

/// The page of all shows, or the results of a text in each of them.
enum ShelfHandler {
  static func page(_ visit: Visit, _ shelf: Shelf) -> Reply {
    // Never cached: the page changes with each of the shows.
    .page(
      visit.context.templates.shelf, ShelfPage(visit, shelf.shows, visit.state.text), isCacheable: false)
  }
}

/// All shows of a server, or the results of a text in each of them, best first.
struct ShelfPage: Renderable {
  private let context: PageContext
  private let text: String
  private let cards: [ShelfCard]
  private let groups: [ShelfGroup]

  init(_ visit: Visit, _ shows: [ShelfShow], _ text: String) {
    context = visit.context
    self.text = text
    let language = context.language
    let all = shows.map { ShelfCard($0, in: language, emblem: visit.context.shown.emblem.drawing) }
    cards = all.filter(\.isServed) + all.filter { !$0.isServed }
    let found =
      text.isEmpty ? [] : shows.compactMap { $0.site.flatMap { ShelfGroup(text, in: $0, visit.context) } }
    // Guesses only where nothing matches. Equal groups keep the order of the shelf.
    let matching = found.filter { !$0.isCorrected }
    groups = (matching.isEmpty ? found : matching).enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(\.element)
  }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.context.chrome() },
    .text("shelf") { $0.context.addresses.list() },
    .text("searchText") { $0.text },
    .flag("isSearch") { !$0.text.isEmpty },
    .list("cards") { $0.cards },
    .flag("hasPicks") { $0.cards.contains { $0.pick != nil } },
    .list("groups") { $0.groups },
    .flag("hasGroups") { !$0.groups.isEmpty },
    .text("nothingFound") { page in
      let noun = page.context.language.entry
      return page.context.language.text(
        .matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": page.text])
    },
  ]
}

struct ShelfCard: Renderable {
  private let name: String
  private let emblem: String
  /// Nil for a show that cannot be served.
  private let address: String?
  /// Number of entries in words; empty for a show that searches an external service.
  private let count: String
  /// Arrivals, or the time of the last refresh, or the reason why the show is not served.
  private let news: String
  private let isNew: Bool
  /// The entry of the day.
  fileprivate var pick: Row?
  private var (language, tile) = ("", "")
  /// Pictures of the entries of the day; empty for a show without enough of them.
  private var faces: [Thumbnail] = []
  /// The map of all entries, for a show with places and no pictures.
  private var map: String?

  private static let faceCount = 4

  var isServed: Bool { address != nil }

  /// - Parameter emblem: the emblem of a show that cannot be served.
  init(_ show: ShelfShow, in language: Language, emblem: String) {
    guard let site = show.site else {
      (name, self.emblem, address) = (show.title, emblem, nil)
      (count, news, isNew) = ("", "\(language.text(.notServed)). \(language.text(.notServedReason))", false)
      return
    }
    let edition = site.published.value
    let context = edition.context.inLanguage(language)
    name = context.showName
    self.emblem = context.shown.emblem.drawing
    if edition.provenance == .missing {
      (address, count, isNew) = (nil, "", false)
      news = language.text(site.phase.isLoading ? .loading : .notServed)
      return
    }
    address = context.addresses.list()
    let entries = context.catalog.entries.count
    count = edition.search == nil ? language.counted(entries, context.noun) : ""
    if let arrivals = edition.news {
      let date = Provenance.date(arrivals.moment, in: language)
      (news, isNew) = (language.text(.arrived, count: arrivals.count, ["date": date]), true)
    } else {
      (news, isNew) = (Self.age(edition, language), false)
    }
    let featured = context.shown.featured(on: edition.today).positions
    pick = featured.first.map(context.row(at:))
    (self.language, tile) = (context.show.language ?? "", "\(context.show.looks.tile)")
    let pictured = featured.filter { context.catalog.entries[$0].picture != nil }.prefix(Self.faceCount)
    if pictured.count == Self.faceCount {
      faces = pictured.map { context.row(at: $0).thumbnail }
    } else if context.shown.mapFrame != nil {
      map = context.addresses[.mapOfAll]
    }
  }

  private static func age(_ edition: Edition, _ language: Language) -> String {
    guard edition.search == nil, case .feed = edition.provenance else { return "" }
    return edition.note(in: language) ?? ""
  }

  static let fields: [Field<Self>] = [
    .text("cardName") { $0.name },
    .text("cardEmblem") { $0.emblem },
    .object("pick") { $0.pick },
    .text("cardLanguage") { $0.language },
    .text("cardTile") { $0.tile },
    .optionalText("cardAddress") { $0.address },
    .flag("isPlain") { $0.faces.isEmpty && $0.map == nil },
    .text("cardCount") { $0.count },
    .text("cardNews") { $0.news },
    .flag("hasNewEntries") { $0.isNew },
    .flag("hasFaces") { !$0.faces.isEmpty },
    .list("faces") { $0.faces },
    .optionalText("cardMap") { $0.map },
  ]
}

/// The results of a text in one show.
struct ShelfGroup: Renderable {
  /// Most rows of a show; the show's page has all results.
  private static let rowLimit = 5

  private let context: PageContext
  private let list: ShownList
  private let rows: [Row]
  var isCorrected: Bool { list.isCorrected }
  /// Distance of the best result from the text: 0 for an equal title.
  let distance: Int

  /// - Parameter page: of the shelf.
  init?(_ text: String, in site: Site, _ page: PageContext) {
    let edition = site.published.value
    context = edition.context.inLanguage(page.language)
    guard edition.search == nil, let list = ShownList(text, in: context),
      let best = list.results.page(from: 0, limit: 1).first
    else { return nil }
    self.list = list
    rows = list.rows(from: 0, limit: Self.rowLimit)
    distance = Self.distance(of: context.catalog.entries[best].title, in: list)
  }

  private static func distance(of title: String, in list: ShownList) -> Int {
    if list.isCorrected { return 4 }
    let hits = list.query.search.hits(in: title)
    guard let first = hits.first else { return 3 }
    if first.lowerBound > 0 { return 2 }
    return first.count == title.utf8.count ? 0 : 1
  }

  static let fields: [Field<Self>] = [
    .text("groupName") { $0.context.showName },
    .text("groupEmblem") { $0.context.shown.emblem.drawing },
    .text("groupAddress") { $0.context.addresses.list($0.list.state) },
    .text("groupSummary") { $0.list.summary },
    .text("groupLanguage") { $0.context.show.language ?? "" },
    .html("groupQuery") { SafeHTML(escaping: $0.list.state.query) },
    .list("groupRows") { $0.rows },
    .flag("hasMore") { $0.list.results.total > $0.rows.count },
  ]
}
