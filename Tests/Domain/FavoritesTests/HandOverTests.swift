import Favorites
import TestSupport
import Testing

@Suite struct HandOverTests {
  private func list(_ count: Int) throws -> FavoriteList {
    try FavoriteList(
      (0..<count).map { try #require(Favorite(id: "entry-\($0)", title: "Entry", addedAt: 7)) })
  }

  @Test("A link restores the ids, with new times and titles")
  func roundTrip() throws {
    let (text, count) = HandOver.text(of: try list(3), byteLimit: 2_000)
    #expect(text == "entry-0.entry-1.entry-2" && count == 3)
    let read = HandOver.list(of: text, addedAt: 9) { "Title of \($0)" }
    #expect(read.ids == ["entry-0", "entry-1", "entry-2"])
    #expect(read.favorites.first?.title == "Title of entry-0")
    #expect(read.favorites.allSatisfy { $0.addedAt == 9 })
  }

  @Test(
    "Beyond the byte limit only the newest ids are included",
    arguments: [(0, 0), (6, 0), (7, 1), (14, 1), (15, 2), (23, 3)])
  func room(limit: Int, kept: Int) throws {
    let (text, count) = HandOver.text(of: try list(3), byteLimit: limit)
    #expect(count == kept)
    #expect(text == ["entry-0", "entry-1", "entry-2"].suffix(kept).joined(separator: "."))
  }

  @Test(
    "Invalid, duplicate and unknown ids are skipped",
    arguments: [
      ("", []), ("...", []), ("bart.BART.lisa", ["bart", "lisa"]), ("bart.bart", ["bart"]),
      ("a/b.<b>.bart", ["bart"]), ("unknown.bart", ["bart"]), (".bart.", ["bart"]), ("bart%2elisa", []),
    ] as [(String, [String])])
  func tolerant(text: String, ids: [String]) {
    #expect(HandOver.list(of: text, addedAt: 0) { $0 == "unknown" ? nil : $0 }.ids == ids)
  }

  @Test("At most 500 ids are written or read")
  func bounded() throws {
    #expect(try HandOver.text(of: list(600), byteLimit: .max).count == 500)
    let text = (0..<600).map { "entry-\($0)" }.joined(separator: ".")
    #expect(HandOver.list(of: text, addedAt: 0) { $0 }.count == 500)
  }
}
