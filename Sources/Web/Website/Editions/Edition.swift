import Configuration
import Glibc
import HTTPServer
import Pictures
import Synchronization

/// One catalog as it is served: what its pages are made of, and those that are kept ready. A refresh makes a
/// new one.
final class Edition: Sendable {
  let context: PageContext
  /// What a show offers that has no entries; nil for a catalog.
  let search: WebSearch?
  /// What the feed has brought lately; nil if nothing.
  let arrivals: Arrivals?
  /// The page for requests that find the server too busy, made once: there may be thousands a second.
  let busyPage: LazyValue<Response>
  /// Another one for each edition of all sites.
  let number = Edition.numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic(0)
  private let clock = LocalDay()
  private let pages: PageCache
  private let pagesWithFavorites: PageCache

  /// Entries up to which all pictures are fetched beforehand; of more, only those of the first screen.
  private static let prefetchLimit = 500

  init(
    _ context: PageContext, _ budgets: PageBudgets, search: WebSearch?, arrivals: Arrivals? = nil
  ) {
    pages = PageCache(budgets.pages)
    pagesWithFavorites = PageCache(budgets.pagesWithFavorites)
    self.context = context
    busyPage = LazyValue { Site.refusal(503, ErrorPage(context, 503), context) }
    self.search = search
    self.arrivals = arrivals
    guard let pictures else { return }
    let first = firstPictures
    for address in first { pictures.want(address) }
    pictures.prepare(first, context.looks.tile)
    guard context.catalog.entries.count <= Self.prefetchLimit else { return }
    for address in context.catalog.entries.compactMap(\.picture) { pictures.want(address) }
  }

  /// Pictures of the entries that somebody sees who opens the show: the entries of the day, and the first page.
  private var firstPictures: [String] {
    let entries = context.catalog.entries
    let page = context.catalog.results(for: context.query(of: context.settled(ListState())))
      .page(from: 0, limit: Paging.pageSize)
    return (Featured.positions(on: today, among: entries) + page).compactMap { entries[$0].picture }
  }

  /// Nil if no picture is ever fetched.
  var pictures: PictureCache? { context.pictures }

  /// Whether the foot of the page says how old the data is.
  var isOld: Bool { context.provenance.isOld(now: time(nil)) }

  /// The day in the machine's time zone, as a number that grows by one at midnight.
  var today: Int { clock.number(at: time(nil)) }

  /// The page that was asked for before under this key. Cost: about a microsecond.
  func kept(_ key: PageCache.Key) -> ReadyPage? {
    cache(key).page(for: key, pictures: pictures?.version ?? 0)
  }

  /// - Parameters:
  ///   - isRare: whether it is kept only once it is asked for again, even while there is room.
  ///   - version: of the pictures that the page is valid for; nil for every one.
  func keep(_ page: ReadyPage, for key: PageCache.Key, isRare: Bool = false, pictures version: Int? = nil) {
    cache(key).keep(page, for: key, isRare: isRare, pictures: version)
  }

  private func cache(_ key: PageCache.Key) -> PageCache { key.favorites == 0 ? pages : pagesWithFavorites }
}
