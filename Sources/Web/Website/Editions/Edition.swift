import Configuration
import HTTPServer
import Pictures
import System

/// One catalog as it is served: the contents of its pages, and the cached pages. A refresh makes a new one.
final class Edition: Sendable {
  let context: PageContext
  /// The source of the catalog.
  let provenance: Provenance
  /// The time of the first question to the feed since its last answer that failed, in seconds since 1970.
  let failedAt: Int?
  /// The outside search of a show without entries; nil for a catalog.
  let search: WebSearch?
  /// Entries that the feed has brought last; nil if none.
  let arrivals: Arrivals?
  /// The clock: seconds since 1970.
  let now: @Sendable () -> Int
  /// The page for requests that find the server too busy, made once in each language: there may be thousands a second.
  let busyPages: [LazyValue<Response>]
  private let pages: PageCache
  private let pagesWithFavorites: PageCache

  /// Entries up to which all pictures are fetched beforehand; of more, only those of the first screen.
  static let prefetchLimit = 500

  init(
    _ context: PageContext, _ provenance: Provenance, failedAt: Int? = nil, _ budgets: PageBudgets,
    _ now: @escaping @Sendable () -> Int, search: WebSearch?, arrivals: Arrivals? = nil
  ) {
    pages = PageCache(budgets.pages)
    pagesWithFavorites = PageCache(budgets.pagesWithFavorites)
    (self.context, self.provenance, self.failedAt, self.now) = (context, provenance, failedAt, now)
    busyPages = context.assets.languages.all.indices.map { language in
      LazyValue {
        let context = context.with(Preferences(language: language))
        return Site.refusal(503, ErrorPage(context, 503), context)
      }
    }
    self.search = search
    self.arrivals = arrivals
    guard let pictures else { return }
    let first = firstPictures
    for address in first { pictures.want(address) }
    pictures.prepare(first, context.looks.tile)
    guard context.catalog.entries.count <= Self.prefetchLimit else { return }
    for address in context.catalog.entries.compactMap(\.picture) { pictures.want(address) }
  }

  /// Pictures of the entries on the first screen of the show: the entries of the day, and the first page.
  private var firstPictures: [String] {
    let entries = context.catalog.entries
    let page = context.catalog.results(for: context.query(of: context.resolvedState(ListState())))
      .page(from: 0, limit: Paging.pageSize)
    return (Featured.positions(on: today, among: entries) + page).compactMap { entries[$0].picture }
  }

  var pictures: PictureCache? { context.pictures }

  /// Whether the foot of the page says how old the data is.
  var isOld: Bool { provenance.isOld(now: now()) }

  /// The note about old or bundled data, while questions to the feed fail.
  func note(in language: Language) -> String? {
    provenance.sentence(failedAt: failedAt, isOld: isOld, in: language)
  }

  /// Arrivals of the last days; nil if none.
  var news: Arrivals? { arrivals.flatMap { $0.isNew(now: now()) ? $0 : nil } }

  var today: Int { CivilTime(now()).dayNumber }

  /// The cached page of a key. Cost: about a microsecond.
  func cached(_ key: PageCache.Key) -> ReadyPage? {
    cache(key).page(for: key, pictures: pictures?.version ?? 0)
  }

  /// - Parameter version: of the pictures that the page is valid for; nil for every one.
  func cache(_ page: ReadyPage, for key: PageCache.Key, pictures version: Int? = nil) {
    cache(key).insert(page, for: key, pictures: version)
  }

  private func cache(_ key: PageCache.Key) -> PageCache { key.favorites == 0 ? pages : pagesWithFavorites }
}
