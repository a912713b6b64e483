import Catalogs
import Configuration
import HTTPServer
import JSON
import TestSupport
import Testing

@testable import Website

@Suite("Country names")
struct CountryNamesTests {
  private static let english = CountryNames([
    "GB": "United Kingdom", "GN": "Guinea", "PG": "Papua New Guinea", "CI": "Côte d’Ivoire",
  ])

  @Test("A country code at the end of a title gives the country")
  func name() {
    #expect(Self.english.name(in: "London, GB") == "United Kingdom")
    #expect(Self.english.name(in: "Washington, D. C., GB") == "United Kingdom")
    for title in ["London", "London, XX", "London,GB", "London, gb", ""] {
      #expect(Self.english.name(in: title) == nil)
    }
  }

  @Test(
    "A country name behind a place is replaced by its code",
    arguments: [
      ("london united kingdom", "london, GB"), ("London, United  KINGDOM", "london, GB"),
      ("boke guinea", "boke, GN"), ("lae papua new guinea", "lae, PG"), ("man cote d'ivoire", "man, CI"),
      ("united kingdom", nil), ("london", nil), ("london gb", nil), ("", nil), (", guinea", nil),
    ])
  func coded(typed: String, expected: String?) {
    #expect(Self.english.coded(typed) == expected)
  }

  @Test("Every language has the country names, the short ones where the long ones name a state")
  func files() throws {
    let languages = try Languages(folder: TestSite.resources + "/config/locales")
    for (language, names) in zip(languages.all, languages.countries) {
      let found = ["GB", "DE", "US", "EG", "XK", "JP"].compactMap { names.value.name(in: "Place, \($0)") }
      #expect(Set(found).count == 6, "\(language.tag)")
    }
    let german = try #require(languages.tags.firstIndex(of: "de"))
    #expect(languages.countries[german].value.name(in: "London, GB") == "Vereinigtes Königreich")
    #expect(languages.countries[german].value.name(in: "Macao, MO") == "Macau")
  }

  /// A site with places.
  private func site() throws -> Site {
    let file = try showDocument(feed: ["kind": "cities"])
    var show = try Show(
      JSONValue(parsing: Array(file.utf8)), slug: "places", markupLevels: ["description"]
    ) { $0.ignoreRest() }
    show.namesCountries = true
    let places = [
      FeedEntry(key: "1", title: .plain("London, GB")) {
        $0.coordinate = Coordinate(latitude: 51.5, longitude: -0.12)
      },
      FeedEntry(key: "2", title: .plain("London, CA")) {
        $0.coordinate = Coordinate(latitude: 42.98, longitude: -81.23)
      },
    ]
    return try Site(
      SiteParts(
        show: show, catalog: TestSite.catalog(places),
        resources: ResourceReading(of: show, in: TestSite.shared)
      ) {
        $0.now = TestSite.clock
      })
  }

  private func page(_ site: Site, _ target: String, _ language: String) -> String {
    let request = Request(
      method: .get, target: target, headers: [("Host", "box"), ("Accept-Language", language)], body: [])
    return String(decoding: site.answer(request).response.body, as: UTF8.self)
  }

  @Test("Rows and detail pages have the country's name in the visitor's language")
  func pages() throws {
    let site = try site()
    let line = "<small class=\"of-place\">"
    #expect(
      page(site, "/", "en").contains("\(line)51.5°\u{A0}N, 0.12°\u{A0}W <i>· United Kingdom</i></small>"))
    #expect(page(site, "/", "de").contains("\(line)42,98°\u{A0}N, 81,23°\u{A0}W <i>· Kanada</i></small>"))
    #expect(page(site, "/entries/london-gb-1", "es").contains("51,5°\u{A0}N, 0,12°\u{A0}O · Reino Unido"))
  }

  @Test("A search finds a place with its country's name in the visitor's language")
  func search() throws {
    let site = try site()
    for (query, language) in [
      ("london%20united%20kingdom", "en"), ("london%20reino%20unido", "es"), ("london%20gb", "fr"),
    ] {
      let found = page(site, "/?q=\(query)", language)
      #expect(found.contains("id=\"e-london-gb-1\""), "\(query)")
      #expect(!found.contains("id=\"e-london-ca-2\""), "\(query)")
    }
    #expect(!page(site, "/?q=paris%20united%20kingdom", "en").contains("id=\"e-london-gb-1\""))
  }
}
