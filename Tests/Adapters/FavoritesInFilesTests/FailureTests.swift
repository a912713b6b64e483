import Favorites
import FavoritesInFiles
import Glibc
import TestSupport
import Testing

@Suite struct FailureTests {
  /// The calls of a change that can fail.
  static let steps = ["create", "write", "sync", "rename"]

  @Test(
    "A failed write leaves the old list on disk and in memory, and names the reason",
    arguments: steps,
    [
      (ENOSPC, .full), (EDQUOT, .full), (EFBIG, .full), (EROFS, .readOnly), (EACCES, .readOnly),
      (EMFILE, .tooManyOpenFiles),
      (ENFILE, .tooManyOpenFiles), (EIO, .other("Input/output error")),
    ] as [(Int32, FavoritesError.Obstacle)])
  func oldListStays(step: String, fault: (code: Int32, obstacle: FavoritesError.Obstacle)) throws {
    let fixture = try StoreFixture()
    let old = try fixture.add("bart", "homer")
    let text = fixture.folder.text(fixture.file)
    fixture.system.fail(step, with: fault.code)
    let path = "\(fixture.folder.path)/favorites/ab/ab012345….json"
    #expect(throws: FavoritesError.unwritable(path: path, reason: fault.obstacle)) {
      try fixture.add("lisa")
    }
    #expect(fixture.store.rememberedList(of: fixture.visitor) == old)
    #expect(fixture.folder.text(fixture.file) == text)
    #expect(!fixture.folder.files.contains { $0.contains(".new-") })
    #expect(try fixture.restarted().store.list(of: fixture.visitor) == old)

    fixture.system.fail(step, with: 0)
    #expect(try fixture.add("lisa").ids == ["bart", "homer", "lisa"])
    #expect(try fixture.restarted().store.list(of: fixture.visitor).ids == ["bart", "homer", "lisa"])
  }

  @Test("A failed first write leaves no file", arguments: steps)
  func firstList(step: String) throws {
    let fixture = try StoreFixture()
    fixture.system.fail(step, with: ENOSPC)
    #expect(throws: FavoritesError.self) { try fixture.add("bart") }
    #expect(fixture.folder.files == [])
    #expect(try fixture.store.list(of: fixture.visitor).isEmpty)
  }

  @Test("A failed removal keeps the last favorite")
  func lastFavorite() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    fixture.system.fail("remove", with: EROFS)
    #expect(throws: FavoritesError.self) {
      try fixture.store.apply(.remove("bart"), for: fixture.visitor)
    }
    #expect(try fixture.restarted().store.list(of: fixture.visitor).ids == ["bart"])
  }

  @Test("A failure to open a list is reported, and sets nothing aside", arguments: [EMFILE, EACCES, EIO])
  func unreadable(code: Int32) throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    let restarted = try fixture.restarted()
    restarted.system.fail("open", with: code)
    #expect(throws: FavoritesError.self) { try restarted.store.list(of: restarted.visitor) }
    #expect(throws: FavoritesError.self) { try restarted.add("lisa") }
    restarted.system.fail("open", with: 0)
    #expect(try restarted.add("lisa").ids == ["bart", "lisa"])
    #expect(restarted.log == [])
  }

  @Test("A change whose folder cannot be synced may be stored, and the next reader sees what is on disk")
  func unconfirmed() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    fixture.system.fail("sync folder", with: EIO)
    let error = thrown(FavoritesError.self) { try fixture.add("lisa") }
    #expect(error.map { if case .unconfirmed = $0 { true } else { false } } == true)
    fixture.system.fail("sync folder", with: 0)
    #expect(fixture.store.rememberedList(of: fixture.visitor) == nil)
    #expect(
      try fixture.store.list(of: fixture.visitor) == fixture.restarted().store.list(of: fixture.visitor))
    #expect(try fixture.add("homer").ids == ["bart", "lisa", "homer"])
  }

  @Test("A folder in place of a list is reported and kept")
  func folderInstead() throws {
    let fixture = try StoreFixture()
    try fixture.folder.write("\(fixture.file)/inside", [])
    #expect(throws: FavoritesError.self) { try fixture.store.list(of: fixture.visitor) }
    #expect(throws: FavoritesError.self) { try fixture.add("bart") }
    #expect(fixture.folder.files == ["\(fixture.file)/inside"])
  }

  @Test("A list that is too long is refused, and nothing is stored")
  func tooMany() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    let many = try FavoriteList((0..<10_000).map { try fixture.favorite("entry-\($0)") })
    #expect(throws: FavoritesError.tooMany(limit: 10_000)) {
      try fixture.store.apply(.merge(many), for: fixture.visitor)
    }
    #expect(try fixture.restarted().store.list(of: fixture.visitor).ids == ["bart"])
  }
}
