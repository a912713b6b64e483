import Catalogs
import Search
import Testing
import Text

@Suite("Neighbours")
struct NeighboursTests {
  private static let names = ["Ada", "Ben", "Cid", "Dan", "Eve"]

  private static func catalog(_ order: ListOrder) -> Catalog {
    let isOdd = Set(["Ada", "Cid", "Eve"])
    let entries = names.reversed().map { name in
      FeedEntry(key: name, title: .plain(name)) { $0.sections = isOdd.contains(name) ? ["odd"] : [] }
    }
    return CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(entries: entries, sections: [Section(id: "odd", title: "Odd")], order: order))
  }

  private static func around(
    _ name: String, _ text: String = "", section: String? = nil, order: ListOrder = .title
  ) -> [String]? {
    let catalog = catalog(order)
    let query = Query(search: SearchQuery(text, match: .contains), section: section)
    guard let position = catalog.position(of: name.lowercased()) else { return nil }
    return catalog.results(for: query).neighbours(of: position).map {
      [catalog.entries[$0.previous].title, catalog.entries[$0.next].title]
    }
  }

  @Test(
    "In the whole list the last entry comes before the first",
    arguments: zip(
      names, [["Eve", "Ben"], ["Ada", "Cid"], ["Ben", "Dan"], ["Cid", "Eve"], ["Dan", "Ada"]]))
  func ring(name: String, expected: [String]) {
    #expect(Self.around(name) == expected)
  }

  @Test("Neighbours stay within the search and the section, in either order")
  func bounds() {
    #expect(Self.around("Dan", "d") == ["Cid", "Ada"])
    #expect(Self.around("Cid", section: "odd") == ["Ada", "Eve"])
    #expect(Self.around("Eve", section: "odd") == ["Cid", "Ada"])
    #expect(Self.around("Cid", section: "odd", order: .feed) == ["Eve", "Ada"])
    #expect(Self.around("Cid", "d", section: "odd") == ["Ada", "Ada"])
  }

  @Test("The only result, and an entry outside of the results, has no neighbours")
  func none() {
    #expect(Self.around("Ben", "ben") == nil)
    #expect(Self.around("Ada", "ben") == nil)
    #expect(Self.around("Ben", section: "odd") == nil)
    #expect(Self.around("Ada", section: "none") == nil)
  }

  @Test("Favorites have neighbours among themselves")
  func favorites() throws {
    let catalog = Self.catalog(.title)
    let all = catalog.results(for: Query(search: SearchQuery("", match: .contains)))
    #expect(all.among([4, 1, 2]).neighbours(of: 1) == all.among([1, 2, 4]).neighbours(of: 1))
    let around = try #require(all.among([4, 1, 2]).neighbours(of: 1))
    #expect([around.previous, around.next] == [4, 2])
    #expect(all.among([3]).neighbours(of: 3) == nil)
  }
}
