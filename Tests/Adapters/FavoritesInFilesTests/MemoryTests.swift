import Favorites
import FavoritesInFiles
import TestSupport
import Testing

@Suite struct MemoryTests {
  @Test("A read or changed list is cached")
  func cached() throws {
    let fixture = try StoreFixture()
    #expect(fixture.store.rememberedList(of: fixture.visitor) == nil)
    try fixture.add("bart")
    #expect(fixture.store.rememberedList(of: fixture.visitor)?.ids == ["bart"])

    let restarted = try fixture.restarted()
    #expect(restarted.store.rememberedList(of: fixture.visitor) == nil)
    #expect(try restarted.store.list(of: fixture.visitor).ids == ["bart"])
    _ = restarted.system.calls()
    #expect(try restarted.store.list(of: fixture.visitor).ids == ["bart"])
    #expect(restarted.system.calls() == [])
  }

  @Test("Beyond the limit of visitors the least recently used lists are evicted")
  func visitorLimit() throws {
    let fixture = try StoreFixture(visitorLimit: 10)
    let visitors = (0..<11).map { _ in VisitorID.random() }
    for visitor in visitors.prefix(10) {
      _ = try fixture.store.apply(.add(try fixture.favorite("bart")), for: visitor)
    }
    #expect(fixture.store.rememberedList(of: visitors[0]) != nil)
    _ = try fixture.store.apply(.add(try fixture.favorite("bart")), for: visitors[10])
    let kept = visitors.indices.filter { fixture.store.rememberedList(of: visitors[$0]) != nil }
    #expect(kept == [0, 3, 4, 5, 6, 7, 8, 9, 10])
    #expect(try fixture.store.list(of: visitors[1]).ids == ["bart"])
  }

  @Test("A list larger than the memory limit is not cached")
  func memoryLimit() throws {
    let fixture = try StoreFixture(memoryLimit: 20_000)
    try fixture.add("bart")
    let long = try FavoriteList((0..<200).map { try fixture.favorite("entry-\($0)") })
    let other = VisitorID.random()
    _ = try fixture.store.apply(.merge(long), for: other)
    #expect(fixture.store.rememberedList(of: other) == nil)
    #expect(try fixture.store.list(of: other).count == 200)
  }
}
