import Catalogs
import Configuration
import HTTPServer
import JSON
import TestSupport
import Testing
import Text

@testable import Website

@Suite("Pages of films")
struct FilmPagesTests {
  private let site: Site

  init() throws {
    let file = try showDocument(
      feed: [:], looks: ["pictureAspect": "2:3", "rows": "stories"],
      more: ["noun": ["one": "film", "many": "films"]])
    let show = try Show(
      JSONValue(parsing: Array(file.utf8)), slug: "films", markupLevels: ["description"]
    ) { $0.ignoreRest() }
    let content = FeedContent(
      entries: try Self.films(),
      sections: [
        Section(id: "now_playing", title: "Now Playing"), Section(id: "top_rated", title: "Top Rated"),
      ],
      order: .feed)
    site = try Site(
      SiteParts(
        show: show, catalog: CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content),
        resources: ResourceReading(of: show, in: TestSite.shared)
      ) {
        $0.now = TestSite.clock
      })
  }

  /// Three films in two lists, one of them in both, as in a feed.
  private static func films() throws -> [FeedEntry] {
    let story = String(repeating: "Words of a long story. ", count: 20)
    let zulu = try FeedEntry(key: "20", title: .plain("Zulu"), subtitle: "1964", description: .plain(story)) {
      $0.sections = ["now_playing"]
      $0.facts = [.released(try #require(Day("1964-01-22")))]
    }
    let amelie = try FeedEntry(
      key: "30", title: .plain("Amélie"), subtitle: "2001",
      description: .plain("She helps others, then herself.")
    ) {
      $0.alternativeTitle = "Le Fabuleux Destin d'Amélie Poulain"
      $0.sections = ["now_playing"]
      $0.facts = [
        .originalTitle("Le Fabuleux Destin d'Amélie Poulain", language: "fr"),
        .released(try #require(Day("2001-04-25"))), .rating(7.9, votes: 11_234),
      ]
    }
    let brazil = FeedEntry(
      key: "10", title: .plain("Brazil"), subtitle: "1985", description: .plain("A fly falls into a machine.")
    ) {
      $0.sections = ["top_rated"]
      $0.facts = [.rating(8, votes: 1)]
    }
    var again = amelie
    again.sections = ["top_rated"]
    return [zulu, amelie, brazil, again]
  }

  private func text(_ target: String) -> String {
    let request = Request(target: target, headers: [("Host", "box")])
    return String(decoding: site.answer(request).response.body, as: UTF8.self)
  }

  /// Titles of the list's rows, in order and without marks.
  private func titles(_ target: String) -> [String] {
    text(target).components(separatedBy: "<li ").dropFirst().compactMap { row in
      row.components(separatedBy: "<span").dropFirst().first?.drop { $0 != ">" }.dropFirst()
        .components(separatedBy: "</span>").first?
        .replacing("<mark>", with: "").replacing("</mark>", with: "")
    }
  }

  /// Lines of the tab bar.
  private func tabs(_ target: String) -> [String] {
    let bar = text(target).components(separatedBy: "<nav class=\"tabs tab-bar\"").dropFirst().first ?? ""
    return bar.components(separatedBy: "</nav>")[0].split(separator: "\n").filter { $0.hasPrefix("<a") }
      .map(String.init)
  }

  @Test("The first section is open by default, in the feed's order")
  func start() {
    #expect(titles("/") == ["Zulu", "Amélie"])
    #expect(titles("/?section=top_rated") == ["Brazil", "Amélie"])
    #expect(titles("/?section=now_playing&view=grid") == ["Zulu", "Amélie"])
    #expect(
      tabs("/") == [
        "<a href=\"/?section=now_playing\" aria-current=\"true\">Now Playing</a>",
        "<a href=\"/?section=top_rated\">Top Rated</a>",
      ])
  }

  @Test("A search is in all sections and names those of each result; a tab narrows it")
  func search() {
    #expect(titles("/?q=a&tab=top_rated") == ["Amélie", "Brazil", "Zulu"])
    let found = text("/?q=a&tab=top_rated")
    for line in ["2001 · Now Playing, Top Rated", "1985 · Top Rated", "1964 · Now Playing"] {
      #expect(found.contains("<small>\(line)</small>"))
    }
    #expect(!text("/?q=a&section=top_rated").contains(" · "))
    #expect(
      tabs("/?q=a&tab=top_rated") == [
        "<a href=\"/?q=a&amp;tab=top_rated\" aria-current=\"true\">All</a>",
        "<a href=\"/?q=a&amp;section=now_playing&amp;tab=top_rated\">Now Playing (2)</a>",
        "<a href=\"/?q=a&amp;section=top_rated&amp;tab=top_rated\">Top Rated (2)</a>",
      ])
    #expect(titles("/?q=a&section=top_rated") == ["Amélie", "Brazil"])
    #expect(titles("/?q=zulu&section=top_rated") == [])
    #expect(
      tabs("/?q=a&section=top_rated") == [
        "<a href=\"/?q=a\">All</a>", "<a href=\"/?q=a&amp;section=now_playing\">Now Playing (2)</a>",
        "<a href=\"/?q=a&amp;section=top_rated\" aria-current=\"true\">Top Rated (2)</a>",
      ])
    #expect(titles("/?q=zulu") == ["Zulu"])
    #expect(text("/?q=zulu").contains("1 of 3 films matches “zulu”"))
    #expect(text("/?q=brazil&section=top_rated").contains("1 of 2 films matches “brazil”"))
    #expect(tabs("/?q=zulu").first == "<a href=\"/?q=zulu\" aria-current=\"true\">All</a>")
  }

  @Test("A search that ends leads to the section in which it began", arguments: ["top_rated", "now_playing"])
  func end(section: String) {
    for target in [
      "/?section=\(section)", "/?q=a&tab=\(section)", "/?q=a&section=now_playing&tab=\(section)",
    ] {
      let page = text(target)
      #expect(page.contains("<input type=\"hidden\" name=\"tab\" value=\"\(section)\">"), "\(target)")
      #expect(!page.contains("name=\"section\""), "\(target)")
      #expect(page.contains("<a class=\"button clear\" href=\"/?section=\(section)\""), "\(target)")
    }
    // An emptied field, without a script.
    #expect(titles("/?q=&tab=\(section)") == titles("/?section=\(section)"))
    #expect(text("/entries.json?q=zulu&tab=\(section)") == text("/entries.json?q=zulu"))
    #expect(!text("/entries.json?q=a&tab=\(section)&size=1").contains("tab"))
  }

  @Test("Bar, heading and title have the name of the open section, then that of the show")
  func heading() {
    func names(_ target: String) -> [String] {
      let page = text(target)
      return [#/<title>(.*?)<\/title>/#, #/<h1>(.*?)<\/h1>/#, #/<small>(A Small Cast)<\/small><\/a>/#].map {
        page.firstMatch(of: $0).map { String($0.output.1) } ?? ""
      }
    }
    #expect(names("/") == ["Now Playing – A Small Cast", "Now Playing", "A Small Cast"])
    #expect(names("/?section=top_rated") == ["Top Rated – A Small Cast", "Top Rated", "A Small Cast"])
    #expect(names("/?q=zulu") == ["zulu – A Small Cast", "A Small Cast", ""])
    #expect(
      names("/?q=a&section=top_rated") == ["a – Top Rated – A Small Cast", "Top Rated", "A Small Cast"])
    #expect(text("/?section=top_rated&part=results").contains("data-heading=\"Top Rated\""))
  }

  @Test("A section that the show does not have is ignored", arguments: ["gone", "top_rated%20", "%00"])
  func unknown(section: String) {
    for (bad, good) in [
      ("/?section=\(section)", "/"), ("/?q=a&section=\(section)", "/?q=a"), ("/?q=&tab=\(section)", "/"),
      ("/?q=a&tab=\(section)", "/?q=a"),
    ] {
      #expect(text(bad) == text(good), "\(bad)")
    }
  }

  @Test("A film in two lists is one entry, found by its original title too")
  func once() throws {
    #expect(titles("/?q=e").filter { $0 == "Amélie" }.count == 1)
    #expect(titles("/?q=fabuleux") == ["Amélie"])
    let entries = try JSONValue(parsing: Array(text("/entries.json").utf8))
    #expect(entries["total"]?.number == 3)
  }

  @Test("A row has a placeholder, the title, the year and the beginning of the story")
  func row() throws {
    let row = try #require(text("/").components(separatedBy: "<li ").dropFirst().first)
    #expect(row.contains("data-letters=\"Z\""))
    #expect(row.contains(">Zulu</span> <small>1964</small><p id=\"story-e-zulu-20\">Words of a long story."))
    #expect(row.contains("aria-labelledby=\"title-e-zulu-20\" aria-describedby=\"story-e-zulu-20\""))
    #expect(row.contains("…</p>"))
  }

  @Test("A detail page has facts in words, and the language of an original title")
  func facts() throws {
    let amelie = text(try address(of: "Amélie"))
    #expect(
      amelie.contains(
        "<dt>Original title (French)</dt><dd lang=\"fr\">Le Fabuleux Destin d&#39;Amélie Poulain</dd>"))
    #expect(amelie.contains("<dt>Released</dt><dd>25 April 2001</dd>"))
    #expect(amelie.contains("<dt>Rating</dt><dd>7.9 of 10, 11,234 votes</dd>"))
    let brazil = text(try address(of: "Brazil"))
    #expect(brazil.contains("<dd>8.0 of 10, 1 vote</dd>"))
    #expect(!brazil.contains("<dt>Original title"))
  }

  @Test("A detail page keeps the section it was opened from, or has the film's first")
  func detail() throws {
    let address = try address(of: "Amélie")
    #expect(text("/?section=top_rated").contains("<a href=\"\(address)?section=top_rated\" "))
    #expect(titles("\(address)?section=top_rated") == ["Brazil", "Amélie"])
    #expect(text("\(address)?section=top_rated").contains("href=\"/?section=top_rated#e-"))
    #expect(titles(try self.address(of: "Brazil")) == ["Brazil", "Amélie"])
  }

  @Test("A JSON section has the feed's order, and each film its first section")
  func json() throws {
    let list = try JSONValue(parsing: Array(text("/entries.json?section=top_rated").utf8))
    let entries = try #require(list["entries"]?.array)
    #expect(entries.compactMap { $0["title"]?.string } == ["Brazil", "Amélie"])
    #expect(entries.compactMap { $0["section"]?.string } == ["top_rated", "now_playing"])
    #expect(entries.compactMap { $0["subtitle"]?.string } == ["1985", "2001"])
  }

  private func address(of title: String) throws -> String {
    let list = try JSONValue(parsing: Array(text("/entries.json").utf8))
    let entry = try #require(list["entries"]?.array?.first { $0["title"]?.string == title })
    return "/entries/\(try #require(entry["id"]?.string))"
  }
}
