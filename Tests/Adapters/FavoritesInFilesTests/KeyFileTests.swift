import Favorites
import FavoritesInFiles
import Glibc
import TestSupport
import Testing

@Suite struct KeyFileTests {
  @Test("The key is written with the first favorite, readable by the owner only, and stays")
  func kept() throws {
    let fixture = try StoreFixture()
    let key = try #require(fixture.store.visitorKey()).bytes
    #expect(fixture.store.visitorKey()?.bytes == key)
    #expect(fixture.folder.names.isEmpty)
    try fixture.add("bart")
    var status = stat()
    #expect(stat("\(fixture.folder.path)/favorites/key", &status) == 0)
    #expect(status.st_size == 32 && status.st_mode & 0o777 == 0o600)
    let next = try fixture.restarted()
    #expect(next.store.visitorKey()?.bytes == key)
    #expect(next.log.isEmpty)
  }

  @Test("The key of an earlier version is kept, also with its mark", arguments: ["", "u"])
  func earlier(mark: String) throws {
    let fixture = try StoreFixture()
    let key = String(repeating: "k", count: 32)
    try fixture.folder.write("favorites/key", key + mark)
    #expect(fixture.store.visitorKey()?.bytes == Array(key.utf8))
    try fixture.add("bart")
    #expect(fixture.folder.text("favorites/key") == key + mark)
  }

  @Test("A favorite is refused while the key cannot be written")
  func unwritable() throws {
    let fixture = try StoreFixture()
    _ = fixture.store.visitorKey()
    try fixture.folder.write("favorites/key.new/x", "a folder in its place")
    #expect(throws: FavoritesError.self) { try fixture.add("bart") }
    #expect(fixture.folder.files == ["favorites/key.new/x"])
  }

  @Test("A damaged key is replaced and logged")
  func damaged() throws {
    let fixture = try StoreFixture()
    for damage in ["", "short", String(repeating: "x", count: 33), String(repeating: "x", count: 40)] {
      try fixture.folder.write("favorites/key", damage)
      let next = try fixture.restarted()
      let key = try #require(next.store.visitorKey()).bytes
      #expect(next.log.count == 1 && next.log[0].contains("favorites/key is not a key"))
      try next.add("a\(damage.utf8.count)")
      #expect(try next.restarted().store.visitorKey()?.bytes == key)
    }
    fixture.system.fail("open", with: EIO)
    _ = fixture.store.visitorKey()
    #expect(fixture.log.count == 1 && fixture.log[0].contains("cannot read"))
    let before = fixture.folder.text("favorites/key")
    fixture.system.fail("open", with: 0)
    try fixture.add("bart")
    #expect(fixture.folder.text("favorites/key") == before)
  }
}
