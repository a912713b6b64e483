import Favorites
import Glibc
import TestSupport
import Testing

@Suite("The key that signs visitors' ids")
struct KeyFileTests {
  /// Whom a browser's text names to a store.
  private func visitor(_ text: String, _ store: JSONFavorites) -> VisitorID? {
    Array(text.utf8).withUnsafeBufferPointer { store.visitorKey()?.visitor($0) }
  }

  @Test("Comes on disk with the first favorite, readable for its owner alone, and stays")
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

  @Test("Where lists were before the key, ids without a signature count, as long as that key does")
  func upgraded() throws {
    let before = try StoreFixture()
    try before.add("bart")
    for _ in 1...2 {
      let fixture = try before.restarted()
      #expect(visitor(before.visitor.digits, fixture.store) == before.visitor)
      try fixture.add("lisa")
    }
    let text = try #require(try before.restarted().store.visitorKey()).text(of: before.visitor)
    #expect(visitor(text, try before.restarted().store) == before.visitor)
  }

  @Test("A favorite is refused rather than kept under a key that is not on disk")
  func unwritable() throws {
    let fixture = try StoreFixture()
    _ = fixture.store.visitorKey()
    try fixture.folder.write("favorites/key.new/x", "a folder in its place")
    #expect(throws: FavoritesError.self) { try fixture.add("bart") }
    #expect(fixture.folder.files == ["favorites/key.new/x"])
  }

  @Test(
    "A key that is lost takes no list from anybody: what it signed counts, and is signed anew",
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
    #expect(visitor(text, try next.restarted().store) == fixture.visitor)
    #expect(next.store.visitorKey()?.text(of: fixture.visitor) != text)
  }

  @Test("What is not a key is replaced, with a line in the log; what cannot be read is left alone")
  func damaged() throws {
    let fixture = try StoreFixture()
    for damage in ["", "short", String(repeating: "x", count: 33), String(repeating: "x", count: 40)] {
      try fixture.folder.write("favorites/key", damage)
      let next = try fixture.restarted()
      let text = try #require(next.store.visitorKey()).text(of: next.visitor)
      #expect(next.log.count == 1 && next.log[0].contains("favorites/key is not a key"))
      try next.add("a\(damage.utf8.count)")
      #expect(visitor(text, try next.restarted().store) == next.visitor)
    }
    fixture.system.fail("open", with: EIO)
    _ = fixture.store.visitorKey()
    #expect(fixture.log.count == 1 && fixture.log[0].contains("cannot read"))
  }
}
