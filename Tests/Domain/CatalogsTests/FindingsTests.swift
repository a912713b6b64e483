import Catalogs
import Search
import Testing

@Suite("Findings")
struct FindingsTests {
  private func catalog(_ titles: [String], sections: [String: String] = [:]) -> Catalog {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: titles.map { title in
          FeedEntry(key: title, title: .plain(title)) { $0.sections = sections[title].map { [$0] } ?? [] }
        },
        sections: Set(sections.values).sorted().map { Section(id: $0, title: $0) }))
  }

  private func titles(_ found: Findings, _ catalog: Catalog) -> [String] {
    found.results.page(from: 0, limit: .max).map { catalog.entries[$0].title }
  }

  @Test("A query without results finds those of its correction, named by the first title")
  func corrected() {
    let catalog = catalog(["Bart Simpson", "Homer Simpson", "Ned Flanders"])
    let found = catalog.findings(for: Query(search: SearchQuery("homr", match: .contains)))
    #expect(titles(found, catalog) == ["Homer Simpson"])
    #expect(found.correctedTo == "Homer Simpson")
    #expect(found.corrections.map(\.shown) == ["homer"])
    let fitting = catalog.findings(for: Query(search: SearchQuery("home", match: .contains)))
    #expect(fitting.correctedTo == nil && fitting.corrections.isEmpty && fitting.results.total == 1)
    let nothing = catalog.findings(for: Query(search: SearchQuery("qqqqq", match: .contains)))
    #expect(nothing.correctedTo == nil && nothing.results.total == 0)
  }

  @Test("Several titles with a common beginning are named by it, to the end of the word")
  func beginnings() {
    let catalog = catalog(["Londesborough, GB", "London, CA", "London, GB", "Lodi, US"])
    for (typed, correctedTo) in [
      ("lodnon", "London"), ("lodnon, g", "London, GB"), ("lodne", "Londesborough, GB"),
    ] {
      let found = catalog.findings(for: Query(search: SearchQuery(typed, match: .prefix)))
      #expect(found.correctedTo == correctedTo, "\(typed)")
    }
  }

  @Test("A correction stays within the section")
  func sections() {
    let catalog = catalog(["Homer", "Hopper"], sections: ["Homer": "one", "Hopper": "two"])
    func correctedTo(_ section: String) -> String? {
      catalog.findings(for: Query(search: SearchQuery("hoemr", match: .contains), section: section))
        .correctedTo
    }
    #expect(correctedTo("one") == "Homer")
    #expect(correctedTo("two") == nil)
  }

  @Test("Results of all corrections are limited")
  func bounded() {
    let catalog = catalog((0..<700).map { "Homer \($0)" })
    let found = catalog.findings(for: Query(search: SearchQuery("hoemr", match: .prefix)))
    #expect(found.results.total == 600)
  }

  @Test("Titles with leading punctuation sort under their letter, and are found without it")
  func punctuation() {
    let catalog = catalog(["‘Azriqam", "Zulu", "¡Basta!", "Aachen", "(500) Days", "’t Harde"])
    #expect(
      catalog.entries.map(\.title) == ["(500) Days", "Aachen", "‘Azriqam", "¡Basta!", "’t Harde", "Zulu"])
    #expect(catalog.initials.map(\.letter) == ["#", "A", "B", "T", "Z"])
    let found = catalog.results(for: Query(search: SearchQuery("azriqam", match: .prefix)))
    #expect(found.page(from: 0, limit: 9) == [2])
  }
}
