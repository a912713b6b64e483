import System

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
