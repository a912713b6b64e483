import Catalogs
import Search
import Testing
import Text

@Suite("Relevance")
struct RelevanceTests {
  private func catalog(_ titles: [String], described: [String: String] = [:]) -> Catalog {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: titles.map {
          FeedEntry(key: $0, title: .plain($0), description: .plain(described[$0] ?? ""))
        }, facts: [FactField("Empty", isOrder: true)]))
  }

  private func results(_ text: String, _ catalog: Catalog, sort: FactSort? = nil) -> Results {
    catalog.results(for: Query(search: SearchQuery(text, match: .contains), sort: sort))
  }

  @Test("Exact titles come first, then beginnings, beginnings of words, other titles, and descriptions")
  func classes() {
    let catalog = catalog(
      ["Abe, father of Homer", "Ahomer", "Bhomer", "Homer", "Homer Simpson", "Homerian", "Mr. Homer", "Zed"],
      described: ["Zed": "A friend of Homer"])
    let found = results("homer", catalog)
    #expect(
      found.page(from: 0, limit: 9).map { catalog.entries[$0].title } == [
        "Homer", "Homer Simpson", "Homerian", "Abe, father of Homer", "Mr. Homer", "Ahomer", "Bhomer", "Zed",
      ])
    let listed = results("homer", catalog, sort: FactSort("empty")).page(from: 0, limit: 9)
    #expect(listed == listed.sorted(), "an explicit order is kept")
  }

  @Test("Unranked results follow in list order, each once, and ranks agree with pages")
  func border() {
    let catalog = catalog((0..<10).map { "Any film \($0)" } + (0..<5_200).map { "Film \($0)" })
    let found = results("film", catalog)
    let all = found.page(from: 0, limit: .max)
    #expect(found.total == 5_210)
    #expect(all == Array(10..<5_010) + Array(0..<10) + Array(5_010..<5_210))
    for offset in [0, 1, 4_990, 4_999, 5_000, 5_001, 5_009, 5_010, 5_011, 5_209, 5_210] {
      #expect(found.page(from: offset, limit: 30) == Array(all.dropFirst(offset).prefix(30)))
    }
    for rank in [0, 4_999, 5_000, 5_009, 5_010, 5_209] { #expect(found.rank(of: all[rank]) == rank) }
    #expect(found.neighbours(of: 9)?.next == 5_010)
  }
}
