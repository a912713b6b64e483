import Favorites
import FavoritesInFiles
import Glibc
import TestSupport
import Testing

@Suite("Files of versions 0.9 to 0.14")
struct VersionsTests {
  private let fixture: StoreFixture
  private let lists = "favorites/lists/ab/\(StoreFixture.digits).json"

  init() throws { fixture = try StoreFixture() }

  private func entry(_ id: String) -> String {
    #"{"id": "\#(id)", "title": "The \#(id)", "time": "2026-11-20T19:45:10Z"}"#
  }

  /// A document of version 2, with two lists.
  private func document(_ starred: String..., seen: String..., later: String...) -> String {
    func list(_ name: String, _ ids: [String]) -> String {
      let entries = ids.map { entry($0) }.joined(separator: ",")
      return #"{"id": "\#(name)", "name": "\#(name)", "color": "green", "entries": [\#(entries)]}"#
    }
    let entries = starred.map { entry($0) }.joined(separator: ",")
    return #"{"version": 2, "show": "simpsons", "entries": [\#(entries)], "#
      + #""lists": [\#(list("seen", seen)), \#(list("later", later))]}"#
  }

  private func read() throws -> [String] { try fixture.restarted().store.list(of: fixture.visitor).ids }

  @Test("The entries of a visitor's own lists join the favorites once")
  func beside() throws {
    try fixture.add("bart")
    try fixture.folder.write(lists, document(seen: "lisa", "bart", later: "abe"))
    #expect(try read() == ["bart", "lisa", "abe"])
    let moved = try fixture.restarted().store
    moved.forEach { #expect((try? $0.get().list.ids) == ["bart", "lisa", "abe"]) }
    let next = try fixture.restarted()
    #expect(try next.store.apply(.remove("lisa"), for: fixture.visitor).ids == ["bart", "abe"])
    #expect(!fixture.folder.files.contains(lists))
    #expect(try read() == ["bart", "abe"])
    #expect(fixture.folder.text(fixture.file).contains(#""version": 1,"#))
  }

  @Test("Lists without favorites are read, also once they have expired", arguments: ["ab", "expired"])
  func alone(folder: String) throws {
    try fixture.folder.write(
      "favorites/lists/\(folder)/\(StoreFixture.digits).json", document(seen: "lisa", later: "abe"))
    #expect(try read() == ["lisa", "abe"])
    #expect(try fixture.restarted().store.apply(.removeAll, for: fixture.visitor).isEmpty)
    #expect(try read() == [])
  }

  @Test(
    "Lists that 0.9.0 wrote into the file of favorites are read, and written as favorites at the next change")
  func inside() throws {
    try fixture.folder.write(fixture.file, document("bart", seen: "lisa", later: "abe"))
    try fixture.folder.write(lists, document(seen: "marge", later: "abe"))
    #expect(try read() == ["bart", "lisa", "abe", "marge"])
    _ = try fixture.restarted().store.apply(.remove("abe"), for: fixture.visitor)
    #expect(try read() == ["bart", "lisa", "marge"])
  }

  @Test("A change that fails leaves favorites and lists as they were", arguments: FailureTests.steps)
  func failure(step: String) throws {
    try fixture.add("bart")
    try fixture.folder.write(lists, document(seen: "lisa", later: "abe"))
    let store = try fixture.restarted()
    store.system.fail(step, with: ENOSPC)
    #expect(throws: FavoritesError.self) {
      try store.store.apply(.remove("lisa"), for: fixture.visitor)
    }
    #expect(try read() == ["bart", "lisa", "abe"])
  }

  @Test("More entries than a visitor may have stay, and the next star is refused")
  func many() throws {
    let many = try FavoriteList((0..<10_000).map { try fixture.favorite("entry-\($0)") })
    _ = try fixture.store.apply(.merge(many), for: fixture.visitor)
    try fixture.folder.write(lists, document(seen: "lisa", later: "abe"))
    let store = try fixture.restarted()
    #expect(throws: FavoritesError.tooMany(limit: 10_000)) { try store.add("homer") }
    #expect(try store.store.apply(.remove("lisa"), for: fixture.visitor).count == 10_001)
    #expect(try read().count == 10_001)
  }
}
