import Catalogs
import Foundation
import TestSupport
import Testing

@testable import Website

@Suite("Static export")
struct CopyTests {
  /// The files of an export by their paths.
  private static func files(_ entries: [FeedEntry] = TestSite.cast, sections: [Section] = []) throws
    -> [String: String]
  {
    let site = try Site(
      SiteParts(
        show: try TestSite.show(), catalog: TestSite.catalog(entries, sections), addresses: .ofCopy,
        resources: TestSite.reading()
      ) {
        $0.favorites = MemoryFavorites()
        $0.now = TestSite.clock
      })
    var files: [String: String] = [:]
    var copy = SiteCopy(of: site) { path, bytes in
      #expect(files[path] == nil, "\(path) is written twice")
      files[path] = String(decoding: bytes, as: UTF8.self)
    }
    let count = try copy.make()
    #expect(count == files.count)
    return files
  }

  @Test("A copy has the table without orders, and says that filters need the server")
  func table() throws {
    let site = try Site(
      SiteParts(
        show: try TestSite.show(),
        catalog: TestSite.catalog(
          [FeedEntry(key: "Ada", title: .plain("Ada")) { $0.values = ["Alive", "1815"] }], [],
          [FactField("Status", isFacet: true), FactField("Born", isOrder: true)]), addresses: .ofCopy,
        resources: TestSite.reading()))
    var files: [String: String] = [:]
    var copy = SiteCopy(of: site) { files[$0] = String(decoding: $1, as: UTF8.self) }
    _ = try copy.make()
    let table = try #require(files["en/view-table.html"])
    #expect(table.contains("<th scope=\"col\" lang=\"\">Born") || table.contains(">Born</th>"))
    #expect(table.contains("<td>Alive</td><td>1815</td>") && !table.contains("sort-"))
    #expect(try #require(files["en/index.html"]).contains("Filters need the server"))
    #expect(try #require(files["en/search.js"]).contains("Status: Alive"))
  }

  /// The export of the cast, made once.
  private static let castFiles = Result { try files() }

  /// An entry with a place and a picture, and further entries.
  private static let crowd: [FeedEntry] =
    TestSite.cast
    + [
      FeedEntry(key: "Ada", title: .plain("Ada"), picture: "https://example.org/ada.png") {
        $0.morePictures = ["https://example.org/ada-2.png"]
        $0.coordinate = Coordinate(latitude: 1, longitude: 2)
      }
    ] + (1...4).map { FeedEntry(key: "Extra_\($0)", title: .plain("Extra \($0)")) }

  @Test("Every link leads to an exported file or another site")
  func links() throws {
    let files = try Self.files(Self.crowd)
    let pages = files.filter { $0.key.hasSuffix(".html") }
    #expect(pages.count == 1 + 5 * (Self.crowd.count + 2))
    for (path, page) in pages {
      for link in Self.links(in: page) where !["#", "https:", "geo:"].contains(where: link.hasPrefix) {
        let base = try #require(URL(string: "file:///copy/\(path)"))
        let place = try #require(URL(string: String(link.prefix { $0 != "#" }), relativeTo: base)?.path)
        #expect(!link.hasPrefix("/"))
        #expect(place.hasPrefix("/copy/") && files[String(place.dropFirst(6))] != nil, "\(link) in \(path)")
      }
    }
  }

  private static func links(in page: String) -> [String] {
    page.matches(of: /\s(?:href|src|action|srcset)="([^"]*)"/).flatMap { match in
      match.0.contains("srcset")
        ? match.1.split(separator: ", ").map { String($0.prefix { $0 != " " }) } : [String(match.1)]
    }
  }

  @Test(
    "Links and forms that need a server are omitted",
    arguments: [
      "formaction", "method=\"post\" aria", "/connect", "random", "application/json", "manifest",
      "opensearch", "http://",
    ])
  func noServer(words: String) throws {
    for (path, page) in try Self.castFiles.get() where path.hasSuffix(".html") {
      #expect(!page.contains(words), "\(path)")
    }
  }

  @Test("Each language has its own folder and links to the others")
  func languages() throws {
    let files = try Self.castFiles.get()
    #expect(files["de/entries/zoe.html"]?.contains("<html lang=\"de\"") == true)
    #expect(files["de/entries/zoe.html"]?.contains("href=\"../../ar/entries/zoe.html\"") == true)
    #expect(files["index.html"]?.contains("href=\"fr/index.html\"") == true)
  }

  @Test("Sections and grids are separate files")
  func sections() throws {
    var entries = TestSite.cast
    entries[0].sections = ["old"]
    entries[1].sections = ["new"]
    let files = try Self.files(
      entries, sections: [Section(id: "old", title: "Old"), Section(id: "new", title: "New")])
    #expect(files["en/section-new.view-grid.html"]?.contains("Lisa Simpson") == true)
  }

  @Test("The search script has every entry in its language")
  func search() throws {
    let script = try #require(try Self.files()["en/search.js"])
    #expect(script.hasPrefix("window.dramatis = {\"show\":\"test\""))
    #expect(script.contains(#"["zoe","Zoë <Z>","Nobody's sister."#))
  }

  @Test("A star has the entry's id and no form")
  func stars() throws {
    let page = try #require(try Self.files()["en/entries/zoe.html"])
    #expect(page.contains("<button class=\"action star\" type=\"button\" data-entry=\"zoe\" name=\"to\""))
  }

  @Test("A show over the limit of entries is refused")
  func limit() throws {
    let entries = (0...SiteCopy.entryLimit).map { FeedEntry(key: "e\($0)", title: .plain("E \($0)")) }
    let error = thrown(SiteError.self) { try Self.files(entries) }
    let expected =
      "Test Viewer has 5001 entries; at most 5000 can be exported: choose some, and name their list "
    #expect(error?.description == expected + "with --feed FILE")
  }

  @Test(
    "A path becomes folders, and a query part of the file name",
    arguments: [
      ("/", "en/index.html"), ("/?view=grid&page=2", "en/view-grid.page-2.html"),
      ("/entries/homer", "en/entries/homer.html"), ("/map.svg?section=a%20b", "en/map.section-a_20b.svg"),
    ])
  func names(target: String, path: String) {
    #expect(CopiedFile(target, in: "en", ending: "html").path == path)
  }

  @Test("Only addresses in tags are rewritten")
  func markup() {
    let page = #"<p title="a > b" href="/x">href="/y"<br><a class="c" hidden href="/z">z</a></p>"#
    let copied = CopiedMarkup.bytes(Array(page.utf8)) { name, value in "\(name)='\(value)'" }
    #expect(
      String(decoding: copied, as: UTF8.self)
        == #"<p title="a > b" href='/x'>href="/y"<br><a class="c" hidden href='/z'>z</a></p>"#)
  }
}
