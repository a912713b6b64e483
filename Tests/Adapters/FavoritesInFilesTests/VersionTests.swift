import Favorites
import FavoritesInFiles
import Foundation
import TestSupport
import Testing

@Suite struct VersionTests {
  private func file(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: "\(projectFolder)/Tests/Versions")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  @Test("A list of version 1 is read and changed")
  func firstVersion() throws {
    let fixture = try StoreFixture()
    try fixture.folder.write(fixture.file, file("favorites-1.json"))
    #expect(try fixture.store.list(of: fixture.visitor).ids == ["bart-simpson", "lisa-simpson"])
    #expect(try fixture.add("homer").ids == ["bart-simpson", "lisa-simpson", "homer"])
  }

  @Test("A list of version 2 is read with the visitor's lists, and changed")
  func secondVersion() throws {
    let fixture = try StoreFixture()
    try fixture.folder.write(fixture.file, file("favorites-2.json"))
    #expect(try fixture.add("homer").ids == ["bart-simpson", "homer"])
    let lists = try fixture.restarted().store.list(of: fixture.visitor).lists
    #expect(lists.map(\.label.name) == ["To visit"] && lists.first?.entries.contains("lisa-simpson") == true)
  }

  @Test("A list of a newer version is refused, and stays as it is with its backup")
  func newer() throws {
    let fixture = try StoreFixture()
    let bytes = try file("favorites-3.json")
    try fixture.folder.write(fixture.file, bytes)
    try fixture.folder.write("\(fixture.file).bak", bytes)
    let reading = thrown(FavoritesError.self) { try fixture.store.list(of: fixture.visitor) }
    #expect(
      reading?.description.contains("it has version 3, and this program reads up to 2") == true)
    #expect(throws: FavoritesError.self) { try fixture.add("homer") }
    #expect(fixture.folder.files == [fixture.file, "\(fixture.file).bak"])
    for name in fixture.folder.files {
      #expect(fixture.folder.text(name) == String(decoding: bytes, as: UTF8.self))
    }
  }
}
