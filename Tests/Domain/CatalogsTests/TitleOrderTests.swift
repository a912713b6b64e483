import Search
import Testing

@testable import Catalogs

@Suite("Order by title")
struct TitleOrderTests {
  private func titles(_ titles: [String], language: String = "en") -> Catalog {
    CatalogBuilder(strippedSuffix: nil, language: language) { _ in (.empty, "") }.catalog(
      of: FeedContent(entries: titles.map { FeedEntry(key: $0, title: .plain($0)) }))
  }

  private static let lists: [(language: String, titles: [String])] = [
    ("en", ["Season 1", "Season 2", "Season 10", "Season 100", "Season A"]),
    ("en", ["9 Lives", "10 Things", "A Bat", "The Cat", "Dog", "“The Eel”", "The"]),
    ("de", ["Der Apfel", "Das Bett", "Ein Dach", "The Cat"]), ("fr-CA", ["L’Amie", "Le Bal", "Cuir"]),
    ("xx", ["A Zebra", "Bat"]), ("en", ["v1.2", "v1.10", "v2"]),
  ]

  @Test("Numbers sort by value, and the articles of the language do not count", arguments: lists)
  func order(language: String, list: [String]) {
    #expect(titles(list.reversed(), language: language).entries.map(\.title) == list)
  }

  @Test("A letter to jump to is the one that an entry is sorted under")
  func letters() {
    let catalog = titles(["The Ant", "Bee", "A Cat", "2 Dogs", "10 Dogs"])
    #expect(catalog.initials.map(\.letter) == ["#", "A", "B", "C"])
    #expect((0..<5).map(catalog.letter) == ["#", "#", "A", "B", "C"])
  }

  @Test("A prefix finds what it found in alphabetical order")
  func prefix() {
    let list = (0..<300).map { "Season \($0)" } + ["The Season", "A Season 5"]
    let catalog = titles(list)
    for text in ["season 1", "season 2", "the s", "a season", "s", "season 29"] {
      let query = Query(search: SearchQuery(text, match: .prefix))
      let found = catalog.results(for: query).page(from: 0, limit: 400).map { catalog.entries[$0].title }
      #expect(Set(found) == Set(list.filter { $0.lowercased().hasPrefix(text) }))
    }
  }
}
