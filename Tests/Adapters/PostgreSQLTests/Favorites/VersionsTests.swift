import Favorites
import PostgreSQL
import System
import TestSupport
import Testing

@Suite("Rows shared with programs from 0.8.0 on")
struct VersionsTests {
  private let place: Place
  private let replica: PostgreSQLFavorites
  private let visitor = VisitorID.random()

  init() throws {
    place = try Place()
    replica = try place.replica()
  }

  private func label(_ name: String, _ color: ListColor = .green) throws -> ListLabel {
    try #require(ListLabel(name: name, color: color))
  }

  /// A list with that name and those entries, and with `starred` among the favorites.
  private func list(_ name: String, _ ids: String..., starred: String...) throws -> FavoriteList {
    var list = try FavoriteList(starred.map { try favorite($0) })
    list = try list.changed(by: .addList(try label(name), with: nil))
    for id in ids { list = try list.changed(by: .put(favorite(id), in: list.lists[0].id)) }
    return list
  }

  private func row() throws -> String? {
    try place.ask("SELECT document FROM dramatis_favorites WHERE show = $1", place.show)[0, 0]
  }

  /// A change by version 0.8.0, which does not know lists.
  private func change(to document: String) throws {
    try place.ask(
      "UPDATE dramatis_favorites SET document = $2, version = version + 1 WHERE show = $1", place.show,
      document)
  }

  private func contents(_ list: FavoriteList) -> [[String]] {
    [list.ids] + list.lists.map { [$0.id] + $0.entries.favorites.map(\.id) }
  }

  private func read() throws -> [[String]] { contents(try place.replica().list(of: visitor)) }

  @Test("Favorites are stored in the form of version 1, even if the visitor has lists")
  func form() throws {
    _ = try replica.apply(.add(favorite("bart")), for: visitor)
    _ = try replica.apply(.addList(label("To visit"), with: favorite("lisa")), for: visitor)
    #expect(try row()?.contains(#""version": 1,"#) == true)
    #expect(try row()?.contains("lisa") == false)
    #expect(try place.ask("SELECT version FROM dramatis_schema")[0, 0] == "1")
    // Programs up to 0.13.0 delete rows that are empty.
    _ = try replica.apply(.remove("bart"), for: visitor)
    #expect(try row()?.contains(#""entries": ["#) == true)
    #expect(try read() == [[], ["to-visit", "lisa"]])
    #expect(try replica.apply(.removeList("to-visit"), for: visitor).isEmpty)
    #expect(try row()?.isEmpty == true)
    #expect(try place.ask("SELECT 1 FROM dramatis_lists WHERE show = $1", place.show).count == 0)
  }

  @Test("Lists outlive what programs without lists write and delete")
  func outlived() throws {
    _ = try replica.apply(.merge(list("To visit", "lisa", starred: "bart")), for: visitor)
    try change(
      to: String(decoding: FavoriteList([favorite("homer")]).exported(show: place.show), as: UTF8.self))
    #expect(try read() == [["homer"], ["to-visit", "lisa"]])
    try change(to: "")
    #expect(try read() == [[], ["to-visit", "lisa"]])
    try place.ask("DELETE FROM dramatis_favorites WHERE show = $1", place.show)
    #expect(try read() == [[], ["to-visit", "lisa"]])
    let list = try place.replica().apply(.add(favorite("marge")), for: visitor)
    #expect(contents(list) == [["marge"], ["to-visit", "lisa"]])
    #expect(try read() == [["marge"], ["to-visit", "lisa"]])
  }

  @Test("Lists that 0.9.0 wrote into the row are read, joined by id, and written apart at the next change")
  func inside() throws {
    _ = try replica.apply(.merge(list("To visit", "lisa", starred: "bart")), for: visitor)
    var inside = try list("To visit", "abe", starred: "homer")
    inside = try inside.changed(by: .changeList("to-visit", label("Later", .pink)))
    inside = try inside.changed(by: .addList(label("Seen"), with: favorite("marge")))
    try change(to: String(decoding: inside.exported(show: place.show), as: UTF8.self))
    let joined = [["homer"], ["to-visit", "abe", "lisa"], ["seen", "marge"]]
    #expect(try read() == joined)
    let reader = try place.replica()
    #expect(try reader.list(of: visitor).lists[0].label == label("Later", .pink))
    #expect(
      try contents(reader.apply(.add(favorite("ned")), for: visitor)) == [["homer", "ned"]]
        + joined.dropFirst())
    #expect(try row()?.contains(#""version": 1,"#) == true)
    #expect(try read() == [["homer", "ned"]] + joined.dropFirst())
  }

  @Test("More lists than a visitor may make, of two programs, stay, and stars work")
  func many() throws {
    func lists(_ prefix: String) throws -> FavoriteList {
      var list = FavoriteList()
      for number in 0..<NamedList.limit {
        list = try list.changed(by: .addList(label("\(prefix) \(number)"), with: nil))
      }
      return list
    }
    _ = try replica.apply(.merge(lists("a")), for: visitor)
    try change(to: String(decoding: lists("b").exported(show: place.show), as: UTF8.self))
    let other = try place.replica()
    #expect(try other.apply(.add(favorite("bart")), for: visitor).lists.count == 2 * NamedList.limit)
    #expect(throws: FavoritesError.tooManyLists(limit: NamedList.limit)) {
      try other.apply(.addList(label("c"), with: nil), for: visitor)
    }
    #expect(
      try place.replica().apply(.removeList("a-0"), for: visitor).lists.count == 2 * NamedList.limit - 1)
  }

  @Test("Lists without favorites expire with their row, and get another if it was deleted")
  func swept() throws {
    let other = VisitorID.random()
    for visitor in [visitor, other] { _ = try replica.apply(.merge(list("Seen", "lisa")), for: visitor) }
    func set(_ what: String, _ visitor: VisitorID) throws {
      try place.ask("UPDATE dramatis_favorites SET \(what) WHERE visitor = $1::uuid", visitor.digits)
    }
    try place.ask(
      "INSERT INTO dramatis_clocks SELECT $1, concat_ws(' ', now, now, 0) FROM (SELECT extract(epoch FROM now())::bigint AS now) AS t",
      place.show)
    // An older program has removed all favorites.
    try set("document = '', day = CURRENT_DATE - 3", visitor)
    replica.sweep()
    #expect(try read() == [[], ["seen", "lisa"]])
    #expect(
      try place.ask("SELECT 1 FROM dramatis_favorites WHERE document <> '' AND show = $1", place.show).count
        == 2)
    try set("day = CURRENT_DATE - 440, expired = 1", other)
    replica.sweep()
    #expect(try place.replica().list(of: other).isEmpty)
    #expect(try place.ask("SELECT 1 FROM dramatis_lists WHERE show = $1", place.show).count == 1)
  }

  @Test("Moving lists to another store moves those without a row too")
  func moved() throws {
    _ = try replica.apply(.merge(list("To visit", "lisa", starred: "bart")), for: visitor)
    try place.ask("DELETE FROM dramatis_favorites WHERE show = $1", place.show)
    let rows = try place.rows()
    var found: [FavoritesRecord] = []
    try rows.forEach { if let record = try? $0.get() { found.append(record) } }
    #expect(found.map { contents($0.list) } == [[[], ["to-visit", "lisa"]]])
    try place.ask("DELETE FROM dramatis_favorites WHERE show = $1", place.show)
    try place.ask("DELETE FROM dramatis_lists WHERE show = $1", place.show)
    #expect(try rows.take(found) == 1)
    #expect(try read() == [[], ["to-visit", "lisa"]])
  }
}
