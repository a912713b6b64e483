import Catalogs
import Favorites
import HTTPServer
import JSON
import Testing
import Website

@Suite("Moving favorites")
struct CarryingTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
  }

  @Test("The link and the QR code open the same favorites on another device, without a cookie")
  func link() throws {
    #expect(!site.page("/favorites").contains("/favorites/open"))
    _ = site.post("/favorites/zoe")
    _ = site.post("/favorites/bart-simpson")
    let page = site.page("/favorites")
    #expect(page.contains("href=\"http://box:8080/favorites/open?ids=zoe.bart-simpson\""))
    #expect(page.contains("<svg class=\"code\""))
    #expect(!page.contains(site.visitor))
    let open = site.page("/favorites/open?ids=zoe.bart-simpson", cookie: nil)
    #expect(open.contains("2 favorites from another device"))
    #expect(open.contains("action=\"/favorites/add?ids=zoe.bart-simpson\""))
    #expect(open.contains("href=\"/entries/zoe\""))
    #expect(site.page("/favorites/open?ids=zoe").contains("These are all in your favorites already"))
  }

  @Test("Adding keeps existing favorites, and opening the link changes nothing")
  func merge() {
    _ = site.post("/favorites/lisa-simpson")
    _ = site.page("/favorites/open?ids=zoe.lisa-simpson")
    #expect(site.marked == ["lisa-simpson"])
    let answer = site.post("/favorites/add?ids=zoe.lisa-simpson.unknown.%3Cb%3E")
    #expect(answer.header("Location") == "/favorites")
    #expect(site.marked == ["lisa-simpson", "zoe"])
    #expect(site.post("/favorites/add?ids=zoe", cookie: nil).header("Set-Cookie") != nil)
  }

  @Test(
    "A link without entries of this show gets 404",
    arguments: ["", "?ids=", "?ids=unknown", "?ids=..%2F", "?ids=\u{25}00"])
  func noEntries(query: String) {
    #expect(site.get("/favorites/open\(query)").status == 404)
    #expect([400, 404].contains(site.post("/favorites/add\(query)").status))
  }

  @Test("The QR code is limited to a readable size, and says how many favorites it has")
  func large() throws {
    let many = (1...200).map { FeedEntry(key: "Somebody_\($0)", title: .plain("Somebody \($0)")) }
    site.test.site.publish(TestSite.catalog(many), provenance: .file)
    let ids = (1...200).map { "somebody-\($0)" }.joined(separator: ".")
    _ = site.post("/favorites/add?ids=\(ids)")
    #expect(site.marked.count == 200)
    let page = site.page("/favorites")
    #expect(
      page.contains("The code contains the newest 69 of 200; the link and the file contain all of them."))
    #expect(page.contains(ids))
    #expect(site.page("/").contains("All 200 favorites"))
  }

  @Test("The newest of thousands of favorites are shown")
  func thousands() throws {
    let visitor = try #require(site.visitorID)
    let many = try FavoriteList(
      (1...3_000).map { try #require(Favorite(id: "lost-\($0)", title: "Lost \($0)", addedAt: $0)) })
    _ = try site.store.apply(.merge(many), for: visitor)
    let page = site.page("/favorites")
    #expect(page.contains("3,000 favorites; the newest 500 are shown here"))
    #expect(page.contains("Lost 3000<"))
    #expect(!page.contains("Lost 2500<"))
    #expect(site.page("/").contains("All 3,000 favorites"))
  }

  @Test("The favorites can be saved as a file")
  func file() throws {
    _ = site.post("/favorites/zoe")
    try site.markLost()
    let saved = site.get("/favorites.json")
    #expect(saved.header("Content-Disposition") == "attachment; filename=\"favorites.json\"")
    #expect(saved.header("Cache-Control") == "private, no-cache")
    let list = try FavoriteList(stored: saved.body, show: "test", place: "the export")
    #expect(list.favorites.map(\.id) == ["zoe", "lost-one"])
  }
}
