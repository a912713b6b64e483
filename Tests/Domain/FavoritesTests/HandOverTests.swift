import Favorites
import TestSupport
import Testing

@Suite struct HandOverTests {
  private func list(_ count: Int) throws -> FavoriteList {
    try FavoriteList(
      (0..<count).map { try #require(Favorite(id: "entry-\($0)", title: "Entry", addedAt: 7)) })
  }

  @Test(
    "Beyond the byte limit only the newest ids are included",
    arguments: [(0, 0), (6, 0), (7, 1), (14, 1), (15, 2), (23, 3)])
  func room(limit: Int, kept: Int) throws {
    let (text, count) = HandOver.text(of: try list(3), byteLimit: limit)
    #expect(count == kept)
    #expect(text == ["entry-0", "entry-1", "entry-2"].suffix(kept).joined(separator: "."))
  }

  @Test("At most 500 ids are written or read")
  func bounded() throws {
    #expect(try HandOver.text(of: list(600), byteLimit: .max).count == 500)
    let text = (0..<600).map { "entry-\($0)" }.joined(separator: ".")
    #expect(HandOver.list(of: text, addedAt: 0) { $0 }.count == 500)
  }

  @Test("The entries of lists in a link of an earlier version join the favorites")
  func lists() {
    let text = "bart.lisa~To_20visit.green.abe.bart~Seen.red.marge"
    #expect(HandOver.list(of: text, addedAt: 0) { $0 }.ids == ["bart", "lisa", "abe", "marge"])
  }
}
