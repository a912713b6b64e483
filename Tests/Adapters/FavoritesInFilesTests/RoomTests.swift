import Favorites
import FavoritesInFiles
import System
import TestSupport
import Testing

@Suite struct RoomTests {
  private static let day = 86_400
  /// Space for 64 lists of one block each; a network may fill four in a day.
  private static let space = 64 * 4_096

  private func fixture() throws -> StoreFixture { try StoreFixture(space: Self.space) }

  @discardableResult
  private func newcomer(_ fixture: StoreFixture, from address: String) throws -> VisitorID {
    let visitor = VisitorID.random()
    _ = try fixture.store.apply(
      .add(try fixture.favorite("bart")), for: visitor, from: IPAddress(address))
    return visitor
  }

  /// The number of new lists of a network until it is refused.
  private func flood(_ fixture: StoreFixture, from address: String, atMost limit: Int = 100) -> Int {
    (0..<limit).first { _ in (try? newcomer(fixture, from: address)) == nil } ?? limit
  }

  private func has(_ visitor: VisitorID, _ fixture: StoreFixture) -> Bool {
    fixture.lists.contains(StoreFixture.file(visitor))
  }

  @Test("A network fills a sixteenth of the room in a day of running time")
  func share() throws {
    let fixture = try fixture()
    let other = try newcomer(fixture, from: "192.168.1.1")
    #expect(flood(fixture, from: "192.168.1.2") == 4)
    #expect(throws: FavoritesError.noRoom(limit: Self.space)) { try newcomer(fixture, from: "192.168.1.2") }
    fixture.setClock(by: 2 * Self.day)
    #expect(flood(fixture, from: "192.168.1.2") == 0)
    #expect(fixture.log.count == 1 && fixture.log[0].contains("a network has stored 16 KB today"))
    #expect(flood(fixture, from: "192.168.1.3") == 4)
    fixture.advance(by: Self.day)
    #expect(flood(fixture, from: "192.168.1.2") == 4)
    #expect(has(other, fixture))
  }

  @Test("What a visitor removes is free for the network again")
  func removed() throws {
    let fixture = try fixture()
    try newcomer(fixture, from: "192.168.1.1")
    for _ in 0..<10 {
      let visitor = try newcomer(fixture, from: "192.168.1.2")
      _ = try fixture.store.apply(.remove("bart"), for: visitor, from: IPAddress("192.168.1.2"))
    }
    #expect(flood(fixture, from: "192.168.1.2") == 4)
  }

  @Test("A full store refuses new lists, and lets those that exist grow up to twice its room")
  func full() throws {
    let fixture = try fixture()
    for number in 0..<100 { _ = try? newcomer(fixture, from: "192.168.1.\(number)") }
    #expect(fixture.lists.count == 64)
    #expect(fixture.log == ["favorites: the 0 MB of --favorites-space are taken; no new lists begin"])
    let visitor = try #require(VisitorID(fixture.lists[0].suffix(37).prefix(32)))
    #expect(try fixture.store.apply(.add(fixture.favorite("lisa")), for: visitor).ids == ["bart", "lisa"])
    let long = try FavoriteList((0..<4_000).map { try fixture.favorite("entry-\($0)") })
    #expect(throws: FavoritesError.noRoom(limit: Self.space)) {
      try fixture.store.apply(.merge(long), for: visitor)
    }
    #expect(try fixture.store.apply(.removeAll, for: visitor).isEmpty)
    #expect(has(try newcomer(fixture, from: "192.168.1.200"), fixture))
  }

  @Test("Lists, damaged and expired files count")
  func existingFiles() throws {
    let before = try fixture()
    try before.folder.write("\(before.file).corrupt-\(before.now)", Array(repeating: 1, count: 50 * 4_096))
    try before.folder.write(
      "favorites/expired/\(VisitorID.random().digits).json", Array(repeating: 1, count: 9_000))
    let fixture = try StoreFixture(in: before.folder, now: before.now, space: Self.space)
    try fixture.add("bart", "lisa")
    #expect(fixture.store.fault == "favorites take 0 of 0 MB")
    for number in 0..<10 { try newcomer(fixture, from: "192.168.1.\(number)") }
    #expect(throws: FavoritesError.noRoom(limit: Self.space)) { try newcomer(fixture, from: "192.168.2.1") }
    #expect(fixture.folder.names(in: "favorites/expired").isEmpty == false)
  }

  @Test("The file in which earlier versions kept networks goes")
  func uses() throws {
    let fixture = try fixture()
    try fixture.folder.write("favorites/uses", "\(StoreFixture.digits) 12 99 1\n")
    fixture.store.sweep()
    #expect(!fixture.folder.files.contains("favorites/uses"))
  }
}
