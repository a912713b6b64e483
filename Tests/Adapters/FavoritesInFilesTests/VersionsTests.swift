import Favorites
import FavoritesInFiles
import Foundation
import TestSupport
import Testing

@Suite("Files shared with programs from 0.8.0 on")
struct VersionsTests {
  private let fixture: StoreFixture
  private let lists = "favorites/lists/ab/\(StoreFixture.digits).json"

  init() throws { fixture = try StoreFixture() }

  private func label(_ name: String) throws -> ListLabel {
    try #require(ListLabel(name: name, color: .green))
  }

  @discardableResult
  private func apply(_ change: FavoriteChange) throws -> [[String]] {
    contents(try fixture.restarted().store.apply(change, for: fixture.visitor))
  }

  private func read() throws -> [[String]] {
    contents(try fixture.restarted().store.list(of: fixture.visitor))
  }

  private func contents(_ list: FavoriteList) -> [[String]] {
    [list.ids] + list.lists.map { [$0.id] + $0.entries.favorites.map(\.id) }
  }

  @Test("Favorites stay in the form of version 1, and lists are in a file beside")
  func form() throws {
    try fixture.add("bart")
    try apply(.addList(label("To visit"), with: fixture.favorite("lisa")))
    #expect(fixture.folder.text(fixture.file).contains(#""version": 1,"#))
    #expect(!fixture.folder.text(fixture.file).contains("lisa"))
    // Programs without lists remove the file with the last favorite.
    #expect(try apply(.remove("bart")) == [[], ["to-visit", "lisa"]])
    #expect(fixture.folder.files.contains(fixture.file))
    try FileManager.default.removeItem(atPath: "\(fixture.folder.path)/\(fixture.file)")
    try? FileManager.default.removeItem(atPath: "\(fixture.folder.path)/\(fixture.file).bak")
    #expect(try read() == [[], ["to-visit", "lisa"]])
    #expect(try apply(.add(fixture.favorite("homer"))) == [["homer"], ["to-visit", "lisa"]])
    #expect(try apply(.removeList("to-visit")) == [["homer"]])
    #expect(!fixture.folder.files.contains { $0.contains("/lists/ab/") })
  }

  @Test("Lists that 0.9.0 wrote into the file are read, joined by id, and written apart at the next change")
  func inside() throws {
    try apply(.addList(label("To visit"), with: fixture.favorite("lisa")))
    var inside = try FavoriteList([fixture.favorite("bart")])
    inside = try inside.changed(by: .addList(label("To visit"), with: fixture.favorite("abe")))
    try fixture.folder.write(fixture.file, inside.exported(show: "simpsons"))
    #expect(try read() == [["bart"], ["to-visit", "abe", "lisa"]])
    let moved = FavoritesFolder(directory: "\(fixture.folder.path)/favorites", show: "simpsons")
    moved.forEach { #expect((try? $0.get().list).map(contents) == [["bart"], ["to-visit", "abe", "lisa"]]) }
    #expect(try apply(.remove("bart")) == [[], ["to-visit", "abe", "lisa"]])
    #expect(!fixture.folder.text(fixture.file).contains("abe"))
    #expect(try read() == [[], ["to-visit", "abe", "lisa"]])
  }

  @Test("A change that fails leaves favorites and lists as they were", arguments: FailureTests.steps)
  func failure(step: String) throws {
    try fixture.add("bart")
    try apply(.addList(label("To visit"), with: fixture.favorite("lisa")))
    let store = try fixture.restarted()
    let before = try store.store.list(of: fixture.visitor)
    let more = try FavoriteList([fixture.favorite("homer")]).changed(
      by: .addList(label("Seen"), with: fixture.favorite("marge")))
    // The lists are written first.
    store.system.fail(step, with: ENOSPC, except: "/lists/")
    #expect(throws: FavoritesError.self) { try store.store.apply(.merge(more), for: fixture.visitor) }
    #expect(try read() == contents(before))
  }

  @Test("The lists of a visitor count for the room, expire, and are evicted with the favorites")
  func room() throws {
    let store = try StoreFixture(space: 64 << 10)
    _ = try store.store.apply(.addList(label("To visit"), with: store.favorite("lisa")), for: store.visitor)
    store.store.measure()
    let many = try FavoriteList((0..<200).map { try store.favorite("entry-number-\($0)") })
    for number in 0..<8 {
      _ = try store.store.apply(.addList(label("\(number)"), with: nil), for: .random(), from: nil)
      _ = try store.store.apply(.merge(many), for: .random(), from: nil)
    }
    #expect(store.log.contains { $0.contains("--favorites-space are taken") })
    let (favorites, lists) = (
      Set(store.folder.files.filter { !$0.contains("/lists/") }.map { $0.suffix(37) }),
      Set(store.folder.files.filter { $0.contains("/lists/") }.map { $0.suffix(37) })
    )
    #expect(lists.isSubset(of: favorites))
  }

  @Test("Unused lists expire, and come back with their visitor")
  func expired() throws {
    try fixture.add("bart")
    try fixture.keepClock()
    _ = try fixture.store.apply(.addList(label("To visit"), with: nil), for: fixture.visitor)
    try fixture.folder.write("favorites/lists/clock", "\(fixture.now) \(fixture.now) 0\n")
    for _ in 0..<4 {
      fixture.advance(by: 101 * 86_400)
      fixture.store.sweep()
    }
    #expect(fixture.folder.files.contains { $0.hasPrefix("favorites/lists/expired/") })
    #expect(try contents(fixture.store.list(of: fixture.visitor)) == [["bart"], ["to-visit"]])
    for _ in 0..<5 {
      fixture.advance(by: 101 * 86_400)
      fixture.store.sweep()
    }
    #expect(!fixture.folder.files.contains { $0.hasSuffix(".json") })
  }
}
