import Catalogs
import Favorites
import HTTPServer
import JSON
import TestSupport
import Testing
import Text

@testable import Website

@Suite("Limits of a query")
struct QueryBoundsTests {
  /// The most that a request may hold.
  private static let long = 15_000

  private static let entries = (0..<200).map { FeedEntry(key: "key-\($0)-x", title: .plain("Title a \($0)")) }

  private static let queries = [
    "q=\(String(repeating: "+", count: long))", "q=\(String(repeating: "a+", count: long / 2))",
    "q=a\(String(repeating: "%CC%80", count: long / 6))",
    "q=a\(String(repeating: "%F0%9D%85%A7", count: 1_000))",
    "section=\(String(repeating: "s", count: long))", "view=\(String(repeating: "%22", count: long / 3))",
    "page=\(String(repeating: "9", count: long))", "favorites=1\(String(repeating: "1", count: long))",
    "part=\(String(repeating: "r", count: long))", "at=\(String(repeating: "a", count: long))",
    "from=\(String(repeating: "f", count: long))", "size=\(String(repeating: "0", count: long))",
    "q=a&\(String(repeating: "x=\(String(repeating: "y", count: 400))&", count: 40))",
  ]

  @Test(
    "The size of a page does not grow with its query",
    arguments: ["", "entries/key-7-x", "entries.json", "suggest"])
  func size(path: String) throws {
    let site = try TestSite(Self.entries, favorites: MemoryFavorites())
    let plain = site.get("/\(path)").body.count
    for query in Self.queries.flatMap({ [$0, "\($0)&part=results"] }) {
      let page = site.get("/\(path)?\(query)").body.count
      // Two addresses in each row with up to three bytes per character, and some more around the rows.
      #expect(
        page < plain + (2 * Self.entries.count + 100) * 3 * QueryReader.valueLimit, "\(query.prefix(20))")
    }
  }

  @Test("Blank queries are empty; leading blanks are dropped, and one trailing blank is kept")
  func blanks() {
    func state(_ query: String) -> ListState { ListState(QueryReader(Array(query.utf8)[...])) }
    #expect(state("q=\(String(repeating: "+", count: Self.long))") == ListState())
    #expect(state("q=%20%09%C2%A0ba+rt+++").text == "ba rt ")
    #expect(state("q=bart").text == "bart")
    #expect(state("q=bart+").query == "?q=bart%20")
  }

  @Test("A query is cut between Unicode scalars", arguments: ["a", "ä", "語", "🦊"])
  func cut(letter: String) throws {
    for before in ["", "x", "xy", "xyz"] {
      let typed = before + String(repeating: letter, count: 400)
      let text = try #require(QueryReader(Array("q=\(PercentCoding.encode(typed))".utf8)[...])["q"])
      #expect(typed.hasPrefix(text))
      #expect((QueryReader.valueLimit - 3...QueryReader.valueLimit).contains(text.utf8.count))
    }
  }

  @Test("The redirect of the language form is limited in length")
  func language() throws {
    let site = try MarkedSite()
    for (page, expected) in [
      ("?q=\(String(repeating: "a", count: 300))", 304),
      ("?q=\(String(repeating: "a", count: Self.long))", 1),
      ("entries/\(String(repeating: "\u{25}22", count: Self.long / 3))", 1),
    ] {
      let answer = site.post(
        "/language", "to=de",
        headers: [("Origin", "http://box:8080"), ("Referer", "http://box:8080/\(page)")])
      #expect(try #require(answer.header("Location")).utf8.count == expected)
    }
  }

  @Test("A link of favorites is read up to its length limit")
  func handOver() throws {
    let site = try TestSite(Self.entries, favorites: MemoryFavorites())
    let filler = String(repeating: "b", count: HandOver.textLimit - 8)
    #expect(site.get("/favorites/open?ids=\(filler).key-1-x").status == 200)
    #expect(site.get("/favorites/open?ids=\(filler)b.key-1-x").status == 404)
  }
}
