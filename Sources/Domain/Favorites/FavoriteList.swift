/// The favorites of one visitor in the order in which they were added, each id once.
public struct FavoriteList: Hashable, Sendable {
  public private(set) var favorites: [Favorite] = []
  private var ids: Set<String> = []
  /// Distinguishes lists quickly, within this process; 0 for the empty list.
  public private(set) var fingerprint = 0

  /// Grows with each change in a store that several processes share, else 0. Ignored by `==`.
  public var version = 0

  /// Favorites of one visitor.
  public static let limit = 10_000
  /// Stored lists may exceed the limit so many times: versions 0.9 to 0.14 stored up to that.
  static let excess = 2

  public init() {}

  /// A list of these, the first of several with the same id.
  /// - Parameter excess: a multiple of the limit that is accepted.
  /// - Throws: ``FavoritesError/tooMany(limit:)``.
  public init(_ favorites: some Sequence<Favorite>, excess: Int = 1) throws(FavoritesError) {
    add(favorites)
    try settle(excess: excess)
  }

  /// The list with the entries of the lists that a visitor named in versions 0.9 to 0.14. Beyond ``excess`` times the
  /// limit they are dropped.
  public func joined(with former: FavoriteList) -> FavoriteList {
    var joined = self
    joined.add(former.favorites.filter { !contains($0.id) }.prefix(Self.excess * Self.limit - count))
    joined.note()
    return joined
  }

  public static func == (first: FavoriteList, second: FavoriteList) -> Bool {
    first.favorites == second.favorites
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(favorites) }

  public var isEmpty: Bool { favorites.isEmpty }
  public var count: Int { favorites.count }

  /// Whether the entry with this id is a favorite; in constant time.
  public func contains(_ id: String) -> Bool { ids.contains(id) }

  /// The list with other ids, by those that it has.
  public func renamed(_ names: [String: String]) -> FavoriteList {
    if names.isEmpty { return self }
    var renamed = FavoriteList()
    renamed.version = version
    renamed.add(
      favorites.map { favorite in
        names[favorite.id].flatMap { Favorite(id: $0, title: favorite.title, addedAt: favorite.addedAt) }
          ?? favorite
      })
    renamed.note()
    return renamed
  }

  /// The list after a change, which may change nothing.
  /// - Throws: ``FavoritesError/tooMany(limit:)``.
  public func changed(by change: FavoriteChange) throws(FavoritesError) -> FavoriteList {
    var list = self
    list.make(change)
    // What older programs wrote may exceed the limit, and stays.
    try list.settle(from: self)
    return list
  }

  private mutating func make(_ change: FavoriteChange) {
    switch change {
    case .remove(let id): remove(id)
    case .toggle(let favorite) where contains(favorite.id): remove(favorite.id)
    case .add(let favorite), .toggle(let favorite): add([favorite])
    case .merge(let other): add(other.favorites)
    case .removeAll: self = FavoriteList()
    case .rename(let names): self = renamed(names)
    case .all(let changes): for change in changes { make(change) }
    }
  }

  private mutating func add(_ others: some Sequence<Favorite>) {
    for favorite in others where ids.insert(favorite.id).inserted { favorites.append(favorite) }
  }

  private mutating func remove(_ id: String) {
    guard ids.remove(id) != nil else { return }
    favorites.removeAll { $0.id == id }
  }

  /// Bytes of room that a list of so many bytes takes on a disk of 4 KB blocks.
  public static func room(of bytes: Int) -> Int { (bytes + 4_095) / 4_096 * 4_096 }

  /// Bytes of memory, roughly.
  public var cost: Int { favorites.reduce(200) { $0 + $1.id.utf8.count + $1.title.utf8.count + 160 } }

  /// Checks the limit.
  private mutating func settle(
    from old: FavoriteList = FavoriteList(), excess: Int = 1
  ) throws(FavoritesError) {
    guard count <= max(excess * Self.limit, old.count) else { throw .tooMany(limit: Self.limit) }
    note()
  }

  private mutating func note() {
    var hasher = Hasher()
    hasher.combine(self)
    fingerprint = isEmpty ? 0 : hasher.finalize()
  }
}
