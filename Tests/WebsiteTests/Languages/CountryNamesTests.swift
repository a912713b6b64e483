import Fixtures
import Testing

@testable import Website

@Suite("Names of countries")
struct CountryNamesTests {
  private static let english = CountryNames([
    "GB": "United Kingdom", "GN": "Guinea", "PG": "Papua New Guinea", "CI": "Côte d’Ivoire",
  ])

  @Test("A title that ends with a country's letters tells which country that is")
  func name() {
    #expect(Self.english.name(in: "London, GB") == "United Kingdom")
    #expect(Self.english.name(in: "Washington, D. C., GB") == "United Kingdom")
    for title in ["London", "London, XX", "London,GB", "London, gb", ""] {
      #expect(Self.english.name(in: title) == nil)
    }
  }

  @Test(
    "The name of a country behind a place stands for its letters",
    arguments: [
      ("london united kingdom", "london, GB"), ("London, United  KINGDOM", "london, GB"),
      ("boke guinea", "boke, GN"), ("lae papua new guinea", "lae, PG"), ("man cote d'ivoire", "man, CI"),
      ("united kingdom", nil), ("london", nil), ("london gb", nil), ("", nil), (", guinea", nil),
    ])
  func coded(typed: String, expected: String?) {
    #expect(Self.english.coded(typed) == expected)
  }

  @Test("Every language has the names of as many countries; one without a file has none")
  func files() throws {
    let languages = try Languages(folder: TestSite.resources + "/config/locales")
    for (language, names) in zip(languages.all, languages.countries) {
      let found = ["GB", "DE", "US", "EG", "XK", "JP"].compactMap { names.value.name(in: "Place, \($0)") }
      #expect(Set(found).count == 6, "\(language.tag)")
    }
    let german = try #require(languages.tags.firstIndex(of: "de"))
    #expect(languages.countries[german].value.name(in: "London, GB") == "Vereinigtes Königreich")
    #expect(CountryNames(folder: TestSite.resources, tag: "xx").name(in: "London, GB") == nil)
  }
}
