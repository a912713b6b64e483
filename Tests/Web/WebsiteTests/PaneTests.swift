import Catalogs
import HTTPServer
import Testing

@testable import Website

@Suite("The list beside an entry")
struct PaneTests {
  private let test: TestSite

  init() throws { test = try TestSite(TestSite.cast, base: "/cast") }

  private func page(_ target: String, _ cookie: String = "", in other: TestSite? = nil) -> String {
    let answer = (other ?? test).get("/cast/\(target)", headers: [("Cookie", cookie)])
    return String(decoding: answer.body, as: UTF8.self)
  }

  private func isClosed(_ page: String) -> Bool { page.contains(#/<body class="[^"]*is-closed/#) }

  /// The address of the link that closes or opens the list.
  private func link(_ page: String) -> String? {
    page.firstMatch(of: /<a class="button to-pane" href="([^"]*)"/).map { String($0.output.1) }
  }

  @Test("A link closes the list, and another opens it, on the list's page and on an entry's")
  func links() {
    for (target, base) in [("", "/cast/?"), ("entries/zoe", "/cast/entries/zoe?")] {
      #expect(!isClosed(page(target)))
      #expect(link(page(target)) == "\(base)pane=closed")
      #expect(isClosed(page("\(target)?pane=closed")))
      #expect(link(page("\(target)?pane=closed")) == "\(base)pane=open")
    }
    #expect(link(page("entries/zoe?q=z")) == "/cast/entries/zoe?q=z&amp;pane=closed")
  }

  @Test("The choice is remembered in a cookie, also by cached pages", arguments: ["", "entries/zoe"])
  func remembered(target: String) {
    func cookie(_ query: String, _ sent: String = "") -> String? {
      test.get("/cast/\(target)\(query)", headers: [("Cookie", sent)]).header("Set-Cookie")
    }
    #expect(cookie("") == nil && cookie("?pane=open") == nil && cookie("?pane=x") == nil)
    #expect(cookie("?pane=closed") == "pane=closed; Path=/cast/; Max-Age=31536000; SameSite=Lax")
    #expect(cookie("?pane=closed", "pane=closed") == nil)
    #expect(cookie("?pane=open", "pane=closed") == "pane=open; Path=/cast/; Max-Age=0; SameSite=Lax")
    for _ in 1...2 {
      #expect(isClosed(page(target, "pane=closed")))
      #expect(!isClosed(page(target)) && !isClosed(page(target, "pane=x")))
    }
  }

  @Test(
    "A search, a view, a list of the visitor and the word itself open a closed list for one page",
    arguments: ["?q=z", "?view=list", "?favorites=1", "?pane=open"])
  func opened(query: String) {
    for target in ["", "entries/zoe"] { #expect(!isClosed(page(target + query, "pane=closed"))) }
  }

  @Test("A tab and a filter open it too")
  func tabs() throws {
    let old = Section(id: "old", title: "Old")
    let entries = [FeedEntry(key: "Ada", title: .plain("Ada")) { $0.sections = ["old"] }]
    let other = try TestSite(entries, sections: [old], base: "/cast")
    #expect(isClosed(page("", "pane=closed", in: other)))
    #expect(!isClosed(page("?section=old", "pane=closed", in: other)))
  }

  @Test("Steps within a search keep the list closed that was closed there; a new search opens it")
  func steps() throws {
    let closed = page("entries/lisa-simpson?q=s&pane=closed")
    let next = try #require(closed.firstMatch(of: /<a href="([^"]*)" rel="next"/)).output.1
    #expect(next == "/cast/entries/zoe?q=s&amp;pane=closed")
    #expect(!closed.contains("name=\"pane\""))
    // The cookie is enough without a search.
    #expect(
      page("entries/lisa-simpson", "pane=closed").contains("<a href=\"/cast/entries/zoe\" rel=\"next\""))
  }

  @Test("Another value of the word changes nothing")
  func unknown() { #expect(page("entries/zoe?pane=x") == page("entries/zoe")) }

  @Test("The grid alone, a kiosk and a copy have nothing to close")
  func alone() throws {
    for target in ["?view=grid&pane=closed", "entries/zoe?kiosk=1&pane=closed"] {
      #expect(!isClosed(page(target, "pane=closed")) && link(page(target)) == nil)
    }
    #expect(isClosed(page("entries/zoe?view=grid&pane=closed")))
    #expect(test.get("/cast/entries/zoe?kiosk=1&pane=closed").header("Set-Cookie") == nil)
  }
}
