import Favorites
import FavoritesInFiles
import Foundation
import System
import TestSupport
import Testing

@Suite struct DurabilityTests {
  @Test("A list is written, synced, renamed and its folder synced before the change returns")
  func order() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    _ = fixture.system.calls()
    try fixture.add("lisa")
    let name = "\(StoreFixture.digits).json"
    let unfinished = "\(name).new"
    let calls = fixture.system.calls().map(\.description)
    #expect(
      calls == [
        "create \(unfinished)", "write \(unfinished)", "sync \(unfinished)", "rename \(name)",
        "sync folder ab",
        // That of versions 0.9 to 0.14.
        "remove \(name)",
      ])
  }

  @Test("New folders are synced into their parents before the list is written")
  func newFolders() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    let calls = fixture.system.calls().map(\.description)
    let parent = try #require(fixture.folder.path.split(separator: "/").last)
    let wanted = [
      "make folder favorites", "sync folder \(parent)", "make folder ab", "sync folder favorites",
      "create \(StoreFixture.digits).json.new",
    ]
    #expect(calls.filter { wanted.contains($0) } == wanted)
  }

  @Test("A missing state folder is created")
  func missingState() throws {
    let folder = try TemporaryFolder()
    let store = JSONFavorites(directory: "\(folder.path)/a/b/favorites", show: "simpsons", log: SilentLog())
    let bart = try #require(Favorite(id: "bart", title: "Bart", addedAt: 0))
    _ = try store.apply(.add(bart), for: .random())
    #expect(folder.files.count == 1)
  }

  @Test("Removing the last favorite removes the file durably")
  func emptied() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart", "lisa")
    _ = try fixture.store.apply(.remove("bart"), for: fixture.visitor)
    _ = fixture.system.calls()
    #expect(try fixture.store.apply(.remove("lisa"), for: fixture.visitor).isEmpty)
    let name = "\(StoreFixture.digits).json"
    #expect(
      fixture.system.calls().map(\.description) == ["remove \(name)", "sync folder ab", "remove \(name)"])
    #expect(fixture.folder.files == [])
    #expect(try fixture.restarted().store.list(of: fixture.visitor).isEmpty)
  }

  @Test("A change without effect writes nothing")
  func noEffect() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    _ = fixture.system.calls()
    try fixture.add("bart")
    _ = try fixture.store.apply(.remove("lisa"), for: fixture.visitor)
    #expect(fixture.system.calls() == [])
  }

  @Test("Reading an unknown visitor writes nothing")
  func unknownVisitor() throws {
    let fixture = try StoreFixture()
    #expect(try fixture.store.list(of: fixture.visitor).isEmpty)
    #expect(try fixture.store.apply(.remove("bart"), for: fixture.visitor).isEmpty)
    #expect(fixture.folder.files == [])
    #expect(fixture.store.rememberedList(of: fixture.visitor) == nil)
  }

  @Test("Short writes are continued")
  func shortWrites() throws {
    let fixture = try StoreFixture()
    fixture.system.writeAtOnce(7)
    try fixture.add("bart", "lisa")
    #expect(try fixture.restarted().store.list(of: fixture.visitor).ids == ["bart", "lisa"])
  }

  @Test("A removed folder is created again")
  func removedFolder() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    try FileManager.default.removeItem(atPath: "\(fixture.folder.path)/favorites")
    try fixture.add("lisa")
    #expect(try fixture.restarted().store.list(of: fixture.visitor).ids == ["bart", "lisa"])
  }

  @Test("An unfinished file of a killed process is replaced")
  func unfinishedFile() throws {
    let fixture = try StoreFixture()
    try fixture.folder.write("\(fixture.file).new", Array("{\"vers".utf8))
    try fixture.add("bart")
    #expect(fixture.folder.files == [fixture.file])
  }

  @Test("Only the owner may read a list")
  func permissions() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    for (path, mode) in [(fixture.file, 0o600), ("favorites/ab", 0o700), ("favorites", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(fixture.folder.path)/\(path)")
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    }
  }
}
