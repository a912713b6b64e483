import Favorites
import TestSupport
import Testing

@Suite struct RecentListsTests {
  private func list(_ count: Int = 1, version: Int = 7) throws -> FavoriteList {
    var list = try FavoriteList((0..<count).map { try favorite("entry-\($0)") })
    list.version = version
    return list
  }

  @Test("Beyond the limit of visitors the least recently used lists are evicted")
  func count() throws {
    var recent = RecentLists(visitorLimit: 100, age: 60)
    let list = try list()
    let visitors = (0...100).map { _ in VisitorID.random() }
    for visitor in visitors.dropLast() { recent.insert(list, of: visitor, now: 0) }
    _ = recent.list(of: visitors[0], now: 1)
    recent.insert(list, of: visitors[100], now: 1)
    #expect(recent.list(of: visitors[0], now: 1) != nil)
    #expect(recent.list(of: visitors[1], now: 1) == nil)
    // Several are evicted at a time.
    #expect((80...100).contains(visitors.count { recent.list(of: $0, now: 1) != nil }))
  }

  @Test("The lists together use at most the limit of bytes")
  func cost() throws {
    let list = try list(FavoriteList.limit)
    var recent = RecentLists(costLimit: 5 * list.cost, age: 60)
    let visitors = (0..<10).map { _ in VisitorID.random() }
    for visitor in visitors { recent.insert(list, of: visitor, now: 0) }
    #expect(visitors.count { recent.list(of: $0, now: 0) != nil } <= 5)
    #expect(recent.list(of: visitors[9], now: 0) != nil)
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
