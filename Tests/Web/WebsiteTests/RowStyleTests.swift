import Catalogs
import Configuration
import HTTPServer
import Testing

@testable import Website

@Suite("The content of the list's rows")
struct RowStyleTests {
  private static let cast = [
    FeedEntry(
      key: "Moe", title: .plain("Moe"), subtitle: "Barkeeper",
      description: .plain("Owns a tavern in the town. \(String(repeating: "More of it. ", count: 20))"))
  ]

  private func site(_ rows: String) throws -> Site {
    try Site(
      SiteParts(
        show: try TestSite.show(rows: rows), catalog: TestSite.catalog(Self.cast),
        resources: TestSite.reading()))
  }

  private func answer(_ site: Site, _ target: String, cookie: String = "") -> Response {
    site.answer(Request(target: target, headers: [("Host", "box"), ("Cookie", cookie)])).response
  }

  private func text(_ site: Site, _ target: String, cookie: String = "") -> String {
    String(decoding: answer(site, target, cookie: cookie).body, as: UTF8.self)
  }

  /// The lines of the only row, and whether it has a picture or a placeholder.
  private func row(_ page: String) -> String {
    let row = page.split(separator: "<li id=\"e-moe\"").last?.split(separator: "</a>").first ?? ""
    let lines = row.matches(of: #/<(span|small|p)[^>]*>(.*?)<\/(span|small|p)>/#).map {
      String($0.output.2.prefix(24))
    }
    return ((row.contains("class=\"face") ? ["face"] : []) + lines).joined(separator: "|")
  }

  private static let shapes = [
    "titles": "Moe", "summaries": "face|Moe|Barkeeper",
    "stories": "face|Moe|Barkeeper|Owns a tavern in the tow",
  ]

  @Test("The show's file says what a row shows", arguments: shapes.keys.sorted())
  func style(name: String) throws {
    let site = try site(name)
    for target in ["/", "/entries/moe", "/?part=results"] {
      #expect(row(text(site, target)) == Self.shapes[name], "\(target)")
    }
    // Addresses and cookies of earlier versions.
    let other = name == "titles" ? "stories" : "titles"
    let old = answer(site, "/?rows=\(other)", cookie: "rows-test=\(other)")
    #expect(row(String(decoding: old.body, as: UTF8.self)) == Self.shapes[name])
    #expect(old.header("Set-Cookie") == nil)
  }

  @Test("A search shows the words around a hit below a title, and no other line")
  func excerpt() throws {
    let site = try site("titles")
    #expect(row(text(site, "/?q=tavern")) == "Moe|Owns a <mark>tavern</mar")
    #expect(row(text(site, "/?q=moe")) == "<mark>Moe</mark>")
  }

  @Test("A list of places has lines without pictures")
  func places() throws {
    let place = FeedEntry(key: "Moe", title: .plain("Moe")) {
      $0.coordinate = Coordinate(latitude: 1.5, longitude: 2)
    }
    let test = try TestSite([place])
    #expect(row(test.text("/")) == "Moe|1.5°\u{A0}N, 2°\u{A0}E")
  }
}
