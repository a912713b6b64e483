import Favorites
import PostgreSQL
import System
import TestSupport
import Testing

@Suite("Share and age of lists in a database")
struct ExpiryTests {
  /// Bytes that a network's lists may grow by in a day: those of four lists with an entry each, roughly.
  private static let share = 700

  private func newcomer(_ replica: PostgreSQLFavorites, from address: String) throws -> VisitorID {
    let visitor = VisitorID.random()
    _ = try replica.apply(.add(favorite("bart")), for: visitor, from: IPAddress(address))
    return visitor
  }

  private func unused(_ place: Place, for days: Int) throws {
    try place.ask(
      "UPDATE dramatis_favorites SET day = CURRENT_DATE - $2::integer WHERE show = $1", place.show, "\(days)")
  }

  /// Sets the time by which lists expire to so many days from now.
  private func setClock(_ place: Place, by days: Int) throws {
    try place.ask(
      """
      INSERT INTO dramatis_clocks VALUES ($1, concat_ws(' ', (extract(epoch FROM now()) + 86400 * $2::integer)::bigint,
        (extract(epoch FROM now()) + 86400 * ($2::integer - 1))::bigint, 0))
      ON CONFLICT (show) DO UPDATE SET clock = excluded.clock
      """, place.show, "\(days)")
  }

  private func expired(_ place: Place) throws -> Int {
    try place.ask(
      "SELECT 1 FROM dramatis_favorites WHERE show = $1 AND expired IS NOT NULL", place.show
    ).count
  }

  @Test("A network has a share of a day, and others have theirs")
  func share() throws {
    let place = try Place()
    let replica = try place.replica(share: Self.share)
    let first = try newcomer(replica, from: "192.168.1.1")
    let count = (0..<10).count { _ in (try? newcomer(replica, from: "192.168.1.2")) != nil }
    #expect(count == 4)
    let error = thrown(FavoritesError.self) { try newcomer(replica, from: "192.168.1.2") }
    #expect(error.map { if case .noRoom = $0 { true } else { false } } == true)
    _ = try newcomer(replica, from: "192.168.1.3")
    #expect(try place.replica().list(of: first).ids == ["bart"])
    #expect(place.log.count { $0.contains("a network has stored") } == 1)
  }

  @Test("Lists unused for 400 days expire, are deleted 30 days later, and read ones are neither")
  func swept() throws {
    let place = try Place()
    let replica = try place.replica()
    let (old, read) = (
      try newcomer(replica, from: "192.168.1.2"), try newcomer(replica, from: "192.168.1.2")
    )
    try unused(place, for: 401)
    try setClock(place, by: 0)
    replica.sweep()
    // One in fifty a day, one at least.
    #expect(try expired(place) == 1)
    replica.sweep()
    #expect(try expired(place) == 1)
    try setClock(place, by: 0)
    replica.sweep()
    #expect(try expired(place) == 2)
    let reader = try place.replica()
    #expect(try reader.list(of: read).ids == ["bart"])
    try wait(for: "the note that the list was read", every: 20) { try expired(place) == 1 }
    reader.stop()
    try place.ask("UPDATE dramatis_favorites SET expired = expired - 31 * 86400 WHERE show = $1", place.show)
    replica.sweep()
    #expect(try place.replica().list(of: read).ids == ["bart"])
    #expect(try place.replica().list(of: old).isEmpty)
    #expect(place.log.count { $0.contains("were unused for 400 days") } == 3)
  }

  @Test("A database whose clock is ahead expires nothing")
  func clockAhead() throws {
    let place = try Place()
    let replica = try place.replica()
    let visitor = try newcomer(replica, from: "192.168.1.2")
    // To this clock all days are long ago, and the last use that it knows is the newest.
    try unused(place, for: 501)
    replica.sweep()
    _ = try newcomer(replica, from: "192.168.1.3")
    for _ in 0..<3 { replica.sweep() }
    #expect(try expired(place) == 0)
    #expect(try place.replica().list(of: visitor).ids == ["bart"])
  }

  @Test("Tables with the column for expiry serve programs that do not know it")
  func earlier() throws {
    let place = try Place()
    let replica = try place.replica()
    let visitor = try newcomer(replica, from: "192.168.1.2")
    #expect(try place.ask("SELECT version FROM dramatis_schema")[0, 0] == "1")
    try unused(place, for: 401)
    try setClock(place, by: 0)
    replica.sweep()
    #expect(try expired(place) == 1)
    // Version 0.9.0 records a use.
    try place.ask("UPDATE dramatis_favorites SET day = CURRENT_DATE WHERE show = $1", place.show)
    replica.sweep()
    #expect(try expired(place) == 0)
    #expect(try place.replica().list(of: visitor).ids == ["bart"])
  }
}
