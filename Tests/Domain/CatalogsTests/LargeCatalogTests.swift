import Catalogs
import Search
import Testing
import Text

@Suite("Large catalogs")
struct LargeCatalogTests {
  private let builder = CatalogBuilder(strippedSuffix: nil) { (SafeHTML(escaping: "\($0.bytes.count)"), "m") }

  /// Every third entry has all fields; the others have a title and some a coordinate.
  private func entry(_ number: Int) -> FeedEntry {
    let title = FeedText.plain("Tïtle \(number % 100)")
    let place = Coordinate(latitude: Double(number % 90), longitude: -0.5)
    guard number % 3 == 0 else {
      return FeedEntry(key: "\(number)", title: title) {
        $0.coordinate = number % 3 == 1 ? place : nil
      }
    }
    return FeedEntry(
      key: "\(number)", title: title, subtitle: "Below \(number)", description: .plain("About <\(number)>"),
      picture: "https://example.org/\(number).png", link: "https://example.org/\(number)"
    ) {
      $0.alternativeTitle = "Other \(number)"
      $0.sections = number % 2 == 0 ? ["even", "all"] : ["all"]
      $0.coordinate = place
      $0.facts = [.rating(Double(number % 10), votes: number)]
    }
  }

  /// Shared by several tests.
  private static let large = LargeCatalogTests().catalog(5_200)

  private func catalog(_ count: Int) -> Catalog {
    builder.catalog(
      of: FeedContent(
        entries: (0..<count).map { entry(count - 1 - $0) },
        sections: [Section(id: "even", title: "Even"), Section(id: "all", title: "All")]))
  }

  /// All fields of an entry in one text.
  private func words(_ entry: Entry) -> String {
    "\(entry.id)|\(entry.title)|\(entry.alternativeTitle ?? "-")|\(entry.subtitle ?? "-")|"
      + "\(entry.text)|\(entry.picture ?? "-")|\(entry.link ?? "-")|"
      + "\(entry.sections)|\(entry.coordinate.map { "\($0)" } ?? "-")|\(entry.facts)"
  }

  @Test("Entries of small and large catalogs are equal")
  func sameEntries() {
    let (few, many) = (catalog(100), Self.large)
    #expect(many.entries.count == 5_200)
    for entry in few.entries {
      let position = many.position(of: entry.id)
      #expect(position.map { words(many.entries[$0]) } == words(entry))
    }
    #expect(few.entries.first.map(words) == few.position(of: "title-0-0").map { words(few.entries[$0]) })
    #expect(
      few.entries.first.map(words)
        == "title-0-0|Tïtle 0|Other 0|Below 0|About <0>|https://example.org/0.png|"
        + "https://example.org/0|[0, 1]|0° N, 0.5° W|[Catalogs.Fact.rating(0.0, votes: 0)]")
  }

  @Test(
    "Sections have as many results as their lists",
    arguments: ["", "title 6", "tïtle 66", "other 12", "nobody"])
  func sectionCounts(text: String) {
    for catalog in [Self.large, catalog(100)] {
      let search = SearchQuery(text, match: .contains)
      let lists = catalog.sections.map { catalog.results(for: Query(search: search, section: $0.id)).total }
      #expect(catalog.sectionCounts(for: Query(search: search)) == lists)
    }
  }

  @Test("Every entry is found by its id, and unknown ids are not")
  func positions() {
    let catalog = Self.large
    for position in stride(from: 0, to: catalog.entries.count, by: 7) {
      #expect(catalog.position(of: catalog.entries[position].id) == position)
    }
    for id in ["", "title", "title-0-5200", "TITLE-0-0", "title-0-0 "] {
      #expect(catalog.position(of: id) == nil)
    }
  }

  @Test("A section's entries are in list order")
  func sections() {
    let catalog = Self.large
    let results = catalog.results(for: Query(search: SearchQuery("", match: .contains), section: "even"))
    let page = results.page(from: 0, limit: .max)
    #expect(page.count == 867)
    #expect(zip(page, page.dropFirst()).allSatisfy { $0 < $1 })
    #expect(page.allSatisfy { catalog.entries[$0].sections == [0, 1] })
  }

  @Test("Entries are sorted by sort title before title")
  func sortTitles() {
    let cities = [
      ("San A", "US", 1), ("San", "US", 10), ("San", "ÄT", 3), ("sán", "US", 9), ("San-B", "", 7),
    ]
    let catalog = builder.catalog(
      of: FeedContent(
        entries: cities.map { name, country, id in
          FeedEntry(key: "\(id)", title: .plain("\(name), \(country)")) {
            $0.sortTitle = "\(name)\u{85} "
          }
        }))
    #expect(
      catalog.entries.map(\.id) == ["san-at-3", "san-us-9", "san-us-10", "san-a-us-1", "san-b-7"])
  }
}
