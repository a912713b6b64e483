import CatalogCore
import HTML
import Search
import Testing

@Suite("Catalogs")
struct CatalogTests {
  /// Takes tags away, which is enough for texts that these tests wrote themselves.
  private let builder = CatalogBuilder(strippedSuffix: " (Test)") { markup in
    var text = ""
    var isInTag = false
    for character in String(decoding: markup.bytes, as: UTF8.self) {
      if character == "<" {
        isInTag = true
      } else if character == ">" {
        isInTag = false
      } else if !isInTag {
        text.append(character)
      }
    }
    return (SafeHTML(escaping: text), text)
  }

  private func catalog(_ entries: [FeedEntry], sections: [Section] = []) -> Catalog {
    builder.catalog(of: FeedContent(entries: entries, sections: sections))
  }

  private func titled(_ titles: [String]) -> [FeedEntry] {
    titles.map { FeedEntry(key: $0, title: .plain($0)) }
  }

  @Test("Entries stand in the order of their titles, blind to case and accents")
  func order() {
    let catalog = catalog(titled(["zoe", "Émile", "emil", "Zack", "Ada", "ångström"]))
    #expect(catalog.entries.map(\.title) == ["Ada", "ångström", "emil", "Émile", "Zack", "zoe"])
  }

  @Test("A suffix of the show is taken off, but never the whole title")
  func suffix() {
    let catalog = catalog(titled(["Otto (Test)", " (Test)", "Test (Test) x"]))
    #expect(Set(catalog.entries.map(\.title)) == ["Otto", "(Test)", "Test (Test) x"])
  }

  @Test("A title given as markup becomes text on one line")
  func markupTitle() {
    let entry = FeedEntry(key: "a", title: .markup(UntrustedHTML(" <b>Omar</b>\n Little ")))
    #expect(catalog([entry]).entries.map(\.title) == ["Omar Little"])
  }

  @Test("An entry without a title does not enter")
  func untitled() {
    #expect(catalog([FeedEntry(key: "a", title: .plain(" \n"))]).entries.isEmpty)
  }

  @Test(
    "Ids are slugs of the feed's keys, and of the title too where the key is a number",
    arguments: [
      ("Wee-Bey_Brice", "Wee-Bey Brice", "wee-bey-brice"), ("603", "The Matrix", "the-matrix-603"),
      ("Itchy_&_Scratchy", "x", "itchy-scratchy"), ("Apu's", "x", "apus"), ("Zoë", "x", "zoe"),
      ("千と千尋", "Spirited Away", "spirited-away-"),
    ])
  func ids(key: String, title: String, expected: String) {
    let id = catalog([FeedEntry(key: key, title: .plain(title))]).entries.first?.id
    #expect(expected.hasSuffix("-") ? id?.hasPrefix(expected) == true : id == expected)
  }

  @Test("Keys that make the same slug keep ids of their own, whatever their order")
  func collisions() {
    let first = catalog(titled(["A_b", "A-b"])).entries.map(\.id)
    #expect(Set(first).count == 2)
    #expect(first.contains("a-b"))
  }

  @Test("Search finds titles and descriptions, and says how many there are")
  func search() {
    let entries = [
      FeedEntry(key: "a", title: .plain("Bart"), description: .plain("Brother of Lisa")),
      FeedEntry(key: "b", title: .plain("Lisa"), description: .plain("Plays the saxophone")),
      FeedEntry(key: "c", title: .plain("Ned"), description: .plain("Neighbour")),
    ]
    let catalog = catalog(entries)
    let results = catalog.results(for: Query(search: SearchQuery("LISA", match: .contains)))
    #expect(results.total == 2)
    #expect(results.page(from: 0, limit: 9).map { catalog.entries[$0].title } == ["Bart", "Lisa"])
    #expect(results.page(from: 1, limit: 1) == [1])
    #expect(results.rank(of: 1) == 1)
    #expect(results.rank(of: 2) == nil)
  }

  @Test("A section holds its own entries only, and an unknown one holds nothing")
  func sections() {
    var entries = titled(["a", "b", "c"])
    entries[0].sections = ["one"]
    entries[2].sections = ["one", "two", "gone"]
    let catalog = catalog(
      entries, sections: [Section(id: "one", title: "One"), Section(id: "two", title: "Two")])
    func titles(_ section: String?) -> [String] {
      let results = catalog.results(for: Query(search: SearchQuery("", match: .contains), section: section))
      return results.page(from: 0, limit: 9).map { catalog.entries[$0].title }
    }
    #expect(titles(nil) == ["a", "b", "c"])
    #expect(titles("one") == ["a", "c"])
    #expect(titles("two") == ["c"])
    #expect(titles("three") == [])
  }

  @Test("Any page of any size can be asked for")
  func pages() {
    let results = catalog(titled(["a", "b", "c"])).results(
      for: Query(search: SearchQuery("", match: .contains)))
    #expect(results.page(from: 2, limit: .max) == [2])
    #expect(results.page(from: .max, limit: .max) == [])
    #expect(results.page(from: 0, limit: 0) == [])
  }
}
