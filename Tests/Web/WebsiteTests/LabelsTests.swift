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
    #expect(
      String(decoding: loopback.body, as: UTF8.self).contains("Only this device can open this page so far"))
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

  @Test("An unknown sheet is the first one, and a kiosk has no labels")
  func unknown() throws {
    let test = try site(1)
    #expect(text(test, "?sheet=a9").contains("of-a4-3x8"))
    #expect(test.get("/museum/labels?kiosk=1").status == 404)
  }
}
