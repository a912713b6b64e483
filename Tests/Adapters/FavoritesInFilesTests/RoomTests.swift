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

  @Test("A network fills a sixteenth of the room in a day of running time while there are others")
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

  @Test("A deletion is logged with the number of lists and of networks")
  func logged() throws {
    let fixture = try fixture()
    #expect(flood(fixture, from: "192.168.1.2", atMost: 65) == 65)
    #expect(fixture.log.count == 1)
    #expect(fixture.log[0].hasSuffix("deleted 5 lists of 1 network"))
  }

  @Test("Files, backups, damaged and expired files count")
  func existingFiles() throws {
    let before = try fixture()
    try before.folder.write("\(before.file).corrupt-\(before.now)", Array(repeating: 1, count: 50 * 4_096))
    try before.folder.write(
      "favorites/expired/\(VisitorID.random().digits).json", Array(repeating: 1, count: 9_000))
    let fixture = try StoreFixture(in: before.folder, now: before.now, space: Self.space)
    try fixture.add("bart", "lisa")
    #expect(fixture.store.fault == "favorites take 0 of 0 MB")
    // Expired lists make room first.
    for number in 0..<9 { try newcomer(fixture, from: "192.168.1.\(number)") }
    #expect(fixture.folder.names(in: "favorites/expired").isEmpty == false)
    for number in 0..<3 { try newcomer(fixture, from: "192.168.2.\(number)") }
    #expect(fixture.folder.names(in: "favorites/expired").isEmpty)
    #expect(fixture.log.first == "favorites: deleted 1 expired lists for their room")
  }

  @Test("The file of networks has no address, and forgets a list with it")
  func uses() throws {
    let fixture = try fixture()
    let visitor = try newcomer(fixture, from: "192.168.1.2")
    fixture.store.sweep()
    let line = fixture.folder.text("favorites/uses")
    #expect(line.hasPrefix(visitor.digits) && !line.contains("192.168"))
    #expect(line.split(separator: " ")[1].count == 4)
    #expect(!fixture.folder.text(StoreFixture.file(visitor)).contains("network"))
    _ = try fixture.store.apply(.remove("bart"), for: visitor)
    fixture.store.sweep()
    #expect(fixture.folder.text("favorites/uses").isEmpty)
  }

  @Test("Damaged lines of the file of networks cost nothing but their lists' place")
  func damagedUses() throws {
    let fixture = try fixture()
    let visitor = try newcomer(fixture, from: "192.168.1.2")
    try fixture.folder.write("favorites/uses", "\(visitor.digits) zz 1\n\u{0}\n\(visitor.digits) 12 99 7\n")
    let next = try StoreFixture(in: fixture.folder, now: fixture.now, space: Self.space)
    #expect(try next.store.list(of: visitor).ids == ["bart"])
    #expect(flood(next, from: "192.168.1.3", atMost: 5) == 4)
  }
}
