import Favorites
import TestSupport
import Testing

@Suite("Moving favorites")
struct MovingTests {
  private func record(
    _ visitor: VisitorID = .random(), version: Int = 1_700_000_000, _ ids: String...
  ) throws -> FavoritesRecord {
    let list = try FavoriteList(ids.map { try #require(Favorite(id: $0, title: "T \"\($0)\"", addedAt: 7)) })
    return try #require(FavoritesRecord(visitor: visitor, version: version, day: "2026-11-22", list: list))
  }

  @Test("A list is one line, which is read as it was written")
  func line() throws {
    let record = try record(.random(), "bart", "lisa")
    let line = record.line(show: "simpsons")
    #expect(!line.contains(0x0A))
    #expect(try FavoritesRecord(line: line, show: "simpsons") == record)
    #expect(throws: FavoritesError.otherShow("simpsons")) { try FavoritesRecord(line: line, show: "wire") }
  }

  @Test(
    "A line that lacks something is refused",
    arguments: [
      "", "{}", "[]", "{\"visitor\":1}", "{\"visitor\":\"0123456789abcdef0123456789abcdef\",\"version\":0}",
    ])
  func broken(_ line: String) {
    #expect(throws: FavoritesError.self) { try FavoritesRecord(line: Array(line.utf8), show: "simpsons") }
  }

  @Test("What is taken into files is there for a store, and taking it again changes nothing")
  func taken() throws {
    let folder = try TemporaryFolder()
    let files = FavoritesFolder(directory: "\(folder.path)/favorites", show: "simpsons")
    let record = try record(.random(), "bart")
    #expect(try files.take(record))
    #expect(try !files.take(record))
    let store = JSONFavorites(directory: "\(folder.path)/favorites", show: "simpsons", report: { _ in })
    #expect(try store.list(of: record.visitor) == record.list)
    var found: [FavoritesRecord] = []
    files.forEach({ found.append($0) }, report: { Issue.record("\($0)") })
    #expect(found.map(\.list) == [record.list])
  }

  @Test("Of two versions the higher one stays, whichever comes first")
  func versions() throws {
    let folder = try TemporaryFolder()
    let files = FavoritesFolder(directory: "\(folder.path)/favorites", show: "simpsons")
    let visitor = VisitorID.random()
    let (old, new) = (
      try record(visitor, version: 1_800_000_000, "bart"), try record(visitor, version: 1_800_000_001, "lisa")
    )
    for record in [old, new, old] { _ = try files.take(record) }
    var found: [FavoritesRecord] = []
    files.forEach({ found.append($0) }, report: { Issue.record("\($0)") })
    #expect(
      found
        == [new].map {
          FavoritesRecord(visitor: visitor, version: $0.version, day: "2027-01-15", list: $0.list)
        })
    #expect(try files.take(record(visitor, version: 1_800_000_002)))
    found = []
    files.forEach({ found.append($0) }, report: { Issue.record("\($0)") })
    #expect(found.isEmpty)
  }
}
