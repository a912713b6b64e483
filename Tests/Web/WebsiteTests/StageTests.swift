import Catalogs
import Configuration
import Pictures
import TestSupport
import Testing

@testable import Website

@Suite("The entry of the day and the view of a list")
struct StageTests {
  private static let cast = (0..<8).map { index in
    FeedEntry(
      key: "Name_\(index)", title: .plain("Name \(index)"), description: .plain("Words."),
      picture: index < 4 ? "https://pictures.example/\(index).png" : nil)
  }

  private let folder: TemporaryFolder
  private let pictures: PictureCache

  init() throws {
    folder = try TemporaryFolder()
    pictures = .empty(in: folder)
    pictures.stop()
  }

  private func bodyClass(_ page: String) -> Substring {
    page.firstMatch(of: /<body class="([^"]*)"/)?.output.1 ?? ""
  }

  private func page(_ test: TestSite, _ target: String, cookie: String? = nil) -> String {
    let headers = cookie.map { [("Cookie", $0)] } ?? []
    return String(decoding: test.get(target, headers: headers).body, as: UTF8.self)
  }

  @Test(
    "A list is a list unless its file says otherwise, and a stage of earlier files is one too",
    arguments: [(nil, .list), (.grid, .grid), (.stage, .list)] as [(Looks.View?, Looks.View)])
  func firstView(view: Looks.View?, expected: Looks.View) throws {
    let looks = try TestSite.show().looks
    let own = Looks(
      accent: looks.accent, tile: looks.tile, aspect: looks.aspect, icon: looks.icon, view: view)
    #expect(PageLooks(own, of: TestSite.catalog(Self.cast).entries, .root).view == expected)
  }

  @Test("The home has the entry of the day before the list; a search, a grid and a detail page have none")
  func home() throws {
    let test = try TestSite(Self.cast, pictures: pictures)
    let home = test.text("/")
    #expect(bodyClass(home) == "at-list")
    #expect(home.contains(#/<div class="featured">[\s\S]*<a class="hero"[\s\S]*<section class="list"/#))
    // Nothing fetches the picture.
    #expect(home.contains(#/<img class="face portrait token t\d s\d"/#))
    for target in ["/?q=name", "/?view=grid", "/entries/name-1", "/?favorites=1"] {
      #expect(!test.text(target).contains("class=\"featured"))
    }
    #expect(bodyClass(test.text("/?view=grid")) == "at-list as-grid")
    #expect(bodyClass(test.text("/entries/name-1")) == "at-entry")
    let plain = try TestSite(TestSite.cast).text("/")
    #expect(plain.contains("<div class=\"featured\">") && !plain.contains("face portrait token"))
  }

  @Test("The entry of the day is one whose picture has arrived, if there is any")
  func arrived() {
    let entries = TestSite.catalog(Self.cast).entries
    for day in 20_000..<20_020 {
      let drawn = Featured.positions(on: day, among: entries) { $0.hasSuffix("/2.png") }
      #expect(drawn.first.map { entries[$0].title } == "Name 2")
      #expect(drawn.dropFirst().prefix(3).allSatisfy { entries[$0].picture != nil })
    }
  }

  @Test("A view in the address is remembered in a cookie of the show")
  func remembered() throws {
    let test = try TestSite(Self.cast, base: "/cast", pictures: pictures)
    #expect(test.get("/cast/").header("Set-Cookie") == nil)
    let grid = test.get("/cast/?view=grid")
    #expect(grid.header("Set-Cookie") == "view-test=grid; Path=/cast/; Max-Age=31536000; SameSite=Lax")
    #expect(grid.header("Cache-Control") == "no-cache")
    // Cached pages too.
    for _ in 1...2 {
      #expect(bodyClass(page(test, "/cast/", cookie: "view-test=grid")).contains("as-grid"))
      #expect(bodyClass(page(test, "/cast/")).contains("at-list"))
      #expect(bodyClass(page(test, "/cast/", cookie: "view-test=pink")).contains("at-list"))
      #expect(bodyClass(page(test, "/cast/", cookie: "view-other=grid")).contains("at-list"))
    }
    let again = test.get("/cast/?view=grid", headers: [("Cookie", "view-test=grid")])
    #expect(again.header("Set-Cookie") == nil)
    let back = test.get("/cast/?view=list", headers: [("Cookie", "view-test=grid")])
    #expect(back.header("Set-Cookie") == "view-test=list; Path=/cast/; Max-Age=0; SameSite=Lax")
    #expect(page(test, "/cast/entries/name-1", cookie: "view-test=grid").contains("<ol class=\"tiles\">"))
    // The address of an entry that somebody sends changes nothing.
    #expect(test.get("/cast/entries/name-1?view=grid").header("Set-Cookie") == nil)
    #expect(test.get("/cast/?view=list&kiosk=1").header("Set-Cookie") == nil)
  }

  @Test("Links keep a view that is not the show's own, and one half of the switch is marked")
  func links() throws {
    let test = try TestSite(Self.cast, pictures: pictures)
    for (target, list, grid) in [
      ("/", "/", "/"), ("/?view=stage", "/", "/"), ("/entries/name-1", "/entries/name-1", "/entries/name-1"),
    ] {
      let page = test.text(target)
      #expect(page.contains("href=\"\(list)?view=list\" aria-current=\"true\""))
      #expect(page.contains("href=\"\(grid)?view=grid\" aria-label"))
    }
    #expect(test.text("/?view=grid").contains("href=\"/?view=grid\" aria-current=\"true\""))
    #expect(test.text("/?view=grid").contains("href=\"/entries/name-1?view=grid\""))
    #expect(test.text("/?view=list").contains("href=\"/entries/name-1\""))
  }

  @Test("An entry has a row of others of its section, and none without a reason")
  func strip() throws {
    let sections = [Section(id: "old", title: "Old"), Section(id: "new", title: "New ones")]
    let entries = (0..<12).map { index in
      FeedEntry(
        key: "Name_\(index + 10)", title: .plain("Name \(index + 10)"), picture: "https://a.example/\(index)"
      ) { $0.sections = [index < 6 ? "old" : "new"] }
    }
    let test = try TestSite(entries, sections: sections)
    let row = try #require(test.text("/entries/name-18").split(separator: "<h2 id=\"related\">").last)
    #expect(row.hasPrefix("New ones</h2>"))
    let list = try #require(row.split(separator: "</ul>").first)
    let names = list.matches(of: #/<span>(Name \d+)</#).map { String($0.output.1) }
    #expect(names == ["Name 19", "Name 20", "Name 21", "Name 16", "Name 17"])
    #expect(!(try TestSite(Self.cast).text("/entries/name-7").contains("id=\"related\"")))
  }

  @Test("The page of an unknown entry has a search field, and entries with a similar name")
  func unknown() throws {
    let test = try TestSite(TestSite.cast)
    let page = String(decoding: test.get("/entries/lisa-simson").body, as: UTF8.self)
    #expect(
      page.contains("<a lang=\"en\" href=\"/entries/lisa-simpson\">")
        || page.contains("href=\"/entries/lisa-simpson\""))
    #expect(page.contains("name=\"q\""))
    #expect(!String(decoding: test.get("/entries/qqqqqq").body, as: UTF8.self).contains("class=\"others"))
    #expect(test.get("/entries/%00%FF").status == 404)
  }
}
