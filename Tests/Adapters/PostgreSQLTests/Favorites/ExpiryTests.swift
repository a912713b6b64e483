import Favorites
import PostgreSQL
import System
import TestSupport
import Testing

@Suite("Share and age of lists in a database")
struct ExpiryTests {
  /// Room of which a network may fill a share in a day: four lists with an entry each.
  private static let room = 64 * 4_096

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

  private func count(_ place: Place) throws -> Int {
    try place.ask("SELECT 1 FROM dramatis_favorites WHERE show = $1", place.show).count
  }

  @Test("A network has a share of a day, and others have theirs")
  func share() throws {
    let place = try Place()
    let replica = try place.replica(room: Self.room)
    let first = try newcomer(replica, from: "192.168.1.1")
    let count = (0..<10).count { _ in (try? newcomer(replica, from: "192.168.1.2")) != nil }
    #expect(count == 4)
    let error = thrown(FavoritesError.self) { try newcomer(replica, from: "192.168.1.2") }
    #expect(error.map { if case .noRoom = $0 { true } else { false } } == true)
    _ = try newcomer(replica, from: "192.168.1.3")
    #expect(try place.replica().list(of: first).ids == ["bart"])
    #expect(place.log.count { $0.contains("a network has stored") } == 1)
  }

  @Test("Lists unused for 430 days are deleted, and read ones are not")
  func swept() throws {
    let place = try Place()
    let replica = try place.replica()
    let (old, read) = (
      try newcomer(replica, from: "192.168.1.2"), try newcomer(replica, from: "192.168.1.2")
    )
    try unused(place, for: 430)
    try setClock(place, by: 0)
    replica.sweep()
    #expect(try count(place) == 2)
    try unused(place, for: 431)
    let reader = try place.replica()
    #expect(try reader.list(of: read).ids == ["bart"])
    try wait(for: "the note that the list was read", every: 20) {
      try place.ask(
        "SELECT 1 FROM dramatis_favorites WHERE show = $1 AND day = CURRENT_DATE", place.show
      ).count == 1
    }
    replica.sweep()
    #expect(try place.replica().list(of: read).ids == ["bart"])
    #expect(try place.replica().list(of: old).isEmpty)
    #expect(place.log.count { $0.contains("deleted 1 lists") } == 1)
  }

  @Test("An emptied list stays for two days")
  func emptied() throws {
    let place = try Place()
    let replica = try place.replica()
    let visitor = try newcomer(replica, from: "192.168.1.2")
    _ = try replica.apply(.removeAll, for: visitor)
    try setClock(place, by: 0)
    try unused(place, for: 2)
    replica.sweep()
    #expect(try count(place) == 1)
    try unused(place, for: 3)
    replica.sweep()
    #expect(try count(place) == 0)
  }

  @Test("A list that was written before the database's clock was set stays")
  func clockBehind() throws {
    let place = try Place()
    let replica = try place.replica()
    let visitor = try newcomer(replica, from: "192.168.1.2")
    try setClock(place, by: 0)
    try place.ask("UPDATE dramatis_favorites SET day = '1970-01-02' WHERE show = $1", place.show)
    replica.sweep()
    #expect(try place.replica().list(of: visitor).ids == ["bart"])
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
    #expect(try count(place) == 2)
    #expect(try place.replica().list(of: visitor).ids == ["bart"])
  }
}
