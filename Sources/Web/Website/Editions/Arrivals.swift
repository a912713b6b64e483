/// Entries that a feed has brought lately, as the shelf tells of them.
struct Arrivals: Sendable {
  let count: Int
  /// Seconds since 1970.
  let moment: Int

  /// Seconds for which they are told: a week.
  private static let limit = 604_800

  /// Nil if nothing came, or what was served before is not from the feed.
  init?(in new: PageContext, after old: PageContext) {
    guard case .feed(let moment) = new.provenance, case .feed = old.provenance else { return nil }
    let count = new.catalog.entries.lazy.map(\.id).count { old.catalog.position(of: $0) == nil }
    guard count > 0 else { return nil }
    (self.count, self.moment) = (count, moment)
  }

  func isNew(now: Int) -> Bool { now - moment < Self.limit }
}
