import Favorites
import TestSupport
import Testing

@Suite struct RecentListsTests {
  private func list(_ count: Int = 1, version: Int = 7) throws -> FavoriteList {
    var list = try FavoriteList((0..<count).map { try favorite("entry-\($0)") })
    list.version = version
    return list
  }

  @Test("A list expires at its age, and an older version does not replace a newer one")
  func age() throws {
    var recent = RecentLists(age: 60)
    let visitor = VisitorID.random()
    recent.insert(try list(), of: visitor, now: 100)
    #expect(recent.list(of: visitor, now: 159) != nil)
    #expect(recent.list(of: visitor, now: 160) == nil)
    recent.insert(try list(version: 8), of: visitor, now: 100)
    recent.insert(try list(version: 7), of: visitor, now: 100)
    #expect(recent.list(of: visitor, now: 100)?.version == 8)
  }

  @Test("Inserting the same list again does not prolong its age")
  func same() throws {
    var recent = RecentLists(age: 60)
    let visitor = VisitorID.random()
    for now in [100, 130] { recent.insert(try list(), of: visitor, now: now) }
    #expect(recent.list(of: visitor, now: 160) == nil)
  }
}
