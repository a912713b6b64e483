public import System

/// A store for the favorites of all visitors. Called from any thread.
public protocol FavoritesStore: AnyObject, Sendable {
  /// The key that signs the visitors' ids. May block for the disk. Nil until a database has sent it.
  func visitorKey() -> VisitorKey?

  /// The visitor's list, at least as new as the browser has seen it, if it is in memory; else nil, and
  /// ``list(of:)`` reads it.
  func rememberedList(of visitor: VisitorID) -> FavoriteList?

  /// The visitor's list as it was last stored; empty for an unknown visitor. May block for the disk.
  /// - Throws: ``FavoritesError``.
  func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList

  /// A sentence if the lists take most of their room; nil otherwise. Never waits.
  var fault: String? { get }

  /// Makes a change and returns the visitor's list after it. Durable when it returns.
  ///
  /// Changes of one visitor are made one after the other, on whichever threads; visitors never wait for each
  /// other.
  /// - Parameter address: the visitor's, whose network the room counts for; nil if it is not known.
  /// - Throws: ``FavoritesError``; the list is then as it was before, except after
  ///   ``FavoritesError/unconfirmed(_:)``.
  func apply(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?
  ) throws(FavoritesError) -> FavoriteList

  /// Expires some of the lists that were unused for 400 days. Called every hour; may block for the disk.
  func sweep()
}

extension FavoritesStore {
  public var fault: String? { nil }

  public func apply(_ change: FavoriteChange, for visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    try apply(change, for: visitor, from: nil)
  }
}

/// The lists of all visitors in a store, for moving them to another store.
public protocol FavoritesArchive {
  /// Calls `body` with every list, or with the reason why it cannot be read.
  func forEach(_ body: (Result<FavoritesRecord, FavoritesError>) -> Void) throws

  /// Stores lists, except those that the store has in the same or a higher version.
  /// - Returns: the number of lists stored.
  func take(_ records: [FavoritesRecord]) throws -> Int
}

/// The lists that a store has read or changed lately, without the empty ones.
public struct RecentLists: Sendable {
  private struct Recent: Sendable {
    let list: FavoriteList
    let expires: Int
  }

  private let visitorLimit: Int
  private let costLimit: Int
  private let age: Int
  private var recent = RecencyCache<VisitorID, Recent>()

  /// - Parameters:
  ///   - costLimit: bytes of memory, roughly.
  ///   - age: seconds for which a list is used.
  public init(visitorLimit: Int = 4_096, costLimit: Int = 16 << 20, age: Int) {
    (self.visitorLimit, self.costLimit, self.age) = (visitorLimit, costLimit, age)
  }

  /// - Parameter now: seconds since some moment.
  public mutating func list(of visitor: VisitorID, now: Int) -> FavoriteList? {
    guard let found = recent[visitor], now < found.expires else { return nil }
    recent.use(visitor)
    return found.list
  }

  /// Remembers a list that was read or changed, unless it is here in the same or a higher version.
  public mutating func insert(_ list: FavoriteList, of visitor: VisitorID, now: Int) {
    if let found = recent[visitor] {
      if found.list.version > list.version { return }
      // The same list was neither read nor changed: it expires as before.
      if found.list == list, found.list.version == list.version, now < found.expires { return }
    }
    remove(visitor)
    guard !list.isEmpty else { return }
    recent.insert(Recent(list: list, expires: now + age), for: visitor, cost: list.cost)
    recent.evict(countLimit: visitorLimit, costLimit: costLimit)
  }

  public mutating func remove(_ visitor: VisitorID) { recent.remove(visitor) }
}
