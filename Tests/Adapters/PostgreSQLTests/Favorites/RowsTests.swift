import Favorites
import FavoritesInFiles
import PostgreSQL
import System
import TestSupport
import Testing

@Suite("Moving favorites to a database and back")
struct RowsTests {
  private let show = "show-\(VisitorID.random().digits)"

  private func rows() throws -> PostgreSQLArchive {
    try PostgreSQLArchive(try ConnectionString(try DatabaseServer.shared.get().address()), show: show)
  }

  private func all(_ rows: PostgreSQLArchive) throws -> [FavoritesRecord] {
    var all: [Result<FavoritesRecord, FavoritesError>] = []
    try rows.forEach { all.append($0) }
    return try all.map { try $0.get() }
  }

  @Test("Lists of several batches are exported once and unchanged")
  func many() throws {
    let rows = try rows()
    let records = try (0..<(2 * PostgreSQLArchive.batch + 5)).map { number in
      let list = try FavoriteList([favorite("e-\(number)")])
      return try #require(
        FavoritesRecord(visitor: .random(), version: 1_700_000_000 + number, day: "2026-11-22", list: list))
    }
    #expect(try rows.take(records) == records.count)
    #expect(try rows.take(records) == 0)
    #expect(try all(rows) == records.sorted { $0.visitor.digits < $1.visitor.digits })
  }

  @Test("Lists move from files to the database and back")
  func moved() throws {
    let folder = try TemporaryFolder()
    let directory = "\(folder.path)/favorites"
    let visitor = VisitorID.random()
    let before = JSONFavorites(directory: directory, show: show, log: SilentLog())
    _ = try before.apply(.add(favorite("bart")), for: visitor)
    let rows = try rows()
    var found: [Result<FavoritesRecord, FavoritesError>] = []
    before.forEach { found.append($0) }
    let moved = try found.map { try $0.get() }
    #expect(try rows.take(moved) == 1)
    let replica = PostgreSQLFavorites(
      try ConnectionString(try DatabaseServer.shared.get().address()), show: show, limit: holdingPatience,
      log: SilentLog())
    defer { replica.stop() }
    #expect(try replica.apply(.add(favorite("lisa")), for: visitor).ids == ["bart", "lisa"])
    let back = try all(rows)
    #expect(try before.take(back) == back.count)
    #expect(try before.take(back) == 0)
    let after = JSONFavorites(directory: directory, show: show, log: SilentLog())
    #expect(try after.list(of: visitor).ids == ["bart", "lisa"])
    #expect(try rows.take(moved) == 0)
  }
}
