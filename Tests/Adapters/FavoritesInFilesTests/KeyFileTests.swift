import Favorites
import FavoritesInFiles
import Glibc
import TestSupport
import Testing

@Suite struct KeyFileTests {
  /// The visitor of a cookie.
  private func visitor(_ text: String, _ store: JSONFavorites) -> VisitorID? {
    Array(text.utf8).withUnsafeBufferPointer { store.visitorKey()?.visitor($0) }
  }

  @Test("The key is written with the first favorite, readable by the owner only, and stays")
  func kept() throws {
    let fixture = try StoreFixture()
    let text = try #require(fixture.store.visitorKey()).text(of: fixture.visitor)
    #expect(visitor(text, fixture.store) == fixture.visitor)
    #expect(fixture.folder.names.isEmpty)
    try fixture.add("bart")
    var status = stat()
    #expect(stat("\(fixture.folder.path)/favorites/key", &status) == 0)
    #expect(status.st_size == 32 && status.st_mode & 0o777 == 0o600)
    let next = try fixture.restarted()
    #expect(visitor(text, next.store) == fixture.visitor)
    #expect(visitor(fixture.visitor.digits, next.store) == nil)
    #expect(next.log.isEmpty)
  }

  @Test("A key that is newer than the lists accepts unsigned ids")
  func upgraded() throws {
    let before = try StoreFixture()
    try before.add("bart")
    for _ in 1...2 {
      let fixture = try before.restarted()
      #expect(visitor(before.visitor.digits, fixture.store) == before.visitor)
      try fixture.add("lisa")
    }
    let text = try #require(try before.restarted().store.visitorKey()).text(of: before.visitor)
    #expect(try visitor(text, before.restarted().store) == before.visitor)
  }

  @Test("A favorite is refused while the key cannot be written")
  func unwritable() throws {
    let fixture = try StoreFixture()
    _ = fixture.store.visitorKey()
    try fixture.folder.write("favorites/key.new/x", "a folder in its place")
    #expect(throws: FavoritesError.self) { try fixture.add("bart") }
    #expect(fixture.folder.files == ["favorites/key.new/x"])
  }

  @Test(
    "After the loss of a key its ids are still accepted, and signed again",
    arguments: [true, false])
  func lost(isThere: Bool) throws {
    let fixture = try StoreFixture()
    let text = try #require(fixture.store.visitorKey()).text(of: fixture.visitor)
    try fixture.add("bart")
    if isThere {
      try fixture.folder.write("favorites/key", "damaged")
    } else {
      #expect(unlink("\(fixture.folder.path)/favorites/key") == 0)
    }
    let next = try fixture.restarted()
    #expect(visitor(text, next.store) == fixture.visitor)
    try next.add("lisa")
    #expect(try visitor(text, next.restarted().store) == fixture.visitor)
    #expect(next.store.visitorKey()?.text(of: fixture.visitor) != text)
  }

  @Test("A damaged key is replaced and logged; an unreadable one is kept")
  func damaged() throws {
    let fixture = try StoreFixture()
    for damage in ["", "short", String(repeating: "x", count: 33), String(repeating: "x", count: 40)] {
      try fixture.folder.write("favorites/key", damage)
      let next = try fixture.restarted()
      let text = try #require(next.store.visitorKey()).text(of: next.visitor)
      #expect(next.log.count == 1 && next.log[0].contains("favorites/key is not a key"))
      try next.add("a\(damage.utf8.count)")
      #expect(try visitor(text, next.restarted().store) == next.visitor)
    }
    fixture.system.fail("open", with: EIO)
    _ = fixture.store.visitorKey()
    #expect(fixture.log.count == 1 && fixture.log[0].contains("cannot read"))
  }
}
