import Catalogs
import Configuration
import Favorites
import JSON
import Testing

@testable import Website

@Suite("Lists of numbered entries")
struct NumberedListTests {
  /// The bundled list, and the feed's, which spells one name differently.
  private static let (bundled, feed) = (
    catalog([("Dällikon (Dorf)", "11", "900000001"), ("Zug", "12", nil)]),
    catalog([("Daellikon", "11", nil), ("Bern", "13", nil)])
  )

  private static func catalog(_ cities: [(name: String, key: String, former: String?)]) -> Catalog {
    var content = FeedContent(
      entries: cities.map { city in
        FeedEntry(key: city.key, title: .plain(city.name)) { $0.formerKey = city.former }
      })
    content.isNumbered = true
    return CatalogBuilder(strippedSuffix: nil, match: .prefix) { _ in (.empty, "") }.catalog(of: content)
  }

  private func site() throws -> MarkedSite {
    let site = try MarkedSite()
    site.test.site.publish(Self.bundled, provenance: .bundled)
    return site
  }

  @Test("Favorites survive the change to a list with other names, and back")
  func survival() throws {
    let site = try site()
    _ = site.post("/favorites/dallikon-dorf-11", "to=1")
    _ = site.post("/favorites/zug-12", "to=1")
    site.test.site.publish(Self.feed, provenance: .feed(takenAt: TestSite.now))
    let page = site.page("/entries/daellikon-11")
    #expect(page.contains(#"aria-pressed="true""#))
    #expect(site.page("/?favorites=1").contains("Zug"))
    #expect(site.page("/favorites.json").contains("daellikon-11"))
    // Those that wait keep their ids.
    #expect(site.marked == ["dallikon-dorf-11", "zug-12"])
    site.test.site.publish(Self.bundled, provenance: .bundled)
    #expect(site.page("/entries/dallikon-dorf-11").contains(#"aria-pressed="true""#))
  }

  @Test("A star of one list is taken away in another, by either id, and the rest is renamed")
  func change() throws {
    for id in ["daellikon-11", "dallikon-dorf-11"] {
      let site = try site()
      _ = site.post("/favorites/dallikon-dorf-11", "to=1")
      _ = site.post("/favorites/zug-12", "to=1")
      site.test.site.publish(Self.feed, provenance: .feed(takenAt: TestSite.now))
      #expect(site.post("/favorites/\(id)", "to=0").status == 303)
      #expect(site.marked.count == 1 && site.marked != ["dallikon-dorf-11"])
    }
  }

  @Test("Addresses of other lists and of earlier versions lead to the entry")
  func addresses() throws {
    let site = try site()
    for id in ["daellikon-11", "anything-900000001"] {
      let answer = site.get("/entries/\(id)?view=grid")
      #expect(answer.status == 302)
      #expect(answer.header("Location") == "/entries/dallikon-dorf-11?view=grid")
      #expect(
        String(decoding: site.get("/entries/\(id).json").body, as: UTF8.self).contains("dallikon-dorf-11"))
    }
    #expect(site.get("/entries/daellikon-1").status == 404)
  }

  @Test("The foot credits the list that is served")
  func credit() throws {
    let file = #"""
      {"name":"C","shortName":"C","packageID":"org.example.c","feed":{},
       "looks":{"accent":"#1b62b5","tile":"#ffd84d","pictureAspect":"1:1","icon":"icons/cities.svg"},
       "translations":{"de":{"credit":"Vom Dienst","bundledCredit":"Vom Paket"}},
       "credit":{"text":"By the feed","link":"https://feed.example/"},
       "bundledCredit":{"text":"By the package","link":"https://package.example/"}}
      """#
    let show = try Show(
      JSONValue(parsing: Array(file.utf8)), slug: "test", markupLevels: ["description"]
    ) { $0.ignoreRest() }
    let test = try TestSite(TestSite.cast, show: show, provenance: .bundled)
    func foot(_ language: String) -> String {
      String(decoding: test.get("/", headers: [("Cookie", "language=\(language)")]).body, as: UTF8.self)
    }
    #expect(
      foot("en").contains(#"href="https://package.example/" rel="noopener noreferrer">By the package</a>"#))
    #expect(foot("de").contains("Vom Paket") && foot("fr").contains("By the package"))
    test.site.publish(TestSite.catalog(TestSite.cast), provenance: .feed(takenAt: TestSite.now))
    #expect(foot("en").contains(#"href="https://feed.example/" rel="noopener noreferrer">By the feed</a>"#))
    #expect(foot("de").contains("Vom Dienst"))
  }
}
