import Search
import Testing
import Text

@testable import Catalogs

@Suite("Catalogs")
struct CatalogTests {
  /// Removes tags, which is enough for the texts of these tests.
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

  private func catalog(
    _ entries: [FeedEntry], sections: [Section] = [], order: ListOrder = .title
  ) -> Catalog {
    builder.catalog(of: FeedContent(entries: entries, sections: sections, order: order))
  }

  private func titled(_ titles: [String]) -> [FeedEntry] {
    titles.map { FeedEntry(key: $0, title: .plain($0)) }
  }

  @Test("Entries are sorted by title, ignoring case and accents")
  func order() {
    let catalog = catalog(titled(["zoe", "Émile", "emil", "Zack", "Ada", "ångström"]))
    #expect(catalog.entries.map(\.title) == ["Ada", "ångström", "emil", "Émile", "Zack", "zoe"])
  }

  @Test("The show's suffix is removed, but never the whole title")
  func suffix() {
    let catalog = catalog(titled(["Otto (Test)", " (Test)", "Test (Test) x"]))
    #expect(Set(catalog.entries.map(\.title)) == ["Otto", "(Test)", "Test (Test) x"])
  }

  @Test("An entry is found by its title if the title is unique")
  func titled() {
    let catalog = catalog(titled(["Ada", "Ben"]))
    #expect(catalog.entry(titled: "Ada") == 0)
    #expect(catalog.entry(titled: "ada") == nil)
    #expect(catalog.entry(titled: "Ad") == nil)
    let twice = self.catalog(["x", "y"].map { FeedEntry(key: $0, title: .plain("Ada")) })
    #expect(twice.entry(titled: "Ada") == nil)
  }

  @Test("Long titles and subtitles are cut at the end of a letter")
  func longTitles() throws {
    let long = String(repeating: "é", count: 400_000)
    let markup = FeedText.markup(UntrustedHTML("<b>\(long)</b>"))
    for title in [FeedText.plain(long), .plain("a" + long), markup] {
      let entry = FeedEntry(key: long, title: title, subtitle: long) {
        $0.alternativeTitle = long
        $0.sortTitle = long
      }
      let found = try #require(catalog([entry]).entries.first)
      for text in [found.title, found.alternativeTitle, found.subtitle] {
        #expect(try #require(text).utf8.count <= EntryTexts.lineLimit + "…".utf8.count)
        #expect(text?.hasSuffix("é…") == true)
      }
      #expect(found.id.utf8.count < EntryTexts.lineLimit)
    }
    let just = String(repeating: "a", count: EntryTexts.lineLimit)
    #expect(catalog(titled([just])).entries.map(\.title) == [just])
  }

  @Test("A long plain description is cut")
  func longDescription() throws {
    let long = String(repeating: "é", count: EntryTexts.descriptionLimit)
    let found = try #require(
      catalog([FeedEntry(key: "a", title: .plain("a"), description: .plain(long))]).entries.first)
    #expect(found.text.utf8.count == EntryTexts.descriptionLimit + "…".utf8.count)
    #expect(found.text.hasSuffix("é…"))
  }

  @Test("A title in markup becomes text on one line")
  func markupTitle() {
    let entry = FeedEntry(key: "a", title: .markup(UntrustedHTML(" <b>Omar</b>\n Little ")))
    #expect(catalog([entry]).entries.map(\.title) == ["Omar Little"])
  }

  @Test(
    "White space and control characters in a title become one space; the ends are trimmed",
    arguments: [" ", "\t\r\n", "\0", "\u{7F}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2028}", "\u{3000} \u{9F}"])
  func blanks(blank: String) {
    let catalog = catalog(titled(["\(blank)Aé\(blank)–\u{AD}z\(blank)", blank]))
    #expect(catalog.entries.map(\.title) == ["Aé –\u{AD}z"])
  }

  @Test("An entry without a title is left out")
  func untitled() {
    #expect(catalog([FeedEntry(key: "a", title: .plain(" \n"))]).entries.isEmpty)
  }

  @Test(
    "Ids are slugs of the feed's keys, after the title if the key is a number",
    arguments: [
      ("Wee-Bey_Brice", "Wee-Bey Brice", "wee-bey-brice"), ("603", "The Matrix", "the-matrix-603"),
      ("Itchy_&_Scratchy", "x", "itchy-scratchy"), ("Apu's", "x", "apus"), ("Zoë", "x", "zoe"),
      ("千と千尋", "Spirited Away", "spirited-away-"),
    ])
  func ids(key: String, title: String, expected: String) {
    let id = catalog([FeedEntry(key: key, title: .plain(title))]).entries.first?.id
    #expect(expected.hasSuffix("-") ? id?.hasPrefix(expected) == true : id == expected)
  }

  @Test("Keys with the same slug get different ids, in any order")
  func collisions() {
    let first = catalog(titled(["A_b", "A-b"])).entries.map(\.id)
    #expect(Set(first).count == 2)
    #expect(first.contains("a-b"))
  }

  @Test("Search finds titles and descriptions, and counts the results")
  func search() {
    let entries = [
      FeedEntry(key: "a", title: .plain("Bart"), description: .plain("Brother of Lisa")),
      FeedEntry(key: "b", title: .plain("Lisa"), description: .plain("Plays the saxophone")),
      FeedEntry(key: "c", title: .plain("Ned"), description: .plain("Neighbour")),
    ]
    let catalog = catalog(entries)
    let results = catalog.results(for: Query(search: SearchQuery("LISA", match: .contains)))
    #expect(results.total == 2)
    #expect(results.page(from: 0, limit: 9).map { catalog.entries[$0].title } == ["Lisa", "Bart"])
    #expect(results.page(from: 1, limit: 1) == [0])
    #expect(results.rank(of: 0) == 1)
    #expect(results.rank(of: 2) == nil)
  }

  @Test("A section has only its own entries, and an unknown section none")
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

  /// The two lists of a cinema, which may share films.
  private func cinema() -> Catalog {
    func film(_ key: String, _ section: String) -> FeedEntry {
      FeedEntry(key: key, title: .plain("Film \(key)")) {
        $0.sections = [section]
      }
    }
    return catalog(
      [
        film("C", "now"), film("A", "now"), film("A", "now"), film("D", "top"), film("A", "top"),
        film("C", "top"), film("B", "top"),
      ],
      sections: [Section(id: "now", title: "Now"), Section(id: "top", title: "Top")], order: .feed)
  }

  @Test(
    "The feed's order is kept, and within each section the section's order",
    arguments: [
      (nil, "", ["Film C", "Film A", "Film D", "Film B"]), ("now", "", ["Film C", "Film A"]),
      ("top", "", ["Film D", "Film A", "Film C", "Film B"]),
      ("top", "film", ["Film D", "Film A", "Film C", "Film B"]),
      ("top", "a", ["Film A"]), ("now", "d", []),
    ] as [(String?, String, [String])])
  func feedOrder(section: String?, text: String, expected: [String]) {
    let catalog = cinema()
    let results = catalog.results(
      for: Query(search: SearchQuery(text, match: .contains), section: section))
    let page = results.page(from: 0, limit: 9)
    #expect(page.map { catalog.entries[$0].title } == expected)
    #expect(results.total == expected.count)
    #expect(page.map(results.rank(of:)) == Array(expected.indices))
  }

  @Test("A repeated key only adds its sections to the first entry with it")
  func repeatedKey() {
    let sections = ["one", "two"].map { Section(id: $0, title: $0) }
    let again = [
      FeedEntry(key: "a", title: .plain("  ")) {
        $0.sections = ["one"]
      },
      FeedEntry(key: "a", title: .plain("First")) {
        $0.sections = ["two"]
      },
      FeedEntry(key: "a", title: .plain("Second"), link: "https://example.org/") {
        $0.sections = ["one", "two"]
      },
    ]
    let entries = catalog(again, sections: sections).entries
    #expect(entries.map(\.title) == ["First"])
    #expect(entries.map(\.sections) == [[0, 1]])
    #expect(entries.first?.link == nil)
  }

  @Test("An entry is found by its alternative title, which is on one line")
  func alternativeTitle() throws {
    let film = FeedEntry(key: "129", title: .plain("Spirited Away")) {
      $0.alternativeTitle = "千と\n千尋"
      $0.facts = [.originalTitle("千と千尋", language: "ja"), .rating(8.5, votes: 17_000)]
    }
    let catalog = catalog(titled(["Ponyo"]) + [film])
    let results = catalog.results(for: Query(search: SearchQuery("千尋", match: .contains)))
    #expect(results.page(from: 0, limit: 9) == [1])
    #expect(catalog.entries[1].alternativeTitle == "千と 千尋")
    #expect(catalog.entries[1].facts == film.facts)
    #expect(catalog.entries[0].alternativeTitle == nil)
  }

  @Test("A page of any offset and size is answered")
  func pages() {
    let results = catalog(titled(["a", "b", "c"])).results(
      for: Query(search: SearchQuery("", match: .contains)))
    #expect(results.page(from: 2, limit: .max) == [2])
    #expect(results.page(from: .max, limit: .max) == [])
    #expect(results.page(from: 0, limit: 0) == [])
  }

  @Test("Results among chosen entries keep their order")
  func among() {
    let entries = ["Ada", "Ben", "Cid", "Dan"].map { name in
      FeedEntry(key: name, title: .plain(name)) { $0.sections = name == "Ben" ? [] : ["odd"] }
    }
    let catalog = catalog(entries, sections: [Section(id: "odd", title: "Odd")])
    func positions(_ text: String, _ section: String?, among chosen: [Int]) -> [Int] {
      let query = Query(search: SearchQuery(text, match: .contains), section: section)
      return catalog.results(for: query).among(chosen).page(from: 0, limit: 9)
    }
    #expect(positions("", nil, among: [3, 1]) == [1, 3])
    #expect(positions("d", nil, among: [3, 1, 2]) == [3, 2])
    #expect(positions("", "odd", among: [3, 1, 0]) == [0, 3])
    #expect(positions("", nil, among: []) == [])
    #expect(positions("x", nil, among: [0, 1, 2, 3]) == [])
  }

  @Test("Further pictures of an entry stay in their order, at most 12 in all, and only after a first one")
  func pictures() {
    let names = (1...20).map { "file:a \($0).jpg?1-1" }
    let entry = FeedEntry(key: "a", title: .plain("a"), picture: names[0]) {
      $0.morePictures = Array(names[1...])
    }
    let without = FeedEntry(key: "b", title: .plain("b")) { $0.morePictures = names }
    let entries = catalog([entry, without]).entries
    #expect(entries[0].pictures == Array(names[..<12]))
    #expect(entries[0].morePictures == Array(names[1..<12]))
    #expect(entries[1].pictures.isEmpty)
  }
}
