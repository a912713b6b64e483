import Favorites
import PostgreSQL
import System
import TestSupport
import Testing

@Suite("Rows of versions 0.9 to 0.14")
struct VersionsTests {
  private let place: Place
  private let replica: PostgreSQLFavorites
  private let visitor = VisitorID.random()

  init() throws {
    place = try Place()
    replica = try place.replica()
  }

  /// The row of lists that version 0.14.0 writes, with one list.
  private func write(_ ids: String..., of visitor: VisitorID? = nil) throws {
    try place.ask(
      """
      INSERT INTO dramatis_lists (show, visitor, version, document) VALUES ($1, $2::uuid, 1, $3)
      ON CONFLICT (show, visitor) DO UPDATE SET document = excluded.document
      """, place.show, (visitor ?? self.visitor).digits, document(ids))
  }

  private func document(_ ids: [String], starred: String = "") -> String {
    func entry(_ id: String) -> String {
      #"{"id": "\#(id)", "title": "The \#(id)", "time": "2026-11-20T19:45:10Z"}"#
    }
    let list = ids.map { entry($0) }.joined(separator: ",")
    return
      #"{"version": 2, "show": "\#(place.show)", "entries": [\#(starred.isEmpty ? "" : entry(starred))], "#
      + #""lists": [{"id": "seen", "name": "Seen", "color": "red", "entries": [\#(list)]}]}"#
  }

  private func row() throws -> String? {
    try place.ask("SELECT document FROM dramatis_favorites WHERE show = $1", place.show)[0, 0]
  }

  private func listRows() throws -> Int {
    try place.ask("SELECT 1 FROM dramatis_lists WHERE show = $1", place.show).count
  }

  /// A change by an earlier version.
  private func change(to document: String) throws {
    try place.ask(
      "UPDATE dramatis_favorites SET document = $2, version = version + 1 WHERE show = $1", place.show,
      document)
  }

  private func read() throws -> [String] { try place.replica().list(of: visitor).ids }

  @Test("The entries of a visitor's own lists join the favorites once")
  func beside() throws {
    _ = try replica.apply(.add(favorite("bart")), for: visitor)
    try write("lisa", "bart", "abe")
    #expect(try read() == ["bart", "lisa", "abe"])
    #expect(try place.replica().apply(.remove("lisa"), for: visitor).ids == ["bart", "abe"])
    #expect(try read() == ["bart", "abe"])
    #expect(try row()?.contains(#""version": 1,"#) == true)
    #expect(try listRows() == 0)
    #expect(try place.ask("SELECT version FROM dramatis_schema")[0, 0] == "1")
  }

  @Test("Lists outlive what earlier versions write and delete beside them")
  func outlived() throws {
    _ = try replica.apply(.add(favorite("bart")), for: visitor)
    try write("lisa")
    try change(
      to: String(decoding: FavoriteList([favorite("homer")]).exported(show: place.show), as: UTF8.self))
    #expect(try read() == ["homer", "lisa"])
    try change(to: "")
    #expect(try read() == ["lisa"])
    try place.ask("DELETE FROM dramatis_favorites WHERE show = $1", place.show)
    #expect(try read() == ["lisa"])
    #expect(try place.replica().apply(.add(favorite("marge")), for: visitor).ids == ["lisa", "marge"])
    #expect(try read() == ["lisa", "marge"])
    #expect(try listRows() == 0)
  }

  @Test("Lists that 0.9.0 wrote into the row are read, and written as favorites at the next change")
  func inside() throws {
    _ = try replica.apply(.add(favorite("bart")), for: visitor)
    try write("marge")
    try change(to: document(["abe"], starred: "homer"))
    #expect(try read() == ["homer", "abe", "marge"])
    #expect(try place.replica().apply(.add(favorite("ned")), for: visitor).count == 4)
    #expect(try row()?.contains(#""version": 1,"#) == true)
    #expect(try read() == ["homer", "abe", "marge", "ned"])
  }

  @Test("Lists are deleted with their row")
  func swept() throws {
    _ = try replica.apply(.add(favorite("bart")), for: visitor)
    try write("lisa")
    try place.ask(
      "INSERT INTO dramatis_clocks SELECT $1, concat_ws(' ', now, now, 0) FROM (SELECT extract(epoch FROM now())::bigint AS now) AS t",
      place.show)
    try place.ask("UPDATE dramatis_favorites SET day = CURRENT_DATE - 440 WHERE show = $1", place.show)
    replica.sweep()
    #expect(try read().isEmpty)
    #expect(try listRows() == 0)
  }

  @Test("Moving lists to another store moves those without a row too")
  func moved() throws {
    try write("lisa")
    let rows = try place.rows()
    var found: [FavoritesRecord] = []
    try rows.forEach { if let record = try? $0.get() { found.append(record) } }
    #expect(found.map(\.list.ids) == [["lisa"]])
    try place.ask("DELETE FROM dramatis_favorites WHERE show = $1", place.show)
    try place.ask("DELETE FROM dramatis_lists WHERE show = $1", place.show)
    #expect(try rows.take(found) == 1)
    #expect(try read() == ["lisa"])
  }
}
