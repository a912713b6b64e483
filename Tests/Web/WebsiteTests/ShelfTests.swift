import Catalogs
import Foundation
import Synchronization
import Testing

@testable import HTTPServer
@testable import Website

@Suite("Shelf")
struct ShelfTests {
  private let one: TestSite
  private let two: TestSite
  private let shelf = Shelf()
  private let front: Site
  private let router: Router

  init() throws {
    one = try TestSite(TestSite.cast, provenance: .feed(takenAt: 1_700_000_000), base: "/one")
    two = try TestSite(
      [
        FeedEntry(key: "Bar", title: .plain("A Bar by the Road")),
        FeedEntry(key: "Lisa", title: .plain("Lisa")),
      ], base: "/two")
    front = try Site(shelf: shelf, addresses: .root, resources: TestSite.shared)
    router = Router(shelf, front: front)
    place([("one", one.site), ("two", two.site), ("broken", nil)])
  }

  private func place(_ shows: [(String, Site?)]) {
    shelf.replace(with: shows.map { ShelfShow(name: $0, base: "/\($0)", site: $1) })
  }

  private func get(_ target: String, _ headers: [(String, String)] = []) -> Response {
    router.answer(Request(target: target, headers: headers)).response
  }

  private func text(_ target: String, _ headers: [(String, String)] = []) -> String {
    String(decoding: get(target, headers).body, as: UTF8.self)
  }

  @Test("The first part of the path selects the show")
  func routing() {
    let statuses = [
      ("/one/entries/bart-simpson", 200), ("/two/entries/bart-simpson", 404), ("/two/entries/lisa", 200),
      ("/one", 301), ("/one?x", 301), ("/one/", 200), ("/ones/", 404), ("/on", 404), ("/", 200), ("/?x", 200),
      ("/connect", 200), ("/entries/lisa", 302), ("/entries/nobody", 404), ("/entries.json", 404),
      ("/random", 404),
      ("/favorites", 404),
    ]
    for (target, status) in statuses { #expect(get(target).status == status, "\(target)") }
  }

  @Test(
    "An entry's address without its show, or with a former name of it, leads to the show that has the entry")
  func moved() {
    let found = get("/entries/bart-simpson?q=a&kiosk=1")
    #expect(found.status == 302 && found.header("Location") == "/one/entries/bart-simpson?q=a&kiosk=1")
    let head = router.answer(Request(method: .head, target: "/entries/bart-simpson")).response
    #expect(head.status == 302)
    #expect(get("/former/entries/bart-simpson").header("Location") == "/one/entries/bart-simpson")
    for unknown in ["/former/entries/nobody", "/a/b/entries/lisa", "/entries/", "/two/entries/bart-simpson"] {
      #expect(get(unknown).status == 404, "\(unknown)")
    }
    #expect(one.get("/one/former/entries/bart-simpson").header("Location") == "/one/entries/bart-simpson")
    place([("one", one.site), ("two", two.site), ("three", one.site)])
    let page = text("/entries/bart-simpson")
    #expect(get("/entries/bart-simpson").status == 300)
    #expect(page.components(separatedBy: "href=\"/one/entries/bart-simpson\"").count == 3)
    #expect(page.contains("Bart Simpson · Test Viewer"))
    #expect(page.contains("More than one catalog has this entry"))
  }

  @Test("The page of all shows keeps no view")
  func view() {
    #expect(get("/?view=grid").header("Set-Cookie") == nil)
    #expect(get("/one/?view=grid").header("Set-Cookie")?.contains("Path=/one/;") == true)
  }

  @Test("A broken show gets 503, and others are served")
  func broken() {
    #expect(get("/broken/").status == 503)
    #expect(text("/broken/").contains("<h1>Currently unavailable</h1>"))
    #expect(text("/broken/").contains("The server’s log has the reason."))
    #expect(get("/broken/entries/lisa").status == 503)
    #expect(get("/one/").status == 200)
    let page = text("/")
    #expect(page.contains("<div class=\"show is-broken\">"))
    #expect(page.contains("Currently unavailable. The server’s log has the reason."))
    #expect(!page.contains("href=\"/broken"))
  }

  @Test("The shelf page has each show’s icon and size, and the date of old data")
  func cards() {
    let page = text("/")
    #expect(page.contains("href=\"/one/\"") && page.contains("href=\"/two/\""))
    #expect(page.contains(#/src="/one/static/\w+/icons/simpsons\.svg"/#))
    #expect(page.contains("3 characters") && page.contains("2 characters"))
    one.site.noteFailure(at: 1_700_100_000)
    #expect(text("/").contains(#/As of 1[45] November 2023/#))
    let arabic = text("/", [("Accept-Language", "ar")])
    #expect(arabic.contains("<html lang=\"ar\" dir=\"rtl\""))
  }

  @Test("The shelf page has the entry of the day of each show, and none beside results")
  func picks() {
    let picks =
      text("/").components(separatedBy: "<ul class=\"picks\">").last?.components(separatedBy: "</ul>")[0]
      ?? ""
    #expect(picks.components(separatedBy: "<li>").count == 3)
    #expect(picks.contains(#/href="\/one\/entries\/[a-z-]+"><svg color="#ffd84d"/#))
    #expect(picks.contains(#/href="\/two\/entries\/(bar|lisa)"/#))
    #expect(!text("/?q=lisa").contains("class=\"picks\""))
  }

  @Test("New entries of a feed are announced for a week")
  func week() throws {
    let now = Mutex(TestSite.now)
    let test = try TestSite(
      TestSite.cast, provenance: .feed(takenAt: TestSite.now), now: { now.withLock { $0 } })
    let more = [FeedEntry(key: "New", title: .plain("Newcomer"))]
    test.site.publish(
      TestSite.catalog(TestSite.cast + more), provenance: .feed(takenAt: TestSite.now))
    #expect(test.site.published.value.news?.ids == ["new"])
    now.withLock { $0 += 6 * 86_400 }
    #expect(test.site.published.value.news != nil)
    now.withLock { $0 += 2 * 86_400 }
    #expect(test.site.published.value.news == nil)
  }

  @Test("New entries of a feed are counted, but not after other data")
  func arrivals() throws {
    let now = TestSite.now
    two.site.publish(TestSite.catalog(TestSite.cast), provenance: .feed(takenAt: now))
    #expect(!text("/").contains("new since"))
    let more = [FeedEntry(key: "New", title: .plain("Newcomer"))]
    two.site.publish(TestSite.catalog(TestSite.cast + more), provenance: .feed(takenAt: now))
    #expect(text("/").contains("1 new since"))
    two.site.confirm(takenAt: now + 1)
    #expect(text("/").contains("1 new since"))
  }

  @Test("A search covers all shows, best results first, with highlights")
  func search() throws {
    let page = text("/?q=lisa")
    #expect(page.contains("href=\"/two/entries/lisa?q=lisa\""))
    #expect(page.contains("href=\"/one/entries/lisa-simpson?q=lisa\""))
    #expect(page.contains("<mark>Lisa</mark>"))
    let exact = try #require(page.firstRange(of: "href=\"/two/entries/lisa?"))
    let beginning = try #require(page.firstRange(of: "href=\"/one/entries/lisa-simpson?"))
    #expect(exact.lowerBound < beginning.lowerBound)
    // The beginning of a title ranks before a word inside, in any order of shows.
    let bar = text("/?q=bar")
    let bart = try #require(bar.firstRange(of: "href=\"/one/entries/bart-simpson?"))
    let road = try #require(bar.firstRange(of: "href=\"/two/entries/"))
    #expect(bart.lowerBound < road.lowerBound)
    #expect(text("/?q=%3Cb%3E").contains("“&lt;b&gt;”"))
    #expect(text("/?q=zzzzzzzz").contains("No entry matches “zzzzzzzz”"))
  }

  @Test("A removed show gets 404 from the next request on, and an added show is served")
  func changing() {
    place([("two", two.site)])
    #expect(get("/one/").status == 404)
    #expect(!text("/").contains("href=\"/one/\""))
    #expect(get("/two/").status == 200)
    place([("one", one.site), ("two", two.site)])
    #expect(get("/one/").status == 200)
  }

  @Test("Methods are those of the show")
  func targets() {
    #expect(router.allowed(Array("/one/".utf8)) == "GET, HEAD")
    #expect(router.allowed(Array("/one/language".utf8)) == "POST")
  }

  @Test("Names of the shelf's addresses are reserved")
  func reserved() {
    let names = [
      ("connect", true), ("healthz", true), ("metrics", true), ("static", true), ("language", true),
      ("appearance", true), ("manifest.webmanifest", true), ("suggest", true),
      ("simpsons", false), ("map", false), ("entries", false), ("favorites", false),
    ]
    for (name, isReserved) in names { #expect(Shelf.isReserved(name) == isReserved, "\(name)") }
  }

  @Test("The shelf accepts the hosts of all shows")
  func hosts() {
    #expect(get("/", [("Host", "example.org")]).status == 421)
    front.accept(hosts: ["example.org"])
    #expect(get("/", [("Host", "example.org")]).status == 200)
  }
}
