/// Favorites in the order in which they were added, each id once.
public struct FavoriteSet: Hashable, Sendable {
  public private(set) var favorites: [Favorite] = []
  private var ids: Set<String> = []

  /// The first of several with the same id stays.
  public init(_ favorites: some Sequence<Favorite> = []) {
    add(favorites)
  }

  public static func == (first: FavoriteSet, second: FavoriteSet) -> Bool {
    first.favorites == second.favorites
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(favorites) }

  public var isEmpty: Bool { favorites.isEmpty }
  public var count: Int { favorites.count }

  /// Whether the entry with this id is in it; in constant time.
  public func contains(_ id: String) -> Bool { ids.contains(id) }

  mutating func add(_ others: some Sequence<Favorite>) {
    for favorite in others where ids.insert(favorite.id).inserted { favorites.append(favorite) }
  }

  mutating func remove(_ id: String) {
    guard ids.remove(id) != nil else { return }
    favorites.removeAll { $0.id == id }
  }

  /// Bytes of memory, roughly.
  var cost: Int { favorites.reduce(0) { $0 + $1.id.utf8.count + $1.title.utf8.count + 160 } }
}
