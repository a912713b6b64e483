import Favorites
import Testing

@Suite struct FavoriteListTests {
  private func favorite(_ id: String, at time: Int = 0) throws -> Favorite {
    try #require(Favorite(id: id, title: id, addedAt: time))
  }

  private func list(_ ids: String...) throws -> FavoriteList {
    var favorites: [Favorite] = []
    for id in ids { favorites.append(try favorite(id)) }
    return try FavoriteList(favorites)
  }

  @Test(
    "An invalid id is refused",
    arguments: ["", "Bart", "a.b", "a/b", "a b", "ä", "..", String(repeating: "a", count: 201)])
  func ids(id: String) {
    #expect(Favorite(id: id, title: "Bart", addedAt: 0) == nil)
  }

  @Test(
    "A title is cut to one line, and replaced by the id if it is empty",
    arguments: [
      ("Bart\nSimpson\u{7F}", "Bart Simpson "), ("", "bart"), ("Dvořák", "Dvořák"),
      (String(repeating: "ž", count: 200), String(repeating: "ž", count: 150)),
    ])
  func titles(title: String, kept: String) {
    #expect(Favorite(id: "bart", title: title, addedAt: 0)?.title == kept)
  }

  @Test("The newest favorite is last, and adding it again moves nothing")
  func order() throws {
    let marked = try list("bart", "lisa").changed(by: .add(favorite("homer", at: 5)))
    #expect(marked.ids == ["bart", "lisa", "homer"])
    #expect(try marked.changed(by: .add(favorite("bart", at: 9))) == marked)
    #expect(marked.contains("homer") && !marked.contains("marge"))
  }

  @Test("Merging keeps existing favorites with their times, and adds the rest in its order")
  func merge() throws {
    let others = try FavoriteList([favorite("homer", at: 7), favorite("bart", at: 8), favorite("abe", at: 1)])
    let merged = try list("bart", "lisa").changed(by: .merge(others))
    #expect(merged.ids == ["bart", "lisa", "homer", "abe"])
    #expect(merged.favorites.map(\.addedAt) == [0, 0, 7, 1])
  }

  @Test("The 10,001st favorite is refused, also by merging")
  func limit() throws {
    let full = try FavoriteList((0..<10_000).map { try favorite("entry-\($0)") })
    let one = try favorite("one-more")
    #expect(throws: FavoritesError.tooMany(limit: 10_000)) { try full.changed(by: .add(one)) }
    #expect(throws: FavoritesError.tooMany(limit: 10_000)) {
      try full.changed(by: .merge(FavoriteList([one])))
    }
    #expect(try full.changed(by: .add(favorite("entry-3"))) == full)
    #expect(try full.changed(by: .remove("entry-3")).changed(by: .add(one)).count == 10_000)
  }

  @Test("The fingerprint depends on the favorites and their order only")
  func fingerprint() throws {
    let (one, two) = (try favorite("one"), try favorite("two"))
    let both = try FavoriteList([one, two])
    #expect(FavoriteList().fingerprint == 0)
    #expect(try FavoriteList([one]).changed(by: .add(two)).fingerprint == both.fingerprint)
    #expect(try both.changed(by: .add(one)).fingerprint == both.fingerprint)
    #expect(try both.changed(by: .remove("one")).fingerprint == FavoriteList([two]).fingerprint)
    #expect(try both.changed(by: .remove("one")).changed(by: .remove("two")).fingerprint == 0)
    let others = [try FavoriteList([one]), try FavoriteList([two, one]), try FavoriteList([two])]
    #expect(Set((others + [both]).map(\.fingerprint)).count == 4)
  }
}
