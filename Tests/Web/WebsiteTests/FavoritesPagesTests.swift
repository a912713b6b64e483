import Catalogs
import Favorites
import Foundation
import HTTPServer
import JSON
import Testing
import Website

@Suite("Pages with favorites")
struct FavoritesPagesTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
  }

  private static func besidesDrawer(_ page: String) -> String {
    page.components(separatedBy: "</aside>").suffix(1).joined()
  }

  /// Entries with a pressed star outside of the drawer.
  private func pressed(_ page: String) -> [String] {
    Self.besidesDrawer(page).split(separator: "<button class=\"star\"").dropFirst().filter {
      $0.prefix { $0 != ">" }.contains(" aria-pressed=\"true\"")
    }.compactMap {
      $0.split(separator: "formaction=\"/favorites/").dropFirst().first?.prefix { !"?\"".contains($0) }
    }
    .map(String.init)
  }

  @Test("Stars show favorites in the list, the grid, the results and on the detail page")
  func stars() {
    #expect(pressed(site.page("/")) == [])
    _ = site.post("/favorites/zoe", "to=1")
    for target in ["/", "/?view=grid", "/?part=results", "/entries/bart-simpson"] {
      #expect(pressed(site.page(target)) == ["zoe"])
      #expect(pressed(site.page(target, cookie: nil)) == [])
      #expect(site.page(target).contains("aria-label=\"Favorite: Zoë &lt;Z&gt;\""))
    }
    #expect(site.page("/entries/zoe").contains("<button class=\"action star\""))
    _ = site.post("/favorites/zoe", "to=0")
    #expect(pressed(site.page("/")) == [])
  }

  @Test("A visitor's page is private and revalidated")
  func caching() throws {
    let shared = site.get("/")
    _ = site.post("/favorites/zoe", "to=1")
    let own = site.get("/")
    let etag = try #require(own.header("ETag"))
    #expect(own.header("Cache-Control") == "private, no-cache")
    #expect(own.header("Vary") == "Accept-Encoding, Accept-Language, Cookie")
    #expect(shared.header("Vary") == "Accept-Encoding, Accept-Language, Cookie")
    #expect(etag != shared.header("ETag"))
    #expect(site.get("/", headers: [("If-None-Match", etag)]).status == 304)
    #expect(site.get("/", cookie: nil, headers: [("If-None-Match", etag)]).status == 200)
    #expect(site.get("/", cookie: nil).header("ETag") == shared.header("ETag"))
    site.store.forget()
    #expect(site.get("/", headers: [("If-None-Match", etag)]).status == 304)
    _ = site.post("/favorites/bart-simpson", "to=1")
    #expect(site.get("/", headers: [("If-None-Match", etag)]).status == 200)
  }

  @Test("The drawer lists the newest favorites first, or a hint if there are none")
  func drawer() throws {
    #expect(site.page("/").contains("Press the star next to a name to add"))
    #expect(site.page("/").contains("popovertarget=\"drawer\""))
    _ = site.post("/favorites/bart-simpson")
    _ = site.post("/favorites/zoe")
    let page = site.page("/?q=a")
    let first = try #require(page.range(of: "<li><a href=\"/entries/zoe\">"))
    let second = try #require(page.range(of: "<li><a href=\"/entries/bart-simpson\">"))
    #expect(first.lowerBound < second.lowerBound)
    #expect(page.contains("id=\"drawer-count\">2<"))
    #expect(!page.contains("Press the star next to a name to add"))
  }

  @Test("The drawer has a link to show favorites only, or all")
  func drawerAction() {
    _ = site.post("/favorites/zoe")
    let words = [("/?q=a", "Show only favorites in the list"), ("/?q=a&favorites=1", "Show all in the list")]
    for (index, (target, action)) in words.enumerated() {
      let drawer = site.page(target).components(separatedBy: "id=\"drawer-content\"").last ?? ""
      let link =
        drawer.components(separatedBy: "<a class=\"action\" data-list href=\"").dropFirst().first ?? ""
      #expect(link.hasPrefix(words[1 - index].0.replacing("&", with: "&amp;") + "\""))
      #expect(link.components(separatedBy: "</a>")[0].hasSuffix("\n\(action)"))
    }
    #expect(!site.page("/").contains("aria-current=\"true\">All"))
  }

  @Test(
    "A star in the drawer redirects to the same page", arguments: ["/?q=a", "/entries/zoe?q=a"])
  func drawerStars(target: String) throws {
    _ = site.post("/favorites/zoe")
    let drawer = try #require(site.page(target).components(separatedBy: "id=\"drawer-content\"").last)
    let address = try #require(drawer.components(separatedBy: "formaction=\"").dropFirst().first)
      .prefix { $0 != "\"" }.replacing("&amp;", with: "&")
    let answer = site.post(String(address), "to=0")
    let place = try #require(answer.header("Location"))
    #expect(place.prefix { $0 != "#" } == target)
    #expect(site.marked.isEmpty)
  }

  @Test("favorites=1 is kept by search, grid and sections")
  func favoritesOnly() {
    _ = site.post("/favorites/bart-simpson")
    _ = site.post("/favorites/zoe")
    let page = site.page("/?favorites=1")
    #expect(page.contains("2 favorites"))
    #expect(!page.contains("id=\"e-lisa-simpson\""))
    #expect(page.contains("<input type=\"hidden\" name=\"favorites\" value=\"1\">"))
    #expect(page.contains("href=\"/?view=grid&amp;favorites=1\""))
    #expect(page.contains("<a href=\"/entries/zoe?favorites=1\""))
    let found = site.page("/?favorites=1&q=LISA&view=grid")
    #expect(found.contains("1 of 2 favorites matches “LISA”"))
    #expect(pressed(found) == ["bart-simpson"])
    #expect(site.page("/?favorites=1&q=xyz").contains("No favorite matches “xyz”"))
    let empty = site.page("/?favorites=1", cookie: nil)
    #expect(empty.contains("0 favorites"))
    #expect(empty.contains("Press the star next to a name"))
  }

  @Test("A favorite without an entry stays among the favorites, and is whole when the entry returns")
  func lost() throws {
    _ = site.post("/favorites/bart-simpson")
    try site.markLost()
    #expect(!site.page("/").contains("id=\"e-lost-one\""))
    for target in ["/", "/favorites"] {
      let page = site.page(target)
      #expect(page.contains("Lost &lt;One&gt;"))
      #expect(page.contains("No longer in the list"))
      #expect(page.contains("formaction=\"/favorites/lost-one"))
      #expect(!page.contains("/entries/lost-one"))
    }
    #expect(site.page("/?favorites=1").contains("1 favorite"))
    let back = TestSite.cast + [FeedEntry(key: "Lost_One", title: .plain("Lost One"))]
    site.test.site.publish(TestSite.catalog(back), provenance: .file)
    let page = site.page("/?favorites=1")
    #expect(page.contains("<a href=\"/entries/lost-one?favorites=1\""))
    #expect(!page.contains("No longer in the list"))
  }

  @Test("JSON entries do not depend on favorites")
  func json() {
    let before = site.get("/entries.json").body
    _ = site.post("/favorites/bart-simpson")
    #expect(site.get("/entries.json").body == before)
    #expect(site.get("/entries.json?favorites=1").body == before)
  }

  @Test("The results for the script have stars too")
  func suggestions() {
    _ = site.post("/favorites/bart-simpson")
    #expect(site.page("/?q=bart&part=results").contains(" aria-pressed=\"true\""))
    #expect(!site.page("/?q=bart&part=results", cookie: nil).contains(" aria-pressed=\"true\""))
    #expect(site.get("/suggest?q=bart").header("Vary")?.hasSuffix(", Cookie") == true)
  }
}
