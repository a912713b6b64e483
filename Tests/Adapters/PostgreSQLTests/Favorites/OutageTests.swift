import Favorites
import Glibc
import PostgreSQL
import TestSupport
import Testing

@Suite("A database that fails")
struct OutageTests {
  @Test("After three failures the circuit breaker opens, until the database is back")
  func circuitBreaker() throws {
    let server = try DatabaseServer()
    let place = try Place(on: server)
    let replica = try place.replica()
    try place.start(replica)
    let visitor = VisitorID.random()
    _ = try replica.apply(.add(favorite("bart")), for: visitor)
    server.stop()
    for _ in 0..<3 { #expect(throws: FavoritesError.self) { try replica.list(of: .random()) } }
    #expect(replica.isDegraded)
    // Lists in memory are still available.
    #expect(replica.rememberedList(of: visitor)?.ids == ["bart"])
    // Each would wait for a second if it asked.
    for _ in 0..<1_000 { #expect(throws: FavoritesError.self) { try replica.list(of: .random()) } }
    try server.start()
    // The log line follows the change of state.
    try wait(for: "the circuit to close", every: 50) {
      !replica.isDegraded && place.log.contains("reading favorites works again")
    }
    #expect(try replica.apply(.add(favorite("lisa")), for: visitor).ids == ["bart", "lisa"])
    #expect(place.log.contains { $0.hasPrefix("reading favorites pauses until the database answers: ") })
  }

  @Test(
    "A change that a hung database does not answer is reported as unconfirmed")
  func hung() throws {
    let server = try DatabaseServer()
    let place = try Place(on: server)
    try place.start(place.replica())
    let visitor = VisitorID.random()
    let version = try place.replica().apply(.add(favorite("bart")), for: visitor).version
    let replica = try place.replica(waiting: .seconds(1))
    // A long lock makes every read and change hang.
    let other = try Connection(try ConnectionString(server.address()))
    for statement in ["BEGIN", "SET LOCAL lock_timeout = 0", "LOCK TABLE dramatis_favorites"] {
      _ = try other.run(statement, until: .now + patience)
    }
    let read = thrown(FavoritesError.self) { try replica.list(of: .random()) }
    #expect(read.map { if case .unavailable = $0 { true } else { false } } == true)
    let change = thrown(FavoritesError.self) {
      try replica.apply(.add(favorite("lisa")), for: visitor)
    }
    let mayBeStored =
      switch try #require(change) {
      case .unconfirmed: true
      case .unavailable: false
      case let other: throw other
      }
    _ = try other.run("ROLLBACK", until: .now + patience)
    var seen = visitor
    seen.seen = version
    var ids: [String]?
    try wait(for: "reading to work again", every: 50) {
      ids = try? replica.list(of: seen).ids
      return ids != nil
    }
    #expect(ids == ["bart"] || mayBeStored && ids == ["bart", "lisa"])
  }

  @Test("A change without confirmation by a standby is not acknowledged, even if the wait is cancelled")
  func withoutStandby() throws {
    let server = try DatabaseServer()
    let place = try Place(on: server)
    try place.start(place.replica())
    let replica = try place.replica(waiting: .seconds(1))
    let visitor = VisitorID.random()
    try wait(for: "a known list", every: 50) {
      (try? replica.apply(.add(favorite("bart")), for: visitor)) != nil
    }
    try place.ask("ALTER SYSTEM SET synchronous_standby_names = 'absent'")
    try place.ask("SELECT pg_reload_conf()")
    try wait(for: "the setting to take effect", every: 50) {
      try place.ask("SHOW synchronous_standby_names")[0, 0] == "absent"
    }
    // Each process of the server adopts the setting in its own time.
    var changes = 0
    try wait(for: "a change without a confirmation", every: 50) {
      changes += 1
      do {
        _ = try replica.apply(.add(favorite("lisa-\(changes)")), for: visitor)
        return false
      } catch {
        if case FavoritesError.unavailable = error { return false }
        return true
      }
    }
    // From then on every change fails.
    #expect(throws: FavoritesError.self) { try replica.apply(.add(favorite("maggie")), for: visitor) }
    #expect(replica.rememberedList(of: visitor) == nil)
  }

  @Test("A replica that first starts without the database works when it is back")
  func startedWithout() throws {
    let server = try DatabaseServer()
    let place = try Place(on: server)
    let first = try place.replica()
    try place.start(first)
    let visitor = VisitorID.random()
    _ = try first.apply(.add(favorite("bart")), for: visitor)
    server.stop()
    let replica = try place.replica()
    try place.start(replica)
    #expect(replica.visitorKey() == nil)
    #expect(replica.isDegraded)
    let error = thrown(FavoritesError.self) { try replica.list(of: visitor) }
    #expect(error.map { if case .unavailable = $0 { true } else { false } } == true)
    #expect(throws: FavoritesError.self) { try replica.apply(.add(favorite("lisa")), for: visitor) }
    try server.start()
    try wait(for: "the replica to join", every: 50) { !replica.isDegraded }
    #expect(replica.visitorKey()?.bytes == first.visitorKey()?.bytes)
    #expect(try replica.list(of: visitor).ids == ["bart"])
  }

  @Test("Tables of a newer program are refused and not changed")
  func newer() throws {
    let server = try DatabaseServer()
    let place = try Place(on: server)
    try place.start(place.replica())
    try place.ask("UPDATE dramatis_schema SET version = 99")
    let error = thrown(FavoritesError.self) { try place.start(place.replica()) }
    #expect(
      error?.description
        == "the database is not used: its tables have version 99, and this program knows up to 1")
    #expect(try place.ask("SELECT version FROM dramatis_schema")[0, 0] == "99")
  }

  @Test("Replicas that start together on an empty database create its tables once")
  func starting() async throws {
    let place = try Place(on: try DatabaseServer())
    let failures = await onThreads(4) { _ in
      let replica = try place.replica()
      try place.start(replica)
      _ = try replica.apply(.add(favorite("bart")), for: .random())
    }
    #expect(failures == [])
    #expect(try place.ask("SELECT version FROM dramatis_schema").count == 1)
  }
}
