import Catalogs
import Testing

@testable import Website

@Suite("Labels")
struct LabelsTests {
  private func site(_ count: Int, origins: [String] = ["http://192.168.1.20"]) throws -> TestSite {
    try TestSite(
      (0..<count).map { index in
        FeedEntry(key: "Thing_\(1000 + index)", title: .plain("Thing \(1000 + index)"))
      }, base: "/museum", origins: origins)
  }

  private func text(_ test: TestSite, _ query: String = "") -> String {
    let headers = [("Host", "192.168.1.20")]
    return String(decoding: test.get("/museum/labels\(query)", headers: headers).body, as: UTF8.self)
  }

  private func count(_ text: String, _ part: String) -> Int { text.components(separatedBy: part).count - 1 }

  @Test(
    "A sheet has as many labels as its paper, each with a code and a title",
    arguments: [
      ("", "a4-3x8", 24), ("?sheet=a4-3x7", "a4-3x7", 21), ("?sheet=letter-3x10", "letter-3x10", 30),
    ])
  func sheets(query: String, name: String, size: Int) throws {
    let page = text(try site(50), query)
    #expect(count(page, "<ol class=\"paper of-\(name)\">") == (50 + size - 1) / size)
    let first = try #require(page.components(separatedBy: "</ol>").first)
    #expect(count(first, "<li>") == size)
    #expect(count(page, "shape-rendering=\"crispEdges\"") == 50)
    #expect(count(page, "Thing 1000") == 1)
    #expect(page.contains(">Thing 1000</a></strong>"))
    #expect(page.contains("href=\"/museum/labels?sheet=\(name)\" aria-current=\"true\""))
  }

  @Test("A code has the address under which others reach the show")
  func code() throws {
    let expected = try #require(CodeDrawing("http://192.168.1.20/museum/entries/thing-1000"))
    #expect(text(try site(1)).contains("<path d=\"\(expected.path)\"/>"))
    let loopback = try site(1, origins: []).get("/museum/labels", headers: [("Host", "127.0.0.1")])
    let page = String(decoding: loopback.body, as: UTF8.self)
    #expect(page.contains("These codes lead nowhere yet") && page.contains("href=\"/museum/connect\""))
    let drawn = try #require(CodeDrawing("http://127.0.0.1/museum/entries/thing-1000"))
    #expect(page.contains("<path d=\"\(drawn.path)\"/>"))
    #expect(!text(try site(1)).contains("lead nowhere"))
  }

  @Test("A search limits the labels, and a page has at most 100, in whole sheets")
  func limits() throws {
    let test = try site(250)
    #expect(count(text(test, "?q=1003"), "<li>") == 1)
    #expect(count(text(test), "<li>") == 96)
    #expect(count(text(test, "?sheet=a4-3x7"), "<li>") == 84)
    #expect(count(text(test, "?sheet=letter-3x10"), "<li>") == 90)
    #expect(text(test).contains("href=\"/museum/labels?page=2&amp;sheet=a4-3x8\" rel=\"next\""))
    #expect(count(text(test, "?page=3"), "<li>") == 58)
    #expect(count(text(test, "?page=99"), "<li>") == 58)
    #expect(!text(test, "?page=3").contains("rel=\"next\""))
  }

  @Test("A used sheet begins at a free place, on the first page only")
  func firstPlace() throws {
    let test = try site(100)
    let page = text(test, "?from=7")
    #expect(
      page.contains(
        "<ol class=\"paper of-a4-3x8\">\n" + String(repeating: "<li></li>\n", count: 6) + "<li><svg"))
    #expect(count(page, "<li>") == 96 && count(page, "<svg viewBox=\"0 0 ") == 90)
    #expect(page.contains("href=\"/museum/labels?page=2&amp;sheet=a4-3x8&amp;from=7\" rel=\"next\""))
    let next = text(test, "?page=2&from=7")
    #expect(count(next, "<li>") == 10 && next.contains(">Thing 1090</a>"))
    for other in ["0", "25", "-1", "99999999999999999999"] {
      let page = text(test, "?from=\(other)")
      #expect(!page.contains("<li></li>") && page.contains("A sheet has 24 places"), "\(other)")
    }
  }

  @Test("A fact is printed below the title, in place of the section")
  func fact() throws {
    var entry = FeedEntry(key: "rose", title: .plain("Rose"))
    entry.values = ["R <7>", "1990"]
    let test = try TestSite(
      [entry], facts: [FactField("Tag"), FactField("Planted")], origins: ["http://192.168.1.20"])
    func text(_ query: String) -> String {
      String(decoding: test.get("/labels\(query)", headers: [("Host", "192.168.1.20")]).body, as: UTF8.self)
    }
    #expect(text("?with=tag").contains("Rose</a></strong> <span>R &lt;7&gt;</span>"))
    #expect(text("?with=tag").contains("<option value=\"tag\" selected>Tag</option>"))
    #expect(!text("").contains("<span>R"))
    #expect(text("?with=price").contains("There is no fact “price”"))
  }

  @Test("An unknown sheet is the first one, and a kiosk has no labels")
  func unknown() throws {
    let test = try site(1)
    #expect(text(test, "?sheet=a9").contains("of-a4-3x8"))
    #expect(test.get("/museum/labels?kiosk=1").status == 404)
  }
}
