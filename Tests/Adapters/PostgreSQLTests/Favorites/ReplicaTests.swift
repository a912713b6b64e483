import Favorites
import PostgreSQL
import TestSupport
import Testing

@Suite("Several replicas on one database")
struct ReplicaTests {
  @Test("A visitor reads their own writes on any replica, never an older copy")
  func ownWrites() throws {
    let place = try Place()
    let (one, other) = (try place.replica(), try place.replica())
    var visitor = VisitorID.random()
    visitor.seen = try one.apply(.add(favorite("bart")), for: visitor).version
    #expect(try other.list(of: visitor).ids == ["bart"])
    visitor.seen = try one.apply(.add(favorite("lisa")), for: visitor).version
    #expect(other.rememberedList(of: visitor) == nil)
    #expect(try other.list(of: visitor).ids == ["bart", "lisa"])
    visitor.seen = try other.apply(.remove("bart"), for: visitor).version
    #expect(one.rememberedList(of: visitor) == nil)
    #expect(try one.list(of: visitor).ids == ["lisa"])
  }

  @Test("A current copy needs no query")
  func copies() throws {
    let place = try Place()
    let replica = try place.replica()
    var visitor = VisitorID.random()
    visitor.seen = try replica.apply(.add(favorite("bart")), for: visitor).version
    try place.ask("DELETE FROM dramatis_favorites WHERE show = $1", place.show)
    for _ in 0..<5 { #expect(try replica.list(of: visitor).ids == ["bart"]) }
    #expect(replica.rememberedList(of: visitor)?.ids == ["bart"])
  }

  @Test("Changes of two replicas based on old copies are merged")
  func merged() throws {
    let place = try Place()
    let (one, other) = (try place.replica(), try place.replica())
    let visitor = VisitorID.random()
    _ = try one.apply(.add(favorite("bart")), for: visitor)
    _ = try other.list(of: visitor)
    _ = try one.apply(.add(favorite("lisa")), for: visitor)
    #expect(try other.apply(.add(favorite("homer")), for: visitor).ids == ["bart", "lisa", "homer"])
    #expect(try one.apply(.remove("bart"), for: visitor).ids == ["lisa", "homer"])
    // A change that changes nothing in an old copy may change the row.
    #expect(try other.apply(.add(favorite("bart")), for: visitor).ids == ["lisa", "homer", "bart"])
  }

  @Test("Acknowledged changes of three replicas are stored")
  func nothingLost() async throws {
    let place = try Place()
    let replicas = try (0..<3).map { _ in try place.replica() }
    let visitor = VisitorID.random()
    let failures = await onThreads(6) { thread in
      for number in 0..<10 {
        let id = "entry-\(thread)-\(number)"
        _ = try acknowledged { try replicas[thread % 3].apply(.add(favorite(id)), for: visitor) }
      }
    }
    #expect(failures == [])
    #expect(try place.replica().list(of: visitor).count == 60)
  }

  @Test("An id gives access to its own list in its own show only")
  func shows() throws {
    let (one, other) = (try Place(), try Place())
    let visitor = VisitorID.random()
    _ = try one.replica().apply(.add(favorite("bart")), for: visitor)
    #expect(try other.replica().list(of: visitor).isEmpty)
  }

  @Test("Versions grow even after a list was emptied")
  func versions() throws {
    let replica = try Place().replica()
    let visitor = VisitorID.random()
    let changes: [FavoriteChange] = [.add(try favorite("bart")), .remove("bart"), .add(try favorite("lisa"))]
    let versions = try changes.map { try replica.apply($0, for: visitor).version }
    #expect(versions == versions.sorted())
    #expect(Set(versions).count == 3)
  }

  /// Repeats an unsaved change, as a visitor would.
  private func acknowledged(_ change: () throws -> FavoriteList) throws -> FavoriteList {
    var result: FavoriteList?
    try wait(for: "a change to be acknowledged", every: 20) {
      do throws(FavoritesError) {
        result = try asFavorites(change)
        return true
      } catch {
        guard case .unavailable = error else { throw error }
        return false
      }
    }
    return try #require(result)
  }

  private func asFavorites(_ change: () throws -> FavoriteList) throws(FavoritesError) -> FavoriteList {
    do { return try change() } catch { throw error as? FavoritesError ?? .unconfirmed("\(error)") }
  }
}
