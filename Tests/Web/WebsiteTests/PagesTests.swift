import Catalogs
import Foundation
import HTTPServer
import JSON
import Testing
import Text

@testable import Website

@Suite("Pages")
struct PagesTests {
  private let test: TestSite

  init() throws {
    test = try TestSite(TestSite.cast)
  }

  @Test("The list has every entry in order, with a link to its detail page")
  func list() {
    let page = test.text("/")
    let names = ["Bart Simpson", "Lisa Simpson", "Zoë &lt;Z&gt;"]
    let places = names.compactMap { page.range(of: "<span>\($0)</span>")?.lowerBound }
    #expect(places.count == 3)
    #expect(places == places.sorted())
    #expect(page.contains("<a href=\"/entries/bart-simpson\">"))
    #expect(page.contains("3 characters"))
    #expect(page.contains("<h1>Test Viewer</h1>"))
  }

  @Test("The grid has pictures with fixed sizes, and placeholders without a request")
  func grid() throws {
    var cast = TestSite.cast
    cast[0].picture = "https://example.org/bart.png"
    let page = try TestSite(cast).text("/?view=grid&part=results")
    #expect(
      page.contains(
        "src=\"/pictures/bart-simpson~a36926b3?tile=360\" srcset=\"/pictures/bart-simpson~a36926b3?tile=160 160w, "
      ))
    #expect(
      page.contains(" sizes=\"(max-width: 719.98px) 30vw, 16vw\" alt=\"\" width=\"120\" height=\"160\""))
    #expect(page.components(separatedBy: "<img").count == 2)
    #expect(page.contains("data-letters=\"LS\" aria-hidden=\"true\""))
    #expect(page.contains("<a href=\"/entries/bart-simpson?view=grid\">"))
  }

  @Test("A search has its count and highlights, and detail links keep it")
  func search() {
    let page = test.text("/?q=LISA")
    #expect(page.contains("2 of 3 characters match “LISA”"))
    #expect(page.contains("<mark>Lisa</mark> Simpson"))
    #expect(page.contains("<a href=\"/entries/bart-simpson?q=LISA\">"))
    #expect(!test.text("/?part=results&q=LISA").contains("Zoë"))
    #expect(page.contains("value=\"LISA\""))
  }

  @Test(
    "The query is escaped text, and a search without results says so",
    arguments: ["\"><script>alert(1)</script>", "%", "50%25", "[a-z]+", "💥", "‮abc", "_", "*"])
  func noResults(typed: String) throws {
    let page = test.text("/?q=\(PercentCoding.encode(typed))")
    #expect(!page.contains("<script>"))
    #expect(page.contains("No character matches"))
  }

  @Test("A blank search shows the whole list", arguments: ["", "+", "%20%09", "%00%01"])
  func blank(typed: String) {
    #expect(test.text("/?q=\(typed)").contains("3 characters"))
  }

  @Test("A detail page has the entry's texts, its source and a link back to its row")
  func detail() {
    let page = test.text("/entries/bart-simpson?q=sim&view=grid")
    #expect(page.contains("<h1>Bart <mark>Sim</mark>pson</h1>"))
    #expect(page.contains("Brother of Lisa &amp; Maggie."))
    #expect(page.contains("href=\"https://example.org/Bart\""))
    #expect(page.contains("href=\"/?q=sim&amp;view=grid#e-bart-simpson\""))
    #expect(page.contains("<a href=\"/entries/bart-simpson?q=sim&amp;view=grid\" aria-current=\"page\">"))
    #expect(page.contains("<title>Bart Simpson – Test Viewer</title>"))
  }

  @Test("A detail page outside of its search is shown")
  func detailOutsideOfSearch() {
    let page = test.text("/entries/zoe?q=bart")
    #expect(page.contains("<h1>Zoë &lt;Z&gt;</h1>"))
    #expect(page.contains("1 of 3 characters matches “bart”"))
    #expect(!page.contains("aria-current=\"page\""))
  }

  @Test("Sections are tabs, and a tab has its own entries")
  func sections() throws {
    var cast = TestSite.cast
    cast[0].sections = ["kids"]
    let test = try TestSite(cast, sections: [Section(id: "kids", title: "Kids & Co")])
    let page = test.text("/?section=kids")
    #expect(page.contains("<a href=\"/?section=kids\" aria-current=\"true\">Kids &amp; Co</a>"))
    #expect(page.contains("Bart Simpson"))
    #expect(!test.text("/?part=results&section=kids").contains("Lisa Simpson</span>"))
    #expect(page.contains("<input type=\"hidden\" name=\"tab\" value=\"kids\">"))
  }

  @Test("Up to 200 entries are on one page, more are paged by 60")
  func paging() throws {
    func entries(_ count: Int) -> [FeedEntry] {
      (0..<count).map { FeedEntry(key: "k\($0)x", title: .plain("Title \(1000 + $0)")) }
    }
    let one = try TestSite(entries(200)).text("/")
    #expect(one.components(separatedBy: "<li ").count == 201)
    #expect(!one.contains("Page 1"))
    let test = try TestSite(entries(201))
    let first = test.text("/")
    #expect(first.components(separatedBy: "<li ").count == 61)
    #expect(first.contains("Page 1 of 4"))
    #expect(first.contains("href=\"/?page=2\" rel=\"next\""))
    #expect(!first.contains("rel=\"prev\""))
    #expect(
      first.contains(
        "<b aria-current=\"page\">1</b><a href=\"/?page=2\">2</a><a href=\"/?page=3\">3</a><a href=\"/?page=4\">4</a>"
      ))
    let last = test.text("/?page=99")
    #expect(last.contains("Page 4 of 4"))
    #expect(last.components(separatedBy: "<li ").count == 22)
    #expect(test.text("/entries/k65x").contains("Page 2 of 4"))
    #expect(test.text("/entries/k65x").contains("href=\"/?page=2#e-k65x\""))
  }

  @Test("A paged list has letters that link to the first row of each")
  func letters() throws {
    let entries = (0..<300).map { index in
      FeedEntry(
        key: "k\(index)x", title: .plain("\(["9s", "Alm", "Émo", "Zoo"][index / 75]) \(1000 + index)"))
    }
    let test = try TestSite(entries)
    let page = test.text("/")
    let links = page.components(separatedBy: "<nav class=\"letters\"")[1].components(separatedBy: "</nav>")[0]
    #expect(
      links.split(separator: "\n").filter { $0.hasPrefix("<a") } == [
        "<a href=\"/#e-k0x\">#</a>", "<a href=\"/?page=2#e-k75x\">A</a>",
        "<a href=\"/?page=3#e-k150x\">E</a>",
        "<a href=\"/?page=4#e-k225x\">Z</a>",
      ])
    #expect(test.text("/?page=4").contains("id=\"e-k225x\" data-letter=\"Z\""))
    #expect(!test.text("/?q=z").contains("data-letter="))
    #expect(!test.text("/?q=o").contains("class=\"letters\""))
    #expect(!self.test.text("/").contains("class=\"letters\""))
  }

  @Test("part=results returns the tools and the results as in the page")
  func results() {
    for query in ["q=LISA", "view=grid", "q=nobody"] {
      let results = test.text("/?\(query)&part=results")
      #expect(!results.contains("<html"))
      let page = test.text("/?\(query)")
      let parts = results.split(separator: "<div class=\"summary", maxSplits: 1)
      #expect(page.contains(parts[0]))
      #expect(page.contains("<div id=\"results\">\n<div class=\"summary\(parts[1])"))
    }
  }

  @Test("The foot has the credit")
  func foot() {
    #expect(
      test.text("/").contains(
        "<a href=\"https://example.org/\" rel=\"noopener noreferrer\">Data by tests</a>"))
  }

  /// The line above the list.
  private func note(_ test: TestSite) throws -> Substring? {
    let page = test.text("/")
    let note = page.firstMatch(of: /<p class="note"><svg.*?<\/svg>\s*([^<]*)</)
    let list = try #require(page.range(of: "id=\"list\""))
    if let note { #expect(note.range.upperBound < list.lowerBound) }
    return note?.output.1
  }

  @Test("Above the list stands since when bundled or old data has no answer, until the next one")
  func outage() throws {
    let now = TestSite.now
    let failure = 1_700_000_000
    let day = Provenance.date(failure, in: test.site.published.value.context.language)
    for provenance in [Provenance.bundled, .feed(takenAt: 1_000_029_600), .feed(takenAt: now), .file] {
      let test = try TestSite(TestSite.cast, provenance: provenance)
      // Not asked yet, or never with --offline.
      #expect(try note(test) == nil)
      test.site.noteFailure(at: failure)
      // The first failure counts.
      test.site.noteFailure(at: failure + 172_800)
      let note = try note(test)
      switch provenance {
      case .bundled:
        let time = #/Bundled data. The source has not responded since (.*), \d\d:\d\d\./#
        #expect(try #require(note).wholeMatch(of: time)?.output.1 == day[...])
      case .feed(let takenAt) where takenAt < now:
        #expect(note == "As of 9 September 2001. The source has not responded since.")
      default: #expect(note == nil)
      }
      test.site.confirm(takenAt: now)
      #expect(try self.note(test) == nil)
      test.site.publish(TestSite.catalog(TestSite.cast), provenance: provenance)
      #expect(try self.note(test) == nil)
    }
  }

  @Test("Under a base path every address begins with it")
  func basePath() throws {
    let test = try TestSite(TestSite.cast, base: "/shows/test")
    for target in [
      "/shows/test/", "/shows/test/?view=grid&q=s", "/shows/test/entries/zoe", "/shows/test/nope",
    ] {
      let page = test.text(target)
      for attribute in ["href", "src", "action"] {
        for piece in page.components(separatedBy: " \(attribute)=\"").dropFirst() {
          let isOurs = piece.hasPrefix("/shows/test/") || piece.hasPrefix("#")
          let isWhole = piece.hasPrefix("http://localhost/shows/test/") || piece.hasPrefix("https://")
          #expect(isOurs || isWhole, "\(piece.prefix(60))")
        }
      }
    }
    #expect(test.get("/shows/test").header("Location") == "/shows/test/")
  }

  @Test("A published catalog is served from the next request on")
  func publish() {
    test.site.publish(TestSite.catalog([FeedEntry(key: "New", title: .plain("Newcomer"))]), provenance: .file)
    #expect(test.text("/").contains("Newcomer"))
    #expect(test.get("/entries/bart-simpson").status == 404)
  }

  @Test("A failed reload of templates changes nothing")
  func reload() throws {
    #expect(throws: SiteError.self) {
      try test.site.reload(
        show: TestSite.show(), catalog: TestSite.catalog([]), resources: Resources("/nonexistent"),
        pictures: nil)
    }
    #expect(test.text("/").contains("Bart Simpson"))
  }

  @Test("A search without results is corrected, and the page says so in the visitor's language")
  func corrected() throws {
    let test = try TestSite(TestSite.cast)
    let page = test.text("/?q=simspon")
    #expect(page.contains("Nothing matches “simspon”. Did you mean Bart Simpson?"))
    #expect(page.contains("<span>Lisa <mark>Simpson</mark></span>"))
    #expect(test.text("/entries/lisa-simpson?q=simspon").contains("Lisa <mark>Simpson</mark></h1>"))
    let german = test.get("/?q=simspon", headers: [("Accept-Language", "de")])
    let text = String(decoding: german.body, as: UTF8.self)
    #expect(text.contains("Keine Ergebnisse für „simspon“. War Bart Simpson gemeint?"))
    #expect(test.text("/?q=qqqqq").contains("No character matches “qqqqq”"))
  }

  @Test("JSON has the correction in the member meant")
  func correctedJSON() throws {
    let test = try TestSite(TestSite.cast)
    let found = try JSONValue(parsing: test.get("/entries.json?q=liza%20simpson").body)
    #expect(found["meant"]?.string == "Lisa Simpson")
    #expect(found["entries"]?.array?.first?["id"]?.string == "lisa-simpson")
    #expect(try JSONValue(parsing: test.get("/entries.json?q=lisa").body)["meant"] == nil)
  }

  @Test("A hit in a description shows an escaped excerpt around it")
  func excerpts() throws {
    let text =
      String(repeating: "long ago ", count: 30) + "he said <b>Doh</b> & left "
      + String(repeating: "then ", count: 40)
    let test = try TestSite([
      FeedEntry(key: "Homer", title: .plain("Homer"), subtitle: "Father", description: .plain(text)),
      FeedEntry(key: "Doh", title: .plain("Doh"), subtitle: "Word", description: .plain(text)),
    ])
    let page = test.text("/?q=doh&part=results")
    let row = page.split(separator: "<li").first { $0.contains("e-homer") } ?? ""
    #expect(row.contains("<small>…ago he said &lt;b&gt;<mark>Doh</mark>&lt;/b&gt; &amp; left then "))
    #expect(row.contains("…</small>") && !row.contains("Father"))
    // The hit is in the title.
    #expect(page.contains("<mark>Doh</mark></span> <small>Word</small>"))
    #expect(!test.text("/?part=results").contains("ago"))
    // The excerpt shows the word that the title lacks.
    #expect(test.text("/?q=homer+left&part=results").contains("<mark>left</mark>"))
  }
}
