import Catalogs
import Configuration
import HTTPServer
import TestSupport
import Testing

@testable import Website

@Suite("The content of the list's rows")
struct RowStyleTests {
  private static let cast = [
    FeedEntry(
      key: "Moe", title: .plain("Moe"), subtitle: "Barkeeper",
      description: .plain("Owns a tavern in the town. \(String(repeating: "More of it. ", count: 20))"))
  ]

  private func site(_ rows: String?, facts: [FactField] = []) throws -> Site {
    let show = try TestSite.show(rows: rows)
    var content = FeedContent(entries: Self.cast, facts: facts)
    content.entries[0].values = facts.map { _ in "titles" }
    return try Site(
      SiteParts(
        show: show, catalog: CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content),
        resources: TestSite.reading()
      ) { $0.ownHosts = { ["box"] } })
  }

  private func answer(_ site: Site, _ target: String, cookie: String = "") -> Response {
    site.answer(Request(target: target, headers: [("Host", "box"), ("Cookie", cookie)])).response
  }

  private func text(_ site: Site, _ target: String, cookie: String = "") -> String {
    String(decoding: answer(site, target, cookie: cookie).body, as: UTF8.self)
  }

  /// The lines of the only row, and whether it has a picture or a placeholder.
  private func row(_ page: String) -> String {
    let row = page.split(separator: "<li id=\"e-moe\"").last?.split(separator: "</a>").first ?? ""
    let lines = row.matches(of: #/<(span|small|p)[^>]*>(.*?)<\/(span|small|p)>/#).map {
      String($0.output.2.prefix(24))
    }
    return (row.contains("class=\"face") ? ["face"] : []).appending(lines).joined(separator: "|")
  }

  private static let shapes = [
    "titles": "Moe", "summaries": "face|Moe|Barkeeper",
    "stories": "face|Moe|Barkeeper|Owns a tavern in the tow",
  ]

  @Test(
    "The address, else the browser, else the show's file says what a row shows",
    arguments: shapes.keys.sorted())
  func style(name: String) throws {
    let expected = try #require(Self.shapes[name])
    #expect(row(text(try site(name), "/")) == expected)
    for own in [nil, "titles", "stories"] {
      let site = try site(own)
      #expect(row(text(site, "/?rows=\(name)")) == expected)
      #expect(row(text(site, "/entries/moe?rows=\(name)")) == expected)
      #expect(row(text(site, "/?part=results&rows=\(name)")) == expected)
      for target in ["/", "/entries/moe", "/?part=results"] {
        #expect(row(text(site, target, cookie: "rows-test=\(name)")) == expected, "\(target)")
      }
      #expect(row(text(site, "/?rows=\(name)", cookie: "rows-test=stories")) == expected)
    }
  }

  @Test("A search shows the words around a hit below a title, and no other line")
  func excerpt() throws {
    let site = try site("titles")
    #expect(row(text(site, "/?q=tavern")) == "Moe|Owns a <mark>tavern</mar")
    #expect(row(text(site, "/?q=moe")) == "<mark>Moe</mark>")
  }

  @Test("Grid and kiosk are the same with any rows")
  func without() throws {
    let site = try site(nil)
    for target in ["/?view=grid", "/?kiosk=1"] {
      let plain = text(site, target)
      #expect(text(site, target, cookie: "rows-test=stories") == plain)
      #expect(!plain.contains("name=\"rows\""))
    }
    #expect(row(text(site, "/?view=grid&rows=stories")) == row(text(site, "/?view=grid")))
  }

  @Test("A choice in the address of the list is remembered in a cookie of the show")
  func remembered() throws {
    let site = try site("titles")
    #expect(answer(site, "/").header("Set-Cookie") == nil)
    let chosen = answer(site, "/?rows=stories").header("Set-Cookie")
    #expect(chosen == "rows-test=stories; Path=/; Max-Age=31536000; SameSite=Lax")
    #expect(answer(site, "/?rows=stories", cookie: "rows-test=stories").header("Set-Cookie") == nil)
    let own = answer(site, "/?rows=titles", cookie: "rows-test=stories").header("Set-Cookie")
    #expect(own == "rows-test=titles; Path=/; Max-Age=0; SameSite=Lax")
    // The address of an entry that somebody sends changes nothing.
    #expect(answer(site, "/entries/moe?rows=stories").header("Set-Cookie") == nil)
    #expect(text(site, "/?rows=stories").contains("href=\"/entries/moe?rows=stories\""))
  }

  @Test("The form below the list stores a choice and replaces the one in the address")
  func form() throws {
    let site = try site("titles")
    func send(_ body: String, from page: String = "http://box/?q=a&rows=summaries") -> Response {
      site.answer(
        Request(
          method: .post, target: "/appearance",
          headers: [("Host", "box"), ("Origin", "http://box"), ("Referer", page)], body: Array(body.utf8))
      ).response
    }
    let answer = send("rows=stories")
    #expect(answer.status == 303)
    #expect(answer.header("Location") == "/?q=a#settings")
    #expect(answer.header("Set-Cookie") == "rows-test=stories; Path=/; Max-Age=31536000; SameSite=Lax")
    #expect(send("rows=titles").header("Set-Cookie")?.contains("Max-Age=0") == true)
    #expect(send("rows=x").status == 400)
    #expect(send("rows=").status == 400)
  }

  @Test(
    "Unknown and repeated rows are ignored",
    arguments: ["rows=x", "rows=", "rows=titles&rows=stories", "rows=Titles", "ROWS=titles", "rows=%00"])
  func invalid(query: String) throws {
    let site = try site(nil)
    let page = answer(site, "/?\(query)")
    #expect(String(decoding: page.body, as: UTF8.self) == text(site, "/"))
    #expect(page.header("Set-Cookie") == nil)
    #expect(text(site, "/", cookie: "rows-test=x") == text(site, "/"))
  }

  @Test("Where a fact has the name, the word filters by it")
  func taken() throws {
    let site = try site("stories", facts: [FactField("Rows", isFacet: true)])
    #expect(row(text(site, "/?rows=titles")) == Self.shapes["stories"])
    #expect(text(site, "/?rows=summaries").contains("No results match these filters"))
    #expect(answer(site, "/?rows=titles").header("Set-Cookie") == nil)
    // The form is not an address.
    #expect(row(text(site, "/", cookie: "rows-test=titles")) == "Moe")
  }

  @Test("A list of places has lines without pictures, and no descriptions to choose")
  func places() throws {
    let place = FeedEntry(key: "Moe", title: .plain("Moe")) {
      $0.coordinate = Coordinate(latitude: 1.5, longitude: 2)
    }
    let test = try TestSite([place])
    #expect(row(test.text("/")) == "Moe|1.5°\u{A0}N, 2°\u{A0}E")
    #expect(row(test.text("/?rows=titles")) == "Moe")
    #expect(test.text("/?rows=stories") == test.text("/"))
    #expect(!test.text("/").contains("value=\"stories\""))
  }
}

extension [String] {
  fileprivate func appending(_ others: [String]) -> [String] { self + others }
}
