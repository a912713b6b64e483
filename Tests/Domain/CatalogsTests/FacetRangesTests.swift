import Glibc
import Search
import Testing

@testable import Catalogs

@Suite("Facets with ranges")
struct FacetRangesTests {
  private static func catalog(_ values: [String]) -> Catalog {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: values.enumerated().map { number, value in
          FeedEntry(key: "k\(number)", title: .plain("Thing \(number)")) { $0.values = [value] }
        }, facts: [FactField("Size", isFacet: true)]))
  }

  private static func choices(_ catalog: Catalog) -> [Facet.Choice] {
    catalog.facets(for: Query(search: SearchQuery("", match: .contains)))[0].choices
  }

  private static let lists: [(values: [String], names: [String])] = [
    ((0..<12).map(String.init), (0..<12).map(String.init)),
    (
      (0..<60).map { "\(1_900 + $0)" },
      ["1900-1909", "1910-1919", "1920-1929", "1930-1939", "1940-1949", "1950-1959"]
    ),
  ]

  @Test("Many numbers are offered in ranges of about equal shares, many years in decades", arguments: lists)
  func names(values: [String], names: [String]) {
    #expect(Self.choices(Self.catalog(values)).map(\.name) == names)
  }

  @Test("Numbers of any spread are offered in ranges of about equal shares", arguments: [1.0, 1.2, 0.001])
  func shares(growth: Double) {
    let values = (1...200).map { growth == 1 ? $0 * 10 : Int(pow(10, Double($0) / 40) * 1_000 * growth) }
    let choices = Self.choices(Self.catalog(values.map { "\($0) m" }))
    #expect((3...8).contains(choices.count))
    #expect(choices.map(\.count).reduce(0, +) == 200)
    #expect(choices.allSatisfy { (8...80).contains($0.count) }, "\(choices.map(\.name))")
  }

  @Test("Every entry with a number is in the range that its value links to")
  func links() throws {
    let values = (0..<80).map { $0 == 7 ? "unknown" : "\(($0 * 37) % 101).5 kg" }
    let catalog = Self.catalog(values)
    let choices = Self.choices(catalog)
    #expect(choices.map(\.count).reduce(0, +) == 79)
    #expect(Set(choices.map(\.value)).count == choices.count)
    for position in 0..<80 {
      let fact = try #require(catalog.facts(at: position).first)
      let filter = catalog.filter(fact.field, fact.values[0])
      guard position != 7 else {
        #expect(filter == nil, "a text is in no range")
        continue
      }
      let found = catalog.results(
        for: Query(search: SearchQuery("", match: .contains), filters: [try #require(filter)]))
      #expect(found.page(from: 0, limit: 80).contains(position))
    }
  }
}
