import Catalogs
import Configuration
import Pictures
import TestSupport
import Testing

@testable import Website

@Suite("The stage and the view of a list")
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
    "A show with pictures for at least half of its entries is a stage, unless its file says otherwise",
    arguments: [
      (8, nil, .stage), (9, nil, .list), (8, .grid, .grid), (9, .stage, .stage),
    ] as [(Int, Looks.View?, Looks.View)])
  func firstView(count: Int, view: Looks.View?, expected: Looks.View) throws {
    let entries = TestSite.catalog(
      (0..<count).map { index in
        FeedEntry(
          key: "k\(index)", title: .plain("\(index)"), picture: index < 4 ? "https://a.example/p" : nil)
      }
    ).entries
    let looks = try TestSite.show().looks
    let own = Looks(
      accent: looks.accent, tile: looks.tile, aspect: looks.aspect, icon: looks.icon, view: view)
    #expect(PageLooks(own, of: entries, .root).view == expected)
  }

  @Test("The home has the stage; a search, a page of favorites and a detail page have none")
  func home() throws {
    let test = try TestSite(Self.cast, pictures: pictures)
    let home = test.text("/")
    #expect(bodyClass(home) == "at-list as-stage")
    #expect(home.contains(#/<div class="featured stage">/#))
    // Nothing fetches the picture.
    #expect(home.contains(#/<i class="plate face t\d s\d" data-letters="N[0-3]"/#))
    #expect(!home.contains("class=\"leading"))
    #expect(home.contains("<h2 id=\"of-others\">Discover</h2>"))
    #expect(bodyClass(test.text("/?q=name")) == "at-list")
    #expect(bodyClass(test.text("/?view=grid")) == "at-list as-grid")
    #expect(bodyClass(test.text("/entries/name-1")) == "at-entry")
    let plain = try TestSite(TestSite.cast)
    #expect(bodyClass(plain.text("/")) == "at-list as-stage as-card")
    #expect(
      plain.text("/").contains(
        #/<div class="of-today">\s*<a class="hero" [^>]*>\s*<span class="plate"><i class="face/#))
    #expect(bodyClass(plain.text("/?q=lisa")) == "at-list")
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
      #expect(bodyClass(page(test, "/cast/")).contains("as-stage"))
      #expect(bodyClass(page(test, "/cast/", cookie: "view-test=pink")).contains("as-stage"))
      #expect(bodyClass(page(test, "/cast/", cookie: "view-other=grid")).contains("as-stage"))
    }
    let again = test.get("/cast/?view=grid", headers: [("Cookie", "view-test=grid")])
    #expect(again.header("Set-Cookie") == nil)
    let back = test.get("/cast/?view=stage", headers: [("Cookie", "view-test=grid")])
    #expect(back.header("Set-Cookie") == "view-test=stage; Path=/cast/; Max-Age=0; SameSite=Lax")
    #expect(page(test, "/cast/entries/name-1", cookie: "view-test=grid").contains("<ol class=\"tiles\">"))
    // The address of an entry that somebody sends changes nothing.
    #expect(test.get("/cast/entries/name-1?view=grid").header("Set-Cookie") == nil)
    #expect(test.get("/cast/?view=list&kiosk=1").header("Set-Cookie") == nil)
  }

  @Test("Links keep a view that is not the show's own, and the buttons name theirs")
  func links() throws {
    let test = try TestSite(Self.cast, pictures: pictures)
    for target in ["/", "/?view=list", "/?view=grid", "/entries/name-1"] {
      let page = test.text(target)
      #expect(page.contains("href=\"/?view=list\"") || page.contains("href=\"/entries/name-1?view=list\""))
    }
    #expect(test.text("/").contains("href=\"/?view=grid\""))
    #expect(test.text("/?view=list").contains("href=\"/?view=list\" aria-current=\"true\""))
    #expect(test.text("/?view=list").contains("href=\"/entries/name-1?view=list\""))
    #expect(test.text("/?view=stage").contains("href=\"/entries/name-1\""))
  }

  @Test("The chosen list has no picture and no stage, and the show's name leads back to the stage")
  func list() throws {
    let test = try TestSite(Self.cast, show: TestSite.show(rows: "titles"), pictures: pictures)
    let list = test.text("/?view=list")
    #expect(bodyClass(list) == "at-list as-list")
    #expect(list.matches(of: #/<li id="e-name-\d/#).count == 8)
    #expect(!list.contains("/pictures/") && !list.contains("class=\"featured") && !list.contains("Words."))
    #expect(list.utf8.count < test.text("/").utf8.count)
    let home = #"<a class="bar-name of-show" href="/?view=stage""#
    #expect(list.contains(home))
    for target in ["/", "/entries/name-1"] {
      #expect(page(test, target, cookie: "view-test=list").contains(home))
      #expect(!test.text(target).contains(home))
    }
    #expect(bodyClass(page(test, "/?view=stage", cookie: "view-test=list")) == "at-list as-stage")
    // Where the list is the show's own view, there is no stage to leave.
    #expect(bodyClass(try TestSite(TestSite.cast).text("/?view=list")) == "at-list as-stage as-card")
  }

  @Test("An entry has a row of others of its section, else of those after it")
  func more() throws {
    let sections = [Section(id: "old", title: "Old"), Section(id: "new", title: "New ones")]
    let entries = (0..<12).map { index in
      FeedEntry(
        key: "Name_\(index + 10)", title: .plain("Name \(index + 10)"), picture: "https://a.example/\(index)"
      ) { $0.sections = [index < 6 ? "old" : "new"] }
    }
    let test = try TestSite(entries, sections: sections)
    let row = try #require(test.text("/entries/name-18").split(separator: "<h2 id=\"more\">").last)
    #expect(row.hasPrefix("New ones</h2>"))
    let list = try #require(row.split(separator: "</ul>").first)
    let names = list.matches(of: #/<span>(Name \d+)</#).map { String($0.output.1) }
    #expect(names == ["Name 19", "Name 20", "Name 21", "Name 16", "Name 17"])
    #expect(try TestSite(Self.cast).text("/entries/name-7").contains("<h2 id=\"more\">Discover</h2>"))
    // A list without pictures has no such row, nor has one of three entries.
    #expect(!(try TestSite(TestSite.cast).text("/entries/zoe").contains("id=\"more\"")))
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
