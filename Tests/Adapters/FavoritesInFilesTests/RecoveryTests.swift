import Favorites
import FavoritesInFiles
import Foundation
import TestSupport
import Testing

@Suite struct RecoveryTests {
  /// Damages of a file, by name.
  static let damages: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
    ("empty", { _ in [] }), ("cut", { Array($0.prefix($0.count / 2)) }),
    ("garbage", { _ in Array(0...255) }), ("array", { _ in Array("[1,2".utf8) }),
    ("text", { _ in Array("\"x\"".utf8) }), ("null", { _ in Array("null".utf8) }),
    ("number", { _ in Array("1e400".utf8) }), ("deep", { _ in Array(repeating: 0x5B, count: 100_000) }),
    ("huge", { _ in Array(repeating: 0x20, count: FavoriteList.sizeLimit + 1) }),
    ("with zeros", { $0 + Array(repeating: 0, count: 4_096) }),
    ("not UTF-8", { $0.dropLast(2) + [0xFF] + $0.suffix(2) }),
  ]

  @Test(
    "The visitor of a damaged file begins anew, and it stays beside the new one", arguments: damages.map(\.0))
  func damaged(name: String) throws {
    let fixture = try StoreFixture(now: 1_795_203_910)
    try fixture.add("bart")
    let damaged = try damage(fixture, name)
    let restarted = try fixture.restarted()
    #expect(try restarted.store.list(of: fixture.visitor).isEmpty)
    #expect(try restarted.add("homer").ids == ["homer"])
    let aside = "\(fixture.file).corrupt-1795203910"
    #expect(fixture.folder.files == [fixture.file, aside])
    #expect(fixture.folder.bytes(aside) == damaged)
    #expect(restarted.log.count == 1 && restarted.log[0].contains("ab012345….json is damaged"))
    #expect(!restarted.log.joined().contains(StoreFixture.digits))
  }

  @Test("A damaged file that cannot be set aside is reported and stays")
  func cannotBeSetAside() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    try fixture.folder.write(fixture.file, [1])
    let restarted = try fixture.restarted()
    restarted.system.fail("rename", with: EROFS)
    #expect(throws: FavoritesError.self) { try restarted.store.list(of: fixture.visitor) }
    #expect(throws: FavoritesError.self) { try restarted.add("lisa") }
    #expect(fixture.folder.bytes(fixture.file) == [1])
  }

  @Test(
    "A file of a newer version or another show is refused and not changed",
    arguments: [
      (
        #"{"version": 3, "list": []}"#,
        "it has version 3, and this program reads up to 2"
      ),
      (
        #"{"version": 1, "show": "wire", "entries": []}"#, #"it belongs to the show "wire""#
      ),
    ])
  func refused(text: String, reason: String) throws {
    let fixture = try StoreFixture()
    try fixture.folder.write(fixture.file, Array(text.utf8))
    let path = "\(fixture.folder.path)/favorites/ab/ab012345….json"
    let refusal = FavoritesError.refused(path: path, reason: reason)
    #expect(throws: refusal) { try fixture.store.list(of: fixture.visitor) }
    #expect(throws: refusal) { try fixture.add("bart") }
    #expect(fixture.folder.text(fixture.file) == text)
    #expect(fixture.folder.files == [fixture.file])
  }

  private func damage(_ fixture: StoreFixture, _ name: String) throws -> [UInt8] {
    let whole = try #require(fixture.folder.bytes(fixture.file))
    let damage = try #require(Self.damages.first { $0.0 == name }?.1)
    try fixture.folder.write(fixture.file, damage(whole))
    return damage(whole)
  }
}
