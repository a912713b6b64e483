import Favorites
import HTTPServer
import TestSupport
import Testing

@Suite("Lists that a visitor named")
struct ListsTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
  }

  private func lists() -> [NamedList] { site.visitorID.flatMap { site.store.lists[$0] }?.lists ?? [] }

  private func contents() -> [[String]] { lists().map { [$0.label.name] + $0.entries.favorites.map(\.id) } }

  /// Ids of the list's rows.
  private func rows(_ page: String) -> [String] {
    page.components(separatedBy: "<li id=\"e-").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  private func makeVisit() {
    _ = site.post("/lists?at=zoe", "name=To+visit&color=green&entry=zoe")
  }

  @Test("A form makes a list with the entry that is shown, and returns to it")
  func making() throws {
    let answer = site.post("/lists?q=z&at=zoe", "name=To+visit&color=green&entry=zoe")
    #expect(answer.status == 303 && answer.header("Location") == "/entries/zoe?q=z")
    #expect(contents() == [["To visit", "zoe"]] && lists()[0].label.color == .green)
    #expect(site.marked == [])
    let page = site.page("/entries/zoe")
    #expect(page.contains("action=\"/lists/to-visit.zoe?at=zoe\""))
    #expect(
      page.contains("name=\"to\" value=\"0\" aria-pressed=\"true\"><i class=\"dot is-green\"></i>To visit"))
    #expect(page.contains("<i class=\"dot is-green\" data-of=\"/lists/to-visit.zoe\"></i>"))
    let other = site.page("/entries/bart-simpson")
    #expect(other.contains("value=\"1\" aria-pressed=\"false\"><i class=\"dot is-green\"></i>To visit"))
    #expect(other.contains("data-of=\"/lists/to-visit.bart-simpson\" hidden"))
  }

  @Test("A button adds an entry to a list and removes it, for forms and for the script")
  func marking() throws {
    makeVisit()
    let added = site.post("/lists/to-visit.bart-simpson?at=bart-simpson", "to=1")
    #expect(added.status == 303 && added.header("Location") == "/entries/bart-simpson")
    #expect(contents() == [["To visit", "zoe", "bart-simpson"]])
    let script = site.post(
      "/lists/to-visit.zoe", "to=0",
      headers: [("Origin", "http://box:8080"), ("Accept", "application/json")])
    let answer = String(decoding: script.body, as: UTF8.self)
    #expect(answer.contains("\"favorite\":false") && answer.contains("removed from “To visit”."))
    #expect(contents() == [["To visit", "bart-simpson"]])
  }

  @Test("The list filters the catalog, in rows with dots, tiles, searches and sheets of labels")
  func filtering() {
    makeVisit()
    _ = site.post("/lists/to-visit.bart-simpson", "to=1")
    let page = site.page("/?list=to-visit")
    #expect(rows(page) == ["bart-simpson", "zoe"])
    #expect(page.contains("To visit: 2 ") && page.contains("<title>To visit – "))
    #expect(page.contains("<i class=\"dot is-green\" role=\"img\" aria-label=\"To visit\"></i>"))
    #expect(page.contains("name=\"list\" value=\"to-visit\""))
    #expect(rows(site.page("/?list=to-visit&view=grid")) == ["bart-simpson", "zoe"])
    #expect(rows(site.page("/?list=to-visit&q=bart")) == ["bart-simpson"])
    #expect(site.page("/entries/zoe?list=to-visit").contains("/entries/bart-simpson?list=to-visit"))
    #expect(!site.page("/labels?list=to-visit").contains("Homer"))
    #expect(rows(site.page("/")).count > 2)
    // Another browser has no list of that name.
    let none = site.page("/?list=to-visit", cookie: nil)
    #expect(rows(none) == [] && none.contains("This list does not exist"))
    #expect(site.get("/entries.json?list=to-visit").status == 200)
  }

  @Test("The menu of filters, the drawer and the favorites page lead to each list")
  func leading() {
    #expect(!site.page("/").contains("popovertarget=\"facet-list\""))
    makeVisit()
    #expect(site.page("/").contains("popovertarget=\"facet-list\""))
    for target in ["/", "/favorites", "/entries/zoe"] {
      #expect(site.page(target).contains("href=\"/?list=to-visit\""), "\(target)")
    }
    let chosen = site.page("/?list=to-visit&q=z")
    #expect(chosen.contains("<a href=\"/?q=z\" aria-label=\"Remove filter My lists\">"))
  }

  @Test("A list is renamed, colored and removed on the favorites page")
  func changing() {
    makeVisit()
    let form = site.page("/favorites")
    #expect(form.contains("action=\"/lists/to-visit?from=favorites\""))
    let answer = site.post("/lists/to-visit?from=favorites", "name=Seen+%3C3&color=blue")
    #expect(answer.header("Location") == "/favorites")
    #expect(contents() == [["Seen <3", "zoe"]] && lists()[0].label.color == .blue)
    #expect(site.page("/favorites").contains("Seen &lt;3"))
    _ = site.post("/lists/to-visit?from=favorites", "remove=1")
    #expect(contents() == [])
  }

  private static let refusals = [
    ("/lists", "name=+&color=red", 422, "<h1>Not saved</h1>"),
    ("/lists", "name=\(String(repeating: "x", count: 41))", 422, "up to 40"),
    ("/lists", "name=A&entry=unknown", 404, ""), ("/lists/other.zoe", "to=1", 404, "does not exist"),
    ("/lists/to-visit.zoe", "to=2", 400, ""), ("/lists/to-visit.zoe", "", 400, ""),
    ("/lists/to-visit.unknown", "to=1", 404, ""), ("/lists/to-visit.zoe", "to=1&of=x", 412, ""),
    ("/lists/TO.zoe", "to=1", 404, ""), ("/lists/", "remove=1", 404, ""), ("/lists/.", "to=1", 404, ""),
    ("/lists/other", "name=A&color=red", 404, "does not exist"),
    ("/lists/to-visit", "name=Seen&color=red", 422, "already have a list called “Seen”"),
  ]

  @Test(
    "What cannot be done is refused with a sentence, and changes nothing",
    arguments: refusals)
  func refusing(target: String, body: String, status: Int, sentence: String) {
    makeVisit()
    _ = site.post("/lists", "name=Seen&color=red")
    let before = contents()
    let answer = site.post(target, body)
    #expect(answer.status == status, "\(answer.status)")
    #expect(String(decoding: answer.body, as: UTF8.self).contains(sentence) || sentence.isEmpty)
    #expect(contents() == before)
  }

  @Test("A visitor has at most 20 lists")
  func limit() {
    for number in 1...20 { _ = site.post("/lists", "name=List+\(number)&color=red") }
    let answer = site.post("/lists", "name=One+more&color=red")
    #expect(
      answer.status == 422 && String(decoding: answer.body, as: UTF8.self).contains("limit of 20 lists"))
    #expect(lists().count == 20)
    #expect(!site.page("/entries/zoe").contains("action=\"/lists?"))
  }

  @Test("An entry that the feed has removed stays in its list, and can be removed from it")
  func lost() throws {
    makeVisit()
    let gone = try #require(Favorite(id: "lost-one", title: "Lost <One>", addedAt: 0))
    _ = try site.store.apply(.put(gone, in: "to-visit"), for: try #require(site.visitorID))
    let page = site.page("/?list=to-visit")
    #expect(page.contains("Lost &lt;One&gt;") && page.contains("formaction=\"/lists/to-visit.lost-one?"))
    #expect(site.post("/lists/to-visit.lost-one?list=to-visit", "to=0").status == 303)
    #expect(contents() == [["To visit", "zoe"]])
  }

  @Test("A file and a link carry the lists to another browser")
  func carrying() throws {
    makeVisit()
    let file = String(decoding: site.get("/favorites.json").body, as: UTF8.self)
    let page = site.page("/favorites")
    let link = page.components(separatedBy: "/favorites/open?ids=").dropFirst().first?.prefix { $0 != "\"" }
    #expect(link == "~To_20visit.green.zoe")
    #expect(page.contains("0 favorites"))
    let other = try MarkedSite()
    let shown = other.page("/favorites/open?ids=~To_20visit.green.zoe")
    #expect(shown.contains("<i class=\"dot is-green\"></i>To visit") && shown.contains("/entries/zoe"))
    _ = other.post("/favorites/add?ids=~To_20visit.green.zoe")
    _ = other.post("/favorites/import", FileForm.body(file), type: FileForm.type)
    let lists = other.visitorID.flatMap { other.store.lists[$0] }?.lists
    #expect(lists?.map(\.label) == self.lists().map(\.label))
    #expect(lists?.first?.entries.favorites.map(\.id) == ["zoe"])
  }

  @Test("A kiosk has no lists")
  func kiosk() {
    #expect(!site.page("/entries/zoe?kiosk=1").contains("popovertarget=\"lists\""))
    #expect(site.post("/lists?kiosk=1", "name=A&color=red").status == 404)
  }
}
