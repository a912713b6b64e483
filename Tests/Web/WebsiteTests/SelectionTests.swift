import HTTPServer
import Testing

@Suite("Several entries at once")
struct SelectionTests {
  private let site: MarkedSite

  init() throws { site = try MarkedSite() }

  private func list(_ id: String) -> [String] {
    let lists = site.visitorID.flatMap { site.store.lists[$0] }?.lists ?? []
    return lists.first { $0.id == id }?.entries.favorites.map(\.id) ?? []
  }

  @Test("With select=1 each row has a checkbox of one form in place of its star")
  func checkboxes() {
    let page = site.page("/?select=1&q=z")
    #expect(
      page.contains(
        "<form class=\"selection\" id=\"selection\" method=\"post\" action=\"/selection?q=z&amp;select=1\""))
    #expect(page.contains("<input type=\"checkbox\" name=\"entry\" value=\"zoe\" form=\"selection\""))
    #expect(!page.contains("formaction=\"/favorites/zoe"))
    #expect(page.contains("href=\"/entries/zoe?q=z\""), "entries are not marked on their pages")
    #expect(page.contains("class=\"button picking\" href=\"/?q=z\""))
    #expect(site.page("/").contains("class=\"button picking\" href=\"/?select=1\""))
    for other in ["/?select=1&kiosk=1", "/?select=2", "/entries/zoe?select=1"] {
      #expect(!site.page(other).contains("type=\"checkbox\" name=\"entry\""), "\(other)")
    }
  }

  @Test("All marked entries become favorites in one request, and one button takes that back")
  func favorites() {
    _ = site.post("/favorites/zoe", "to=1")
    let answer = site.post("/selection?q=a&select=1", "entry=zoe&entry=bart-simpson&entry=nobody&list=")
    #expect(answer.status == 200)
    #expect(site.marked == ["zoe", "bart-simpson"])
    let page = String(decoding: answer.body, as: UTF8.self)
    #expect(page.contains("1 entry added to “Favorites”."))
    #expect(page.contains("<form action=\"/selection?q=a&amp;select=1\" method=\"post\">"))
    #expect(page.contains("name=\"entry\" value=\"bart-simpson\"") && !page.contains("value=\"zoe\""))
    #expect(page.contains("href=\"/?q=a\">Go to the list"))
    let undone = site.post("/selection", "list=&to=0&entry=bart-simpson")
    #expect(String(decoding: undone.body, as: UTF8.self).contains("1 entry removed from “Favorites”."))
    #expect(site.marked == ["zoe"])
  }

  @Test("All marked entries join a list of the visitor")
  func lists() {
    _ = site.post("/lists", "name=To+visit&color=green&entry=zoe")
    #expect(site.page("/?select=1").contains("<button class=\"action\" name=\"list\" value=\"to-visit\">"))
    let answer = site.post("/selection", "entry=zoe&entry=bart-simpson&list=to-visit")
    #expect(String(decoding: answer.body, as: UTF8.self).contains("1 entry added to “To visit”."))
    #expect(list("to-visit") == ["zoe", "bart-simpson"] && site.marked == [])
    _ = site.post("/selection", "entry=bart-simpson&list=to-visit&to=0")
    #expect(list("to-visit") == ["zoe"])
    #expect(site.post("/selection", "entry=zoe&list=other").status == 404)
  }

  @Test("Nothing, too much and foreign pages change nothing")
  func bounds() {
    #expect(site.post("/selection", "list=").status == 422)
    let many = (0..<501).map { "entry=n\($0)" }.joined(separator: "&")
    let answer = site.post("/selection", many)
    #expect(answer.status == 422)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("At most 500 entries"))
    #expect(site.post("/selection", "entry=zoe", headers: [("Origin", "http://evil.example")]).status == 403)
    #expect(site.post("/selection?kiosk=1", "entry=zoe").status == 404)
    #expect(site.marked == [])
  }
}
