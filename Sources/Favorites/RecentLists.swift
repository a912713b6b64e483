/// The lists of the visitors seen last. Empty lists are not kept.
struct RecentLists {
  private struct Kept {
    let list: FavoriteList
    let cost: Int
    /// Seconds since 1970 until which the file needs no reading to count as used.
    let freshUntil: Int
    /// Grows with each use.
    var lastUse: Int
  }

  /// How many visitors.
  private let visitorLimit: Int
  /// Bytes.
  private let costLimit: Int
  private var kept: [VisitorID: Kept] = [:]
  private var cost = 0
  private var uses = 0

  init(visitorLimit: Int, costLimit: Int) {
    self.visitorLimit = visitorLimit
    self.costLimit = costLimit
  }

  /// Nil where the list must be read from its file.
  mutating func list(of visitor: VisitorID, now: Int) -> FavoriteList? {
    guard let found = kept[visitor], now < found.freshUntil else { return nil }
    uses += 1
    kept[visitor]?.lastUse = uses
    return found.list
  }

  /// Keeps a list that has just been read or stored.
  mutating func keep(_ list: FavoriteList, of visitor: VisitorID, now: Int) {
    // The same list has been neither: its file grows older.
    if self.list(of: visitor, now: now) == list { return }
    forget(visitor)
    guard !list.isEmpty else { return }
    uses += 1
    let new = Kept(list: list, cost: list.cost, freshUntil: now + 86_400, lastUse: uses)
    kept[visitor] = new
    cost += new.cost
    if kept.count > visitorLimit || cost > costLimit { evict() }
  }

  mutating func forget(_ visitor: VisitorID) {
    if let old = kept.removeValue(forKey: visitor) { cost -= old.cost }
  }

  /// Forgets those unused for longest until a tenth is free: so it is not done for each visitor.
  private mutating func evict() {
    for (visitor, _) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard kept.count > visitorLimit - visitorLimit / 10 || cost > costLimit - costLimit / 10 else { return }
      forget(visitor)
    }
  }
}
