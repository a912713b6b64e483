/// The favorites of one visitor in the order in which they were added, and the lists that the visitor named.
public struct FavoriteList: Hashable, Sendable {
  private var starred = FavoriteSet()
  /// In the order in which they were made, each id and each name once.
  public private(set) var lists: [NamedList] = []
  /// Distinguishes lists quickly, within this process; 0 for the empty list.
  public private(set) var fingerprint = 0

  /// Grows with each change in a store that several processes share, else 0. Ignored by `==`.
  public var version = 0

  /// Entries of one visitor: favorites, and those of all lists.
  public static let limit = 10_000
  /// Stored lists may exceed the limits so many times, after ``joined(with:)``.
  static let excess = 2

  public init() {}

  /// A list of these, the first of several with the same id; lists with the same id or name are joined.
  /// - Parameter excess: a multiple of the limits that is accepted.
  /// - Throws: ``FavoritesError/tooMany(limit:)`` or ``FavoritesError/tooManyLists(limit:)``.
  public init(
    _ favorites: some Sequence<Favorite>, lists: [NamedList] = [], excess: Int = 1
  ) throws(FavoritesError) {
    starred.add(favorites)
    for list in lists { join(list) }
    try settle(excess: excess)
  }

  private mutating func join(_ list: NamedList) {
    let known = lists.firstIndex { $0.id == list.id || $0.label.name == list.label.name }
    if let known {
      lists[known].entries.add(list.entries.favorites)
    } else {
      lists.append(list)
    }
  }

  /// The list with the visitor's lists of an earlier one. Of two with the same id or name the entries of both stay,
  /// and the id, name and color of this one. Beyond ``excess`` times the limits, the earlier ones are dropped.
  public func joined(with earlier: FavoriteList) -> FavoriteList {
    if earlier.lists.isEmpty { return self }
    var joined = self
    for list in earlier.lists {
      let before = joined
      joined.join(list)
      if (try? joined.settle(excess: Self.excess)) == nil { joined = before }
    }
    joined.note()
    return joined
  }

  public static func == (first: FavoriteList, second: FavoriteList) -> Bool {
    first.starred == second.starred && first.lists == second.lists
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(starred)
    hasher.combine(lists)
  }

  public var favorites: [Favorite] { starred.favorites }
  public var isEmpty: Bool { starred.isEmpty && lists.isEmpty }
  /// Number of favorites, without the entries of lists.
  public var count: Int { starred.count }
  /// Number of favorites and of entries in lists.
  public var total: Int { lists.reduce(count) { $0 + $1.entries.count } }

  /// Whether the entry with this id is a favorite; in constant time.
  public func contains(_ id: String) -> Bool { starred.contains(id) }

  public func list(_ id: String) -> NamedList? { lists.first { $0.id == id } }

  /// The favorites and the entries of lists that a closure returns; lists stay.
  public func compactMap(_ transform: (Favorite) -> Favorite?) -> FavoriteList {
    var kept = self
    kept.starred = FavoriteSet(favorites.compactMap(transform))
    for index in lists.indices {
      kept.lists[index].entries = FavoriteSet(lists[index].entries.favorites.compactMap(transform))
    }
    kept.note()
    return kept
  }

  /// The list with other ids, by those that it has.
  public func renamed(_ names: [String: String]) -> FavoriteList {
    if names.isEmpty { return self }
    return compactMap { favorite in
      names[favorite.id].flatMap { Favorite(id: $0, title: favorite.title, addedAt: favorite.addedAt) }
        ?? favorite
    }
  }

  /// The list after a change, which may change nothing.
  /// - Throws: ``FavoritesError/tooMany(limit:)``, ``FavoritesError/tooManyLists(limit:)``,
  ///   ``FavoritesError/noSuchList`` or ``FavoritesError/listNameTaken(_:)``.
  public func changed(by change: FavoriteChange) throws(FavoritesError) -> FavoriteList {
    if change == .removeAll { return FavoriteList() }
    var list = self
    try list.make(change)
    // What older programs wrote may exceed the limits, and stays.
    try list.settle(from: self)
    return list
  }

  private mutating func make(_ change: FavoriteChange) throws(FavoritesError) {
    switch change {
    case .remove(let id): starred.remove(id)
    case .toggle(let favorite) where contains(favorite.id): starred.remove(favorite.id)
    case .add(let favorite), .toggle(let favorite): starred.add([favorite])
    case .merge(let other):
      starred.add(other.favorites)
      for other in other.lists { add(other.entries.favorites, to: other.label) }
    case .removeAll: self = FavoriteList()
    case .addList(let label, let entry): add(entry.map { [$0] } ?? [], to: label)
    case .changeList(let id, let label):
      guard !lists.contains(where: { $0.id != id && $0.label.name == label.name }) else {
        throw .listNameTaken(label.name)
      }
      try self.change(id) { $0.label = label }
    case .removeList(let id): lists.removeAll { $0.id == id }
    case .put(let favorite, let id): try self.change(id) { $0.entries.add([favorite]) }
    case .take(let entry, let id): try self.change(id) { $0.entries.remove(entry) }
    case .rename(let names): self = renamed(names)
    case .all(let changes): for change in changes { try make(change) }
    }
  }

  /// Bytes of memory, roughly.
  public var cost: Int {
    lists.reduce(200 + starred.cost) { $0 + $1.entries.cost + $1.label.name.utf8.count + 400 }
  }

  /// Adds entries to the list of that name, which is made if there is none.
  private mutating func add(_ entries: [Favorite], to label: ListLabel) {
    if let index = lists.firstIndex(where: { $0.label.name == label.name }) {
      lists[index].entries.add(entries)
    } else {
      var new = NamedList(label, besides: lists)
      new.entries.add(entries)
      lists.append(new)
    }
  }

  private mutating func change(_ id: String, _ body: (inout NamedList) -> Void) throws(FavoritesError) {
    guard let index = lists.firstIndex(where: { $0.id == id }) else { throw .noSuchList }
    body(&lists[index])
  }

  /// Checks the limits.
  private mutating func settle(
    from old: FavoriteList = FavoriteList(), excess: Int = 1
  ) throws(FavoritesError) {
    guard lists.count <= max(excess * NamedList.limit, old.lists.count) else {
      throw .tooManyLists(limit: NamedList.limit)
    }
    guard total <= max(excess * Self.limit, old.total) else { throw .tooMany(limit: Self.limit) }
    note()
  }

  private mutating func note() {
    var hasher = Hasher()
    hasher.combine(self)
    fingerprint = isEmpty ? 0 : hasher.finalize()
  }
}

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
