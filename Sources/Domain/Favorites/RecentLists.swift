import System

/// The lists of the visitors seen last. Empty lists are not kept.
struct RecentLists {
  private struct Kept: Sendable {
    let list: FavoriteList
    /// Seconds since 1970 until which the file needs no reading to count as used.
    let freshUntil: Int
  }

  /// How many visitors.
  private let visitorLimit: Int
  /// Bytes.
  private let costLimit: Int
  private var kept = RecencyCache<VisitorID, Kept>()

  init(visitorLimit: Int, costLimit: Int) {
    self.visitorLimit = visitorLimit
    self.costLimit = costLimit
  }

  /// Nil if the list must be read from its file.
  mutating func list(of visitor: VisitorID, now: Int) -> FavoriteList? {
    guard let found = kept[visitor], now < found.freshUntil else { return nil }
    kept.use(visitor)
    return found.list
  }

  /// Keeps a list that has just been read or stored.
  mutating func keep(_ list: FavoriteList, of visitor: VisitorID, now: Int) {
    // The same list has been neither: its file grows older.
    if self.list(of: visitor, now: now) == list { return }
    forget(visitor)
    guard !list.isEmpty else { return }
    kept.insert(Kept(list: list, freshUntil: now + 86_400), for: visitor, cost: list.cost)
    kept.evict(countLimit: visitorLimit, costLimit: costLimit)
  }

  mutating func forget(_ visitor: VisitorID) { kept.remove(visitor) }
}
