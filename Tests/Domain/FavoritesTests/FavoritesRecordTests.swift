import Favorites
import Testing

@Suite struct FavoritesRecordTests {
  private func record(
    _ visitor: VisitorID = .random(), version: Int = 1_700_000_000, _ ids: String...
  ) throws -> FavoritesRecord {
    let list = try FavoriteList(ids.map { try #require(Favorite(id: $0, title: "T \"\($0)\"", addedAt: 7)) })
    return try #require(FavoritesRecord(visitor: visitor, version: version, day: "2026-11-22", list: list))
  }

  @Test("A record is one line, and is read unchanged")
  func line() throws {
    let record = try record(.random(), "bart", "lisa")
    let line = record.line(show: "simpsons")
    #expect(!line.contains(0x0A))
    #expect(try FavoritesRecord(line: line, show: "simpsons") == record)
    #expect(throws: FavoritesError.otherShow("simpsons")) { try FavoritesRecord(line: line, show: "wire") }
  }

  @Test(
    "An incomplete line is refused",
    arguments: [
      "", "{}", "[]", "{\"visitor\":1}", "{\"visitor\":\"0123456789abcdef0123456789abcdef\",\"version\":0}",
    ])
  func broken(_ line: String) {
    #expect(throws: FavoritesError.self) { try FavoritesRecord(line: Array(line.utf8), show: "simpsons") }
  }
}
