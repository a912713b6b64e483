import Favorites
import FavoritesInFiles
import System
import TestSupport
import Testing

@Suite struct MovingTests {
  private let folder: TemporaryFolder
  private let files: JSONFavorites

  init() throws {
    folder = try TemporaryFolder()
    files = JSONFavorites(directory: "\(folder.path)/favorites", show: "simpsons", log: SilentLog())
  }

  private func record(
    _ visitor: VisitorID = .random(), version: Int = 1_700_000_000, _ ids: String...
  ) throws -> FavoritesRecord {
    try #require(
      FavoritesRecord(
        visitor: visitor, version: version, day: "2026-11-22",
        list: FavoriteList(ids.map { try favorite($0) })))
  }

  private func all() throws -> [FavoritesRecord] {
    var found: [Result<FavoritesRecord, FavoritesError>] = []
    files.forEach { found.append($0) }
    return try found.map { try $0.get() }
  }

  @Test("An imported list is read by a store, and importing it again changes nothing")
  func imported() throws {
    let record = try record(.random(), "bart")
    #expect(try files.take([record]) == 1)
    #expect(try files.take([record]) == 0)
    let store = JSONFavorites(directory: "\(folder.path)/favorites", show: "simpsons", log: SilentLog())
    #expect(try store.list(of: record.visitor) == record.list)
    #expect(try all().map(\.list) == [record.list])
  }

  @Test("The higher version of a list wins, in any order")
  func versions() throws {
    let visitor = VisitorID.random()
    let (old, new) = (
      try record(visitor, version: 1_800_000_000, "bart"), try record(visitor, version: 1_800_000_001, "lisa")
    )
    #expect(try files.take([old, new, old]) == 2)
    #expect(
      try all() == [
        FavoritesRecord(visitor: visitor, version: new.version, day: "2027-01-15", list: new.list)
      ])
    #expect(try files.take([record(visitor, version: 1_800_000_002)]) == 1)
    #expect(try all().isEmpty)
  }

  @Test("An unreadable list is reported, and the others are exported")
  func unreadable() throws {
    let (good, bad) = (try record(.random(), "bart"), try record(.random(), "lisa"))
    _ = try files.take([good, bad])
    try folder.write("favorites/\(bad.visitor.digits.prefix(2))/\(bad.visitor.digits).json", "damaged")
    var found: [Result<FavoritesRecord, FavoritesError>] = []
    files.forEach { found.append($0) }
    #expect(found.compactMap { try? $0.get().list } == [good.list])
    #expect(found.count == 2)
  }
}
