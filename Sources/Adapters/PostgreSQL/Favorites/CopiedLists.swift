internal import Favorites
internal import System

/// Copies of lists that this process has read or changed lately. Empty lists are not kept.
struct CopiedLists {
  /// How many visitors'.
  static let countLimit = 4_096
  /// Bytes that they take at most, roughly.
  static let costLimit = 16 << 20
  /// Seconds for which a copy is used: what another tab has changed by another process shows after this time at
  /// the latest.
  static let age = 60.0

  private struct Copy: Sendable {
    let list: FavoriteList
    let madeAt: Double
  }

  private var kept = RecencyCache<VisitorID, Copy>()

  /// A copy that is as new as the browser has seen the list.
  /// - Parameter now: seconds since some moment.
  mutating func list(
    of visitor: VisitorID, at now: Double = MonotonicClock.sinceBoot.seconds
  ) -> FavoriteList? {
    guard let copy = kept[visitor], copy.list.version >= visitor.seen,
      now - copy.madeAt < Self.age
    else { return nil }
    kept.use(visitor)
    return copy.list
  }

  /// Keeps a list that has just been read or changed, unless a newer one is there.
  mutating func keep(
    _ list: FavoriteList, of visitor: VisitorID, at now: Double = MonotonicClock.sinceBoot.seconds
  ) {
    if let copy = kept[visitor], copy.list.version > list.version { return }
    forget(visitor)
    guard !list.isEmpty else { return }
    kept.insert(Copy(list: list, madeAt: now), for: visitor, cost: list.cost)
    kept.evict(countLimit: Self.countLimit, costLimit: Self.costLimit)
  }

  mutating func forget(_ visitor: VisitorID) { kept.remove(visitor) }
}
