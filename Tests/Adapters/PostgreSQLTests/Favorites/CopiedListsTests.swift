import Favorites
import Testing

@testable import PostgreSQL

@Suite("Copies of lists from a database")
struct CopiedListsTests {
  private func list(_ count: Int = 1, version: Int = 7) throws -> FavoriteList {
    var list = try FavoriteList((0..<count).map { try favorite("entry-\($0)") })
    list.version = version
    return list
  }

  @Test("Only so many visitors' are kept, those used last")
  func count() throws {
    var copies = CopiedLists()
    let list = try list()
    let visitors = (0...CopiedLists.countLimit).map { _ in VisitorID.random() }
    for visitor in visitors.dropLast() { copies.keep(list, of: visitor, at: 0) }
    _ = copies.list(of: visitors[0], at: 1)
    copies.keep(list, of: visitors[visitors.count - 1], at: 1)
    #expect(copies.list(of: visitors[0], at: 1) != nil)
    #expect(copies.list(of: visitors[1], at: 1) == nil)
    // More than one make way at a time.
    let kept = visitors.count { copies.list(of: $0, at: 1) != nil }
    #expect((CopiedLists.countLimit * 8 / 10...CopiedLists.countLimit).contains(kept))
  }

  @Test("Together they take no more than so many bytes")
  func cost() throws {
    var copies = CopiedLists()
    let list = try list(FavoriteList.limit)
    let most = CopiedLists.costLimit / list.cost
    let visitors = (0..<(most + 5)).map { _ in VisitorID.random() }
    for visitor in visitors { copies.keep(list, of: visitor, at: 0) }
    #expect(visitors.count { copies.list(of: $0, at: 0) != nil } <= most)
    #expect(copies.list(of: visitors[visitors.count - 1], at: 0) != nil)
  }

  @Test("A copy is used for a minute, and one that is older than the browser has seen not at all")
  func age() throws {
    var copies = CopiedLists()
    var visitor = VisitorID.random()
    copies.keep(try list(), of: visitor, at: 100)
    #expect(copies.list(of: visitor, at: 100 + CopiedLists.age - 1) != nil)
    #expect(copies.list(of: visitor, at: 100 + CopiedLists.age) == nil)
    visitor.seen = 8
    #expect(copies.list(of: visitor, at: 100) == nil)
    copies.keep(try list(version: 8), of: visitor, at: 100)
    copies.keep(try list(version: 7), of: visitor, at: 100)
    #expect(copies.list(of: visitor, at: 100)?.version == 8)
  }
}
