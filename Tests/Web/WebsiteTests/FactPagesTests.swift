import Catalogs
import Configuration
import HTTPServer
import JSON
import Testing

@testable import Website

@Suite("Facts, facets and orders on pages")
struct FactPagesTests {
  private let site: Site

  init() throws {
    let people = [
      ("Ada", "1947-02-03", "Alive", "Ben"), ("Ben", "1939-12-17", "Dead", "Ada|https://ben.example/a?b=1"),
      ("Cid", "", "Alive", "javascript:alert(1)"), ("Dan <D>", "1988-01", "A & B", ""),
    ]
    let content = FeedContent(
      entries: people.map { name, born, status, friends in
        FeedEntry(key: name, title: .plain(name)) {
          $0.values = [
            born, status, friends.split(separator: "|").joined(separator: "\(FeedEntry.valueSeparator)"),
            "12345.5",
          ]
        }
      },
      facts: [
        FactField("Born", isOrder: true), FactField("Status", isFacet: true), FactField("Friends"),
        FactField("Weight"),
      ])
    site = try Self.site(content)
  }

  private static func site(_ content: FeedContent) throws -> Site {
    try Site(
      SiteParts(
        show: try TestSite.show(),
        catalog: CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content),
        resources: TestSite.reading()
      ) {
        $0.now = TestSite.clock
      })
  }

  private func text(_ target: String, _ language: String = "en", of other: Site? = nil) -> String {
    let request = Request(target: target, headers: [("Host", "box"), ("Accept-Language", language)])
    return String(decoding: (other ?? site).answer(request).response.body, as: UTF8.self)
  }

  /// Titles of the rows, in order.
  private func titles(_ target: String) -> [String] {
    text("\(target)&part=results").split(separator: "<li id=\"e-").dropFirst().compactMap {
      $0.split(separator: "\"").first.map(String.init)
    }
  }

  @Test("A value with a name and an address is a link, except at a kiosk")
  func namedAddress() throws {
    let content = FeedContent(
      entries: [
        FeedEntry(key: "Ada", title: .plain("Ada")) { $0.values = ["The Tate (https://tate.example/ada)"] }
      ], facts: [FactField("Museum")])
    let site = try Self.site(content)
    let link = "href=\"https://tate.example/ada\""
    #expect(text("/entries/ada", of: site).contains(link))
    #expect(!text("/entries/ada?kiosk=1", of: site).contains(link))
    #expect(text("/entries/ada?kiosk=1", of: site).contains("The Tate (https://tate.example/ada)"))
  }

  @Test("Sections with a name are a fact; others are what an entry is also in")
  func sections() throws {
    var content = FeedContent(
      entries: [FeedEntry(key: "rose", title: .plain("Rose")) { $0.sections = ["r"] }],
      sections: [Section(id: "r", title: "Rosaceae")])
    let unnamed = text("/entries/rose", of: try Self.site(content))
    #expect(unnamed.contains("<nav class=\"also\" aria-label=\"Also in\">"))
    content.sectionLabel = "Family"
    let named = text("/entries/rose", "de", of: try Self.site(content))
    #expect(!named.contains("class=\"also\""))
    #expect(
      named.contains("<dt lang=\"en\">Family</dt><dd lang=\"en\"><a href=\"/?section=r\">Rosaceae</a></dd>"))
    // In the language of its translation.
    content.sectionLabel = "Status"
    #expect(text("/entries/rose", "de", of: try Self.site(content)).contains("<dt>Zustand</dt>"))
  }

  @Test("A detail page lists facts in the visitor's language")
  func terms() {
    let english = text("/entries/ada")
    #expect(english.contains("<dt>Born</dt><dd>3 February 1947</dd>"))
    #expect(english.contains("<dd>12,345.5</dd>"))
    #expect(text("/entries/dan-d").contains("<dd>January 1988</dd>"))
    let german = text("/entries/ada", "de")
    #expect(german.contains("<dt lang=\"en\">Born</dt><dd>3. Februar 1947</dd>"))
    #expect(german.contains("<dd>12.345,5</dd>"))
    #expect(text("/entries/dan-d", "es").contains("<dd>enero de 1988</dd>"))
  }

  @Test(
    "A fact links to the entry of that name, to its filter or to its address"
  )
  func links() {
    #expect(text("/entries/ada").contains("<dd><ul class=\"portraits\">"))
    #expect(text("/entries/ada").contains("href=\"/entries/ben\""))
    #expect(text("/entries/ada").contains("<dd><a href=\"/?status=alive\">Alive</a></dd>"))
    #expect(
      text("/entries/ben").contains(
        "<dd><a href=\"https://ben.example/a?b=1\" rel=\"noopener noreferrer\">https://ben.example/a?b=1<"
      ))
    #expect(text("/entries/cid").contains("<dd>javascript:alert(1)</dd>"))
  }

  @Test("A list is filtered and sorted by its address")
  func addresses() {
    #expect(titles("/?status=alive") == ["ada", "cid"])
    #expect(titles("/?sort=born") == ["ben", "ada", "dan-d", "cid"])
    #expect(titles("/?sort=-born") == ["dan-d", "ada", "ben", "cid"])
    #expect(titles("/?status=alive&sort=-born") == ["ada", "cid"])
    #expect(titles("/?status=unknown") == [])
    #expect(titles("/?sort=weight") == ["ada", "ben", "cid", "dan-d"], "no order of this show")
  }

  @Test("Facets are links with counts and keep the rest of the address")
  func menus() {
    let plain = text("/?q=a&view=grid")
    #expect(plain.contains("href=\"/?q=a&amp;status=alive&amp;view=grid\" rel=\"nofollow\""))
    #expect(plain.contains("<span>Alive</span> <small>2</small>"))
    #expect(
      plain.contains("href=\"/?q=a&amp;sort=-born&amp;view=grid\" rel=\"nofollow\">Born, newest first</a>"))
    #expect(text("/").contains("href=\"/?status=alive\" rel=\"nofollow\""))
    let chosen = text("/?status=alive&sort=born")
    #expect(chosen.contains("<a href=\"/?sort=born\"><span class=\"unseen\">Remove filter Status: </span>"))
    #expect(chosen.contains("rel=\"nofollow\" aria-current=\"true\"><span>Alive</span>"))
    #expect(chosen.contains("<p id=\"summary\">2 of 4 characters</p>"))
    #expect(text("/?status=alive", "de").contains("<p id=\"summary\">2 von 4</p>"))
  }

  @Test("Several values and none are chips, links and buttons of a form")
  func severalValues() throws {
    #expect(titles("/?status=alive&status=dead") == ["ada", "ben", "cid"])
    #expect(titles("/?status=-alive&status=dead") == ["ben"], "excluded by earlier versions")
    #expect(titles("/?friends=-") == ["ada", "ben", "cid", "dan-d"], "no facet of this show")
    #expect(!text("/?q=a&sort=born").contains("<button name=\"status\""))
    let button = "<button name=\"status\" value=\"alive\" aria-label=\"Also Alive\">+</button>"
    #expect(text("/?status=dead").contains(button))

    let two = text("/?status=dead&status=alive&page=1")
    #expect(two.contains("</span><span>Alive, Dead</span><svg"))
    #expect(
      two.contains("<a href=\"/?status=dead\" rel=\"nofollow\" aria-current=\"true\"><span>Alive</span>"))
    #expect(two.contains("<button name=\"status\" value=\"a-b"))
    #expect(two.contains("<input type=\"hidden\" name=\"status\" value=\"alive\">"))
    let many = (0..<50).map { "status=v\($0)" }.joined(separator: "&")
    #expect(text("/?\(many)").contains("At most 12 values of a filter count."))
    #expect(text("/entries.json?\(many)").contains("at most 12 values of a filter count"))
  }

  @Test("A table has a column for each fact, whose head sorts by it")
  func table() throws {
    let page = text("/?view=table")
    #expect(page.contains("<body class=\"at-list as-table\">"))
    #expect(page.contains("<a href=\"/?sort=born&amp;view=table\" rel=\"nofollow\">Born</a></th>"))
    #expect(page.contains("<th scope=\"col\">Status</th>"))
    #expect(page.contains("<tr id=\"e-ada\"><th scope=\"row\"><a href=\"/entries/ada?view=table\">Ada</a>"))
    #expect(page.contains("<td>3 February 1947</td><td>Alive</td><td>Ben</td><td>12,345.5</td></tr>"))
    #expect(page.contains("<td></td><td>Alive</td><td>javascript:alert(1)</td>"))
    #expect(page.contains(#"<a class="item" href="/?view=table" aria-current="true">"#))
    let sorted = text("/?view=table&sort=born")
    #expect(sorted.contains("aria-sort=\"ascending\"><a href=\"/?sort=-born&amp;view=table\""))
    #expect(text("/entries/ada?view=table").contains("<li id=\"e-ada\""), "a list beside an entry")
    #expect(!text("/?view=table&kiosk=1").contains("<table"))
    let plain = try Self.site(FeedContent(entries: [FeedEntry(key: "a", title: .plain("A"))]))
    #expect(!text("/?view=table", of: plain).contains("<table"))
    #expect(!text("/", of: plain).contains("view=table"))
    let request = Request(target: "/?view=table", headers: [("Host", "box")])
    let cookie = try #require(site.answer(request).response.header("Set-Cookie"))
    #expect(cookie.hasPrefix("view-test=table;"))
    let again = Request(target: "/", headers: [("Host", "box"), ("Cookie", "view-test=table")])
    #expect(String(decoding: site.answer(again).response.body, as: UTF8.self).contains("<table>"))
  }

  @Test("A list is sorted by the first of two facts, and filtered by none")
  func orders() throws {
    let content = FeedContent(
      entries: [("A", "2", "1"), ("B", "1", "2"), ("C", "1", "10"), ("D", "", "3")].map {
        name, series, number in
        FeedEntry(key: name, title: .plain(name)) { $0.values = [series, number] }
      }, facts: [FactField("Series", isFacet: true, isOrder: true), FactField("Number", isOrder: true)])
    let site = try Self.site(content)
    func ids(_ query: String) -> String {
      let list = try? JSONValue(parsing: Array(text("/entries.json?\(query)", of: site).utf8))
      return (list?["entries"]?.array ?? []).compactMap { $0["id"]?.string }.joined()
    }
    #expect(ids("sort=-series,number") == "abcd")
    #expect(ids("sort=number") == "abdc")
    #expect(ids("sort=nothing") == "abcd")
    #expect(ids("series=-&sort=number") == "d")
    let facets = try JSONValue(parsing: Array(text("/entries.json", of: site).utf8))["facets"]?.array
    let none = try #require(facets?.first?["values"]?.array?.last)
    #expect(none["value"]?.string == "" && none["count"]?.number == 1)
    #expect(none["address"]?.string == "/entries.json?series=-")
    let page = text("/?sort=series", of: site)
    #expect(page.contains("href=\"/?sort=-number\""))
    #expect(page.contains("<span>none</span> <small>1</small>"))
    #expect(page.contains("<span>Sort</span><small>Series, lowest first</small>"))
  }

  @Test("Rows, neighbours, tabs and the search field keep filters and order")
  func kept() {
    let detail = text("/entries/ada?status=alive&sort=-born")
    #expect(detail.contains("href=\"/entries/cid?status=alive&amp;sort=-born\" rel=\"next\""))
    #expect(detail.contains("<a class=\"button back\" href=\"/?status=alive&amp;sort=-born#e-ada\""))
    #expect(detail.contains("<input type=\"hidden\" name=\"status\" value=\"alive\">"))
    #expect(detail.contains("<input type=\"hidden\" name=\"sort\" value=\"-born\">"))
    let rows = text("/?status=alive&sort=-born&part=results")
    #expect(rows.contains("href=\"/entries/cid?status=alive&amp;sort=-born\""))
    #expect(rows.contains("href=\"/?status=alive&amp;sort=-born&amp;view=grid\""))
    #expect(!rows.contains("data-letter"), "rows in another order than that of titles have no letters")
  }

  @Test("Filters without results can be cleared; unknown values are escaped text")
  func nothing() {
    let empty = text("/?status=%3Cb%3E&sort=born")
    #expect(empty.contains("No results match these filters"))
    #expect(empty.contains("<a class=\"action\" href=\"/?sort=born\">Clear filters</a>"))
    #expect(empty.contains("&lt;b&gt;"))
    #expect(!empty.contains("<b>"))
    #expect(text("/?q=dan&status=alive").contains("No results for “dan” match these filters"))
  }

  @Test("A matching fact is shown in the row")
  func excerpt() {
    #expect(text("/?q=dead&part=results").contains("Status: <mark>Dead</mark>"))
  }

  @Test("JSON entries have facts, and JSON lists have facets")
  func json() throws {
    let list = try JSONValue(parsing: Array(text("/entries.json?status=alive&size=1").utf8))
    #expect(list["total"]?.number == 2)
    #expect(list["next"]?.string == "/entries.json?status=alive&page=2&size=1")
    let facets = try #require(list["facets"]?.array)
    #expect(facets.count == 1)
    #expect(facets[0]["name"]?.string == "status")
    #expect(facets[0]["label"]?.string == "Status")
    let values = try #require(facets[0]["values"]?.array)
    #expect(values.map { $0["value"]?.string } == ["A & B", "Alive", "Dead"])
    #expect(values.map { $0["count"]?.number } == [1, 2, 1])
    #expect(values[2]["address"]?.string == "/entries.json?status=dead&size=1")
    let facts = try #require(list["entries"]?.array?.first?["facts"])
    #expect(facts["Born"]?.string == "1947-02-03")
    let friends = try JSONValue(parsing: Array(text("/entries/ben.json").utf8))["facts"]?["Friends"]
    #expect(friends?.array?.count == 2)
  }

  @Test("Names of query parameters are reserved, so no fact can have them")
  func reserved() {
    var state = ListState()
    (state.text, state.view, state.section, state.isFavoritesOnly, state.page) = ("a", .grid, "s", true, 2)
    state.sort = FactSort("born")
    let names =
      state.pairs.map(\.0) + StarPage.favorites.pairs.map(\.0) + StarPage.entry("a").pairs.map(\.0)
    #expect(FactField.reservedNames.isSuperset(of: names + ["part", "size", "ids", "to", "kiosk"]))
    #expect(
      ["Tab", "Pane", "zoom", "With"].map { FactField.name(of: $0) } == [
        "tab-fact", "pane-fact", "zoom-fact", "with-fact",
      ])
  }

  @Test("The length of a filter in an address is limited")
  func bounds() {
    let plain = text("/?status=x").utf8.count
    #expect(
      text("/?status=\(String(repeating: "x", count: 10_000))").utf8.count < plain + 30
        * FactFilter.valueLimit)
  }
}
