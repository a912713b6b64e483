import Favorites
import FavoritesInFiles
import TestSupport
import Testing

@Suite struct RoomTests {
  private static let day = 86_400
  /// Space for 16 lists of one block each.
  private static let space = 16 * 4_096

  private func fixture() throws -> StoreFixture { try StoreFixture(space: Self.space) }

  @discardableResult
  private func newcomer(_ fixture: StoreFixture) throws -> VisitorID {
    let visitor = VisitorID.random()
    _ = try fixture.store.apply(.add(try fixture.favorite("bart")), for: visitor)
    return visitor
  }

  /// Fills the space with lists of one favorite.
  private func fill(_ fixture: StoreFixture) throws -> [VisitorID] {
    try (0..<16).map { _ in try newcomer(fixture) }
  }

  private func setBack(_ visitor: VisitorID, by seconds: Int, in fixture: StoreFixture) throws {
    try fixture.folder.setModified(StoreFixture.file(visitor), at: fixture.now - seconds)
  }

  @Test("At the limit new and longer lists are refused, and other changes are made")
  func full() throws {
    let fixture = try fixture()
    let visitors = try fill(fixture)
    let full = FavoritesError.noRoom(limit: Self.space)
    #expect(throws: full) { try newcomer(fixture) }
    #expect(throws: full) {
      try fixture.store.apply(.add(try fixture.favorite("lisa")), for: visitors[0])
    }
    #expect("\(full)" == "the limit of 0 MB for favorites is reached")
    #expect(try fixture.store.list(of: visitors[0]).ids == ["bart"])
    #expect(fixture.folder.files.count == 16)
    #expect(try fixture.store.apply(.remove("bart"), for: visitors[1]).isEmpty)
    try newcomer(fixture)
    #expect(throws: full) { try newcomer(fixture) }
  }

  @Test("Existing files, backups and damaged files count")
  func existingFiles() throws {
    let fixture = try fixture()
    for visitor in try fill(fixture)[..<5] { _ = try fixture.store.apply(.remove("bart"), for: visitor) }
    try fixture.folder.write("\(fixture.file).corrupt-\(fixture.now)", Array(repeating: 1, count: 5_000))
    let restarted = try StoreFixture(in: fixture.folder, now: fixture.now, space: Self.space)
    // A list and its backup are two blocks, and so is what was set aside.
    try restarted.add("bart", "lisa")
    try newcomer(restarted)
    #expect(throws: FavoritesError.noRoom(limit: Self.space)) { try newcomer(restarted) }
  }

  @Test("Swept files free space")
  func sweep() throws {
    let fixture = try fixture()
    let visitors = try fill(fixture)
    for visitor in visitors { try setBack(visitor, by: 400 * Self.day, in: fixture) }
    #expect(fixture.store.sweep(limit: 2) == 2)
    // No list was evicted for these.
    for _ in 0..<2 { try newcomer(fixture) }
    #expect(fixture.folder.files.count == 16)
    #expect(fixture.log.isEmpty)
  }

  @Test("Lists that were never used again are evicted after a day, the oldest first")
  func neverUsed() throws {
    let fixture = try fixture()
    let visitors = try fill(fixture)
    for (number, visitor) in visitors.enumerated() {
      try setBack(visitor, by: Self.day * (number < 8 ? 1 : 0) + number, in: fixture)
    }
    try newcomer(fixture)
    let left = visitors.filter { fixture.folder.files.contains(StoreFixture.file($0)) }
    // A tenth more than was needed.
    #expect(left == Array(visitors[..<6] + visitors[8...]))
    #expect(fixture.log.count == 1)
    #expect(try fixture.store.list(of: visitors[7]).isEmpty)
  }

  @Test("A list that was used again is evicted last, and after thirty days")
  func usedAgain() throws {
    let before = try fixture()
    let visitors = try fill(before)
    try setBack(visitors[0], by: 2 * Self.day, in: before)
    let fixture = try StoreFixture(in: before.folder, now: before.now, space: Self.space)
    #expect(try fixture.store.list(of: visitors[0]).ids == ["bart"])
    for visitor in visitors[1...] { try setBack(visitor, by: Self.day, in: fixture) }
    try setBack(visitors[0], by: 29 * Self.day, in: fixture)
    for _ in 0..<15 { try newcomer(fixture) }
    #expect(fixture.folder.files.contains(StoreFixture.file(visitors[0])))
    #expect(throws: FavoritesError.self) { for _ in 0..<3 { try newcomer(fixture) } }
    try setBack(visitors[0], by: 30 * Self.day, in: fixture)
    fixture.advance(by: 600)
    try newcomer(fixture)
    #expect(!fixture.folder.files.contains(StoreFixture.file(visitors[0])))
  }

  @Test("After an unsuccessful search the next one is ten minutes later")
  func pause() throws {
    let fixture = try fixture()
    let visitors = try fill(fixture)
    #expect(throws: FavoritesError.self) { try newcomer(fixture) }
    for visitor in visitors { try setBack(visitor, by: 2 * Self.day, in: fixture) }
    fixture.advance(by: 599)
    #expect(throws: FavoritesError.self) { try newcomer(fixture) }
    fixture.advance(by: 1)
    try newcomer(fixture)
  }
}
