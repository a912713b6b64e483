import Catalogs
import JSON
import Testing
import Text

@testable import Website

@Suite("Shared links: canonical address, Open Graph, JSON-LD")
struct SharingTests {
  private static let attack = "</script><script>alert(1)</script> \"O'Hara\" & Söhne <!--"
  private let test: TestSite

  init() throws {
    let film = try FeedEntry(
      key: "30", title: .plain("Amélie"),
      description: .plain(String(repeating: "She helps others. ", count: 30)),
      picture: "https://pictures.example/30.jpg"
    ) {
      $0.facts = [
        .originalTitle("Le Fabuleux Destin", language: "fr"), .released(try #require(Day("2001-04-25"))),
        .rating(7.93, votes: 11_234),
      ]
    }
    let city = FeedEntry(key: "1", title: .plain("Denver, US")) {
      $0.coordinate = Coordinate(latitude: 39.7392, longitude: -104.9847)
    }
    let mean = FeedEntry(
      key: "mean", title: .plain(Self.attack), description: .plain(Self.attack),
      link: "https://example.org/mean")
    test = try TestSite([film, city, mean], base: "/tv")
  }

  private func page(_ id: String, host: String = "box:8080", query: String = "") -> String {
    String(
      decoding: test.get("/tv/entries/\(id)\(query)", headers: [("Host", host)]).body, as: UTF8.self)
  }

  private func data(_ page: String) throws -> JSONValue {
    let start = try #require(page.range(of: "<script type=\"application/ld+json\">")).upperBound
    let end = try #require(page[start...].range(of: "</script>")).lowerBound
    return try JSONValue(parsing: Array(page[start..<end].utf8))
  }

  @Test("A detail page's canonical address is without the list's query")
  func canonical() {
    for query in ["", "?q=amelie&view=grid"] {
      let page = page("amelie-30", query: query)
      #expect(page.contains("<link rel=\"canonical\" href=\"http://box:8080/tv/entries/amelie-30\">"))
    }
  }

  @Test("Absolute addresses have the requested host")
  func origins() {
    for host in ["box:8080", "192.168.1.20:8080", "box:8080"] {
      let page = page("amelie-30", host: host)
      #expect(page.contains("content=\"http://\(host)/tv/pictures/amelie-30~97679c7c\""))
      #expect(!page.contains(host == "box:8080" ? "192.168.1.20" : "box:8080"))
    }
  }

  @Test("A preview has title, description and picture")
  func preview() {
    let page = page("amelie-30")
    #expect(page.contains("<meta property=\"og:title\" content=\"Amélie\">"))
    #expect(page.contains("name=\"description\" property=\"og:description\" content=\"She helps others. She"))
    #expect(page.contains("others. She…\">") || page.contains("others.…\">") || page.contains("helps…\">"))
  }

  @Test("An entry without a picture has the show's icon as PNG")
  func emblem() throws {
    let page = page("denver-us-1")
    let start = try #require(page.range(of: "og:image\" content=\"http://box:8080")).upperBound
    let response = test.get(String(page[start...].prefix { $0 != "\"" }))
    #expect(response.header("Content-Type") == "image/png")
  }

  @Test(
    "A list has its canonical address, title, size and icon, in any view",
    arguments: [
      ("", "", "Test Viewer", "3 characters"), ("?view=grid", "", "Test Viewer", "3 characters"),
      ("?q=den&amp;view=grid", "?q=den", "den – Test Viewer", "1 of 3 characters matches “den”"),
    ])
  func list(query: String, canonical: String, title: String, summary: String) throws {
    for host in ["box:8080", "192.168.1.20:8080", "box:8080"] {
      let target = "/tv/" + query.replacing("&amp;", with: "&")
      let page = String(decoding: test.get(target, headers: [("Host", host)]).body, as: UTF8.self)
      #expect(page.contains("<link rel=\"canonical\" href=\"http://\(host)/tv/\(canonical)\">"))
      #expect(page.contains("<meta property=\"og:title\" content=\"\(title)\">"))
      #expect(page.contains("property=\"og:description\" content=\"\(summary)\">"))
      #expect(!page.contains("ld+json"))
      let start = try #require(page.range(of: "og:image\" content=\"http://\(host)")).upperBound
      let picture = test.get(String(page[start...].prefix { $0 != "\"" }), headers: [("Host", host)])
      #expect(picture.header("Content-Type") == "image/png")
    }
  }

  @Test("Lists of favorites have no preview")
  func favorites() {
    #expect(!test.text("/tv/?favorites=1").contains("og:"))
  }

  @Test("A film has JSON-LD of its type")
  func film() throws {
    let data = try data(page("amelie-30"))
    #expect(data["@context"]?.string == "https://schema.org")
    #expect(data["@type"]?.string == "Movie")
    #expect(data["name"]?.string == "Amélie")
    #expect(data["image"]?.string == "http://box:8080/tv/pictures/amelie-30~97679c7c")
  }

  @Test("A place has JSON-LD of its type")
  func place() throws {
    let data = try data(page("denver-us-1"))
    #expect(data["@type"]?.string == "Place")
    #expect(data["image"] == nil)
  }

  @Test("A title with markup is escaped in JSON-LD and attributes")
  func attack() throws {
    let id = try #require(
      try JSONValue(parsing: test.get("/tv/entries.json").body)["entries"]?.array?
        .first { $0["title"]?.string == Self.attack }?["id"]?.string)
    let page = page(id)
    #expect(!page.contains("<script>alert"))
    let data = try data(page)
    #expect(data["name"]?.string == Self.attack)
    #expect(data["@type"]?.string == "Thing")
    #expect(page.contains("og:title\" content=\"&lt;/script&gt;&lt;script&gt;alert(1)"))
  }
}
