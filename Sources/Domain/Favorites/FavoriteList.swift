/// The favorites of one visitor in the order in which they were added, each id once.
public struct FavoriteList: Hashable, Sendable {
  public private(set) var favorites: [Favorite] = []
  private var ids: Set<String> = []
  /// Distinguishes lists quickly, within this process; 0 for the empty list.
  public private(set) var fingerprint = 0

  /// Grows with each change in a store that several processes share, else 0. Ignored by `==`.
  public var version = 0

  /// Favorites of the longest list.
  public static let limit = 10_000

  public init() {}

  /// A list of these; the first of several with the same id.
  /// - Throws: ``FavoritesError/tooMany(limit:)``.
  public init(_ favorites: some Sequence<Favorite>) throws(FavoritesError) {
    try add(favorites)
  }

  public static func == (first: FavoriteList, second: FavoriteList) -> Bool {
    first.favorites == second.favorites
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(favorites)
  }

  public var isEmpty: Bool { favorites.isEmpty }
  public var count: Int { favorites.count }

  /// Whether the entry with this id is a favorite; in constant time.
  public func contains(_ id: String) -> Bool { ids.contains(id) }

  /// The list after a change, which may change nothing.
  /// - Throws: ``FavoritesError/tooMany(limit:)``.
  public func applying(_ change: FavoriteChange) throws(FavoritesError) -> FavoriteList {
    var list = self
    switch change {
    case .remove(let id): list.remove(id)
    case .toggle(let favorite) where contains(favorite.id): list.remove(favorite.id)
    case .add(let favorite), .toggle(let favorite): try list.add([favorite])
    case .merge(let other): try list.add(other.favorites)
    case .removeAll: return FavoriteList()
    }
    return list
  }

  /// Bytes of memory, roughly.
  public var cost: Int {
    favorites.reduce(200) { $0 + $1.id.utf8.count + $1.title.utf8.count + 160 }
  }

  private mutating func remove(_ id: String) {
    guard ids.remove(id) != nil else { return }
    favorites.removeAll { $0.id == id }
    fingerprint = favorites.reduce(0, Self.fingerprint)
  }

  private mutating func add(_ others: some Sequence<Favorite>) throws(FavoritesError) {
    for favorite in others where ids.insert(favorite.id).inserted {
      favorites.append(favorite)
      fingerprint = Self.fingerprint(fingerprint, favorite)
    }
    guard count <= Self.limit else { throw .tooMany(limit: Self.limit) }
  }

  private static func fingerprint(_ before: Int, _ favorite: Favorite) -> Int {
    var hasher = Hasher()
    hasher.combine(before)
    hasher.combine(favorite)
    return hasher.finalize()
  }
}
