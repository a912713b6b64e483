import Configuration
import Glibc
import Pictures
import Synchronization

/// One catalog as it is served: what its pages are made of, and those that are kept ready. A refresh makes a
/// new one.
final class Edition: Sendable {
  let context: PageContext
  let pictures: PictureCache?
  /// What a show offers that has no entries; nil for a catalog.
  let search: WebSearch?
  /// What the feed has brought lately; nil if nothing.
  let arrivals: Arrivals?
  /// Another one for each edition of all sites.
  let number = Edition.numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic(0)
  private let clock = LocalDay()
  private let pages: PageCache
  private let pagesWithFavorites: PageCache

  /// Entries up to which all pictures are fetched beforehand; those of more, when they are looked at.
  private static let prefetchLimit = 500

  init(
    _ context: PageContext, _ budgets: PageBudgets, pictures: PictureCache?, search: WebSearch?,
    arrivals: Arrivals? = nil
  ) {
    pages = PageCache(budgets.pages)
    pagesWithFavorites = PageCache(budgets.pagesWithFavorites)
    self.context = context
    self.pictures = pictures
    self.search = search
    self.arrivals = arrivals
    guard let pictures, context.catalog.entries.count <= Self.prefetchLimit else { return }
    for address in context.catalog.entries.compactMap(\.picture) { pictures.want(address) }
  }

  /// Whether the foot of the page says how old the data is.
  var isOld: Bool { context.provenance.isOld(now: time(nil)) }

  /// The day in the machine's time zone, as a number that grows by one at midnight.
  var today: Int { clock.number(at: time(nil)) }

  /// The page that was asked for before under this key. Cost: about a microsecond.
  func kept(_ key: PageCache.Key) -> ReadyPage? { cache(key).page(for: key) }

  /// - Parameter isRare: whether it is kept only once it is asked for again, even while there is room.
  func keep(_ page: ReadyPage, for key: PageCache.Key, isRare: Bool = false) {
    cache(key).keep(page, for: key, isRare: isRare)
  }

  private func cache(_ key: PageCache.Key) -> PageCache { key.favorites == 0 ? pages : pagesWithFavorites }
}
