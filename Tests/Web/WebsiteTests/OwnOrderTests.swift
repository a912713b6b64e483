import Catalogs
import HTTPServer
import Testing

@testable import Website

@Suite("A list with an order of its own")
struct OwnOrderTests {
  private let site: Site

  init() throws {
    let people = [("The Ant", "yes", "12.50 €"), ("Bee", "no", "3.00 €"), ("Cat", "yes", "1,004.25 €")]
    var content = FeedContent(
      entries: people.enumerated().map { number, person in
        FeedEntry(key: person.0, title: .plain(person.0)) {
          $0.values = ["2024-01-0\(number + 1)", person.1, person.2]
        }
      },
      facts: [
        FactField("Bought", isOrder: true), FactField("Lent", isFacet: true), FactField("Price"),
      ])
    content.sort = FactSort("bought", isDescending: true)
    site = try Site(
      SiteParts(
        show: try TestSite.show(),
        catalog: CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content),
        resources: TestSite.reading()
      ) {
        $0.now = TestSite.clock
      })
  }

  private func text(_ target: String, _ language: String = "en") -> String {
    let request = Request(target: target, headers: [("Host", "box"), ("Accept-Language", language)])
    return String(decoding: site.answer(request).response.body, as: UTF8.self)
  }

  private func ids(_ target: String) -> [String] {
    text(target).split(separator: "<li id=\"e-").dropFirst().compactMap {
      $0.split(separator: "\"").first.map(String.init)
    }
  }

  @Test("It applies until a visitor chooses another one or searches")
  func order() {
    #expect(ids("/?part=results") == ["cat", "bee", "the-ant"])
    #expect(ids("/?sort=a-z&part=results") == ["the-ant", "bee", "cat"])
    #expect(ids("/?sort=bought&part=results") == ["the-ant", "bee", "cat"])
    let menu = text("/")
    #expect(menu.contains("sort=a-z"))
    #expect(menu.contains("sort=bought"))
    #expect(!menu.contains("sort=-bought"), "the own order needs no parameter")
  }

  @Test("The order that a browser chose last stays for lists, not for searches; its own order forgets it")
  func remembered() {
    func answer(_ target: String, _ cookie: String? = nil) -> (cookie: String?, first: String?, text: String)
    {
      let headers = [("Host", "box")] + (cookie.map { [("Cookie", $0)] } ?? [])
      let response = site.answer(Request(target: target, headers: headers)).response
      let text = String(decoding: response.body, as: UTF8.self)
      let first = text.split(separator: "<li id=\"e-").dropFirst().first?.split(separator: "\"").first
      return (response.headers.first { $0.0 == "Set-Cookie" }?.1, first.map(String.init), text)
    }
    #expect(answer("/?sort=bought").cookie == "sort-test=bought; Path=/; Max-Age=31536000; SameSite=Lax")
    #expect(answer("/?sort=a-z&part=results").cookie?.hasPrefix("sort-test=a-z; ") == true)
    // Cached pages too.
    for _ in 1...2 {
      #expect(answer("/").first == "cat")
      #expect(answer("/", "sort-test=bought").first == "the-ant")
      #expect(answer("/", "sort-test=-nothing").first == "cat")
      #expect(answer("/?sort=-bought", "sort-test=bought").first == "cat")
    }
    #expect(answer("/?sort=-bought", "sort-test=bought").cookie?.contains("Max-Age=0") == true)
    #expect(answer("/", "sort-test=bought").text.contains("sort=-bought"))
    #expect(answer("/?sort=bought", "sort-test=bought").cookie == nil)
    for target in [
      "/?q=a&sort=bought", "/?sort=-bought", "/?sort=no", "/entries/cat?sort=bought", "/?sort=bought&kiosk=1",
    ] {
      #expect(answer(target).cookie == nil, "\(target)")
    }
    #expect(answer("/?kiosk=1", "sort-test=bought").first == "cat")
    #expect(answer("/entries.json", "sort-test=bought").text.contains(#""entries":[{"id":"cat""#))
    // The entries beside one follow the order too.
    #expect(answer("/entries/bee", "sort-test=bought").text.contains("rel=\"next\""))
  }

  @Test("Yes and no, and amounts, are written in the visitor's language")
  func words() {
    let german = text("/entries/cat", "de")
    #expect(german.contains(">Ja</a>"))
    #expect(german.contains("1.004,25 €"))
    #expect(text("/entries/bee", "ar").contains(">لا</a>"))
    #expect(text("/entries/the-ant").contains("12.50 €"))
  }
}
