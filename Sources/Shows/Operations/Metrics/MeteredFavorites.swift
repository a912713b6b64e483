public import Favorites

/// A store of favorites whose writes are counted and timed.
public struct MeteredFavorites: FavoritesStore {
  private let store: any FavoritesStore
  private let meter: FavoritesMeter

  public init(_ store: any FavoritesStore, _ meter: FavoritesMeter) {
    self.store = store
    self.meter = meter
  }

  public func visitorKey() -> VisitorKey? { store.visitorKey() }

  public func rememberedList(of visitor: VisitorID) -> FavoriteList? { store.rememberedList(of: visitor) }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    try store.list(of: visitor)
  }

  public func apply(_ change: FavoriteChange, for visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    let start = ContinuousClock.now
    do throws(FavoritesError) {
      let list = try store.apply(change, for: visitor)
      meter.count(since: start, isStored: true)
      return list
    } catch {
      meter.count(since: start, isStored: false)
      throw error
    }
  }
}

/// How often favorites were written, and how long that took.
public struct FavoritesMeter: Sendable {
  private let outcomes = Tally(2)
  private let times = Histogram(bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5])

  func count(since start: ContinuousClock.Instant, isStored: Bool) {
    let time = (ContinuousClock.now - start).components
    outcomes.add(to: isStored ? 0 : 1)
    times.observe(
      nanoseconds: UInt64(time.seconds) * 1_000_000_000 + UInt64(time.attoseconds / 1_000_000_000))
  }

  func write(to exposition: inout Exposition) {
    exposition.family(
      "dramatis_favorites_writes_total", .counter, "Changes of favorites, by what became of them.",
      zip(["stored", "failed"], 0...).map { .init(Double(outcomes.value(of: $1)), [("outcome", $0)]) })
    exposition.histograms(
      "dramatis_favorites_write_duration_seconds", "How long a change took, waiting for the disk included.",
      bounds: times.bounds, [([], times.reading)])
  }
}
