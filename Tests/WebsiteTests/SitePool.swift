import Catalogs
import Favorites
import Synchronization
import Website

/// Sites that earlier tests have left: to read all that a site serves takes longer than most tests do.
final class SitePool: Sendable {
  static let shared = SitePool()

  /// What stays as it is as long as a site lives.
  struct Kind: Hashable, Sendable {
    var base: String
    var origins: [String]
    var resources: String
    var hasFavorites: Bool
  }

  /// A site of one test; goes back with its last reference.
  final class Loan: Sendable {
    let site: Site
    fileprivate let kind: Kind
    fileprivate let favorites: ExchangeableFavorites

    fileprivate init(_ left: Left, _ kind: Kind) {
      (site, favorites) = (left.site, left.favorites)
      self.kind = kind
    }

    deinit { SitePool.shared.takeBack(Left(site: site, favorites: favorites), kind) }
  }

  fileprivate struct Left: Sendable {
    let site: Site
    let favorites: ExchangeableFavorites
  }

  private let left = Mutex<[Kind: [Left]]>([:])

  /// A site with this catalog and these favorites, made only when none is left.
  func site(
    _ kind: Kind, _ catalog: Catalog, _ provenance: Provenance, favorites: (any FavoritesStore)?,
    make: ((any FavoritesStore)?) throws -> Site
  ) rethrows -> Loan {
    if let found = left.withLock({ $0[kind]?.popLast() }) {
      found.favorites.use(favorites)
      found.site.publish(catalog, provenance: provenance)
      return Loan(found, kind)
    }
    let exchangeable = ExchangeableFavorites(favorites)
    return Loan(
      Left(site: try make(favorites == nil ? nil : exchangeable), favorites: exchangeable), kind)
  }

  private func takeBack(_ site: Left, _ kind: Kind) {
    left.withLock { $0[kind, default: []].append(site) }
  }
}

/// Favorites that are those of another test with each.
final class ExchangeableFavorites: FavoritesStore {
  private let store: Mutex<(any FavoritesStore)>

  init(_ store: (any FavoritesStore)?) { self.store = Mutex(store ?? MemoryFavorites()) }

  func use(_ store: (any FavoritesStore)?) { self.store.withLock { $0 = store ?? MemoryFavorites() } }

  private var current: any FavoritesStore { store.withLock { $0 } }

  func visitorKey() -> VisitorKey? { MemoryFavorites.key }

  func rememberedList(of visitor: VisitorID) -> FavoriteList? { current.rememberedList(of: visitor) }

  func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList { try current.list(of: visitor) }

  func apply(_ change: FavoriteChange, for visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    try current.apply(change, for: visitor)
  }
}
