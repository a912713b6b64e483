import Catalogs
import HTML
import Search
import Testing

@Suite("Orders of a list")
struct ListOrderTests {
  /// As the feed has them: Eve, Dan, Cid, Ben, Ada; Eve, Cid and Ada stand in a section.
  private let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
    of: FeedContent(
      entries: ["Eve", "Dan", "Cid", "Ben", "Ada"].map {
        FeedEntry(key: $0, title: .plain($0), sections: ["Dan", "Ben"].contains($0) ? [] : ["odd"])
      }, sections: [Section(id: "odd", title: "Odd")], order: .title, otherOrders: [.feed]))

  private func results(_ text: String, section: String? = nil, order: ListOrder? = .feed) -> Results {
    catalog.results(for: Query(search: SearchQuery(text, match: .contains), section: section, order: order))
  }

  private func titles(_ results: Results) -> [String] {
    results.page(from: 0, limit: 10).map { catalog.entries[$0].title }
  }

  @Test("A further order holds the whole list, what is found, and a section")
  func sorted() {
    #expect(titles(results("")) == ["Eve", "Dan", "Cid", "Ben", "Ada"])
    #expect(titles(results("d")) == ["Dan", "Cid", "Ada"])
    #expect(titles(results("", section: "odd")) == ["Eve", "Cid", "Ada"])
    #expect(titles(results("d", section: "odd")) == ["Cid", "Ada"])
    #expect(titles(results("", order: nil)) == ["Ada", "Ben", "Cid", "Dan", "Eve"])
  }

  @Test("Ranks, pages, neighbours and favorites follow it")
  func ranks() throws {
    let all = results("")
    let cid = try #require(catalog.position(of: "cid"))
    #expect(all.rank(of: cid) == 2)
    #expect(all.page(from: 2, limit: 1) == [cid])
    let around = try #require(all.neighbours(of: cid))
    #expect([around.previous, around.next].map { catalog.entries[$0].title } == ["Dan", "Ben"])
    #expect(titles(all.among([0, 4])) == ["Eve", "Ada"])
  }

  @Test("Entries are one list in one order, whichever orders there are")
  func positions() {
    #expect(catalog.entries.map(\.title) == ["Ada", "Ben", "Cid", "Dan", "Eve"])
  }

  @Test("An order that the catalog does not have is that of the list")
  func unknown() {
    let plain = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(entries: ["B", "A"].map { FeedEntry(key: $0, title: .plain($0)) }))
    let query = Query(search: SearchQuery("", match: .contains), order: .feed)
    #expect(plain.results(for: query).page(from: 0, limit: 2) == [0, 1])
    #expect(plain.entries.map(\.title) == ["A", "B"])
  }
}
