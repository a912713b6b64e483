/// The favorites of one visitor in the order in which they were added, the newest last. Each id stands there
/// once.
public struct FavoriteList: Hashable, Sendable {
  public private(set) var favorites: [Favorite] = []
  private var ids: Set<String> = []
  /// Distinguishes this list from others quickly, within this process; 0 for the empty one.
  public private(set) var fingerprint = 0

  /// Grows with each change, in a store that several processes share; else 0. No part of what it holds.
  public var version = 0

  /// How many favorites a list holds at most.
  public static let limit = 10_000

  public init() {}

  /// A list of these; of several with the same id, the first.
  /// - Throws: ``FavoritesError/tooMany(limit:)``.
  public init(_ favorites: some Sequence<Favorite>) throws(FavoritesError) {
    for favorite in favorites { append(favorite) }
    guard ids.count <= Self.limit else { throw .tooMany(limit: Self.limit) }
  }

  public static func == (first: FavoriteList, second: FavoriteList) -> Bool {
    first.favorites == second.favorites
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(favorites)
  }

  public var isEmpty: Bool { favorites.isEmpty }
  public var count: Int { favorites.count }

  /// Takes the same time for every length.
  public func contains(_ id: String) -> Bool { ids.contains(id) }

  /// The list after a change. One that changes nothing, such as adding what is there, is not a fault.
  /// - Throws: ``FavoritesError/tooMany(limit:)``.
  public func applying(_ change: FavoriteChange) throws(FavoritesError) -> FavoriteList {
    switch change {
    case .add(let favorite):
      return try merging([favorite])
    case .remove(let id):
      return removing(id)
    case .toggle(let favorite):
      return contains(favorite.id) ? removing(favorite.id) : try merging([favorite])
    case .merge(let list):
      return try merging(list.favorites)
    case .removeAll:
      return FavoriteList()
    }
  }

  /// Bytes that the list takes in memory, roughly.
  public var cost: Int {
    favorites.reduce(200) { $0 + $1.id.utf8.count + $1.title.utf8.count + 160 }
  }

  private func removing(_ id: String) -> FavoriteList {
    var result = self
    guard result.ids.remove(id) != nil else { return self }
    result.favorites.removeAll { $0.id == id }
    result.fingerprint = result.favorites.reduce(0, Self.fingerprint)
    return result
  }

  private func merging(_ others: [Favorite]) throws(FavoritesError) -> FavoriteList {
    var result = self
    for favorite in others { result.append(favorite) }
    guard result.count <= Self.limit else { throw .tooMany(limit: Self.limit) }
    return result
  }

  private mutating func append(_ favorite: Favorite) {
    guard ids.insert(favorite.id).inserted else { return }
    favorites.append(favorite)
    fingerprint = Self.fingerprint(fingerprint, favorite)
  }

  private static func fingerprint(_ before: Int, _ favorite: Favorite) -> Int {
    var hasher = Hasher()
    hasher.combine(before)
    hasher.combine(favorite)
    return hasher.finalize()
  }
}
