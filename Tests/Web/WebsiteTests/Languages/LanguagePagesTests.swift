import Catalogs
import HTTPServer
import Testing
@testable import Website

@Suite("Pages in several languages")
struct LanguagePagesTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
  }

  private func page(_ target: String, _ language: String) -> String {
    String(decoding: response(target, language).body, as: UTF8.self)
  }

  private func response(_ target: String, _ language: String, _ more: [(String, String)] = []) -> Response {
    site.get(target, cookie: nil, headers: [("Accept-Language", language)] + more)
  }

  @Test(
    "Every page has the visitor's language",
    arguments: ["/", "/?view=grid", "/?q=lisa", "/entries/zoe", "/favorites", "/nothing"])
  func kinds(target: String) {
    #expect(page(target, "de").contains("<html lang=\"de\" dir=\"ltr\""))
    #expect(page(target, "ar").contains("<html lang=\"ar\" dir=\"rtl\""))
    #expect(page(target, "tlh").contains("<html lang=\"en\" dir=\"ltr\""))
  }

  @Test("Cached pages and ETags depend on the language")
  func caches() throws {
    var tags: Set<String> = []
    for _ in 0..<2 {
      for language in ["en", "de", "ar", "fr", "es"] {
        let response = response("/?q=s", language)
        #expect(String(decoding: response.body, as: UTF8.self).contains("<html lang=\"\(language)\""))
        #expect(response.header("Vary") == "Accept-Encoding, Accept-Language, Cookie")
        tags.insert(try #require(response.header("ETag")))
      }
    }
    #expect(tags.count == 5)
    let german = try #require(response("/", "de").header("ETag"))
    #expect(response("/", "de", [("If-None-Match", german)]).status == 304)
    #expect(response("/", "fr", [("If-None-Match", german)]).status == 200)
  }

  @Test("Results for the script have the visitor's language, and JSON has none")
  func script() {
    #expect(page("/?part=results&q=saxophone", "de").contains("1 von 3 passt zu „saxophone“"))
    #expect(page("/?part=results&q=saxophone", "en").contains("1 of 3 characters matches “saxophone”"))
    let json = response("/entries.json", "de")
    #expect(json.body == response("/entries.json", "ar").body)
    #expect(json.header("Vary") == "Accept-Encoding")
    #expect(page("/manifest.webmanifest", "ar").contains("\"dir\":\"rtl\""))
    #expect(page("/opensearch.xml", "fr").contains("Rechercher des fiches dans Test Viewer"))
  }

  @Test("A refusal has the visitor's language, for the script too")
  func refusals() {
    let foreign = [("Origin", "http://elsewhere.example"), ("Accept-Language", "de")]
    let refused = site.post("/favorites/zoe", headers: foreign)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("Nicht erlaubt"))
    let forScript = site.post(
      "/favorites/zoe", headers: foreign + [("Accept", "application/json")])
    #expect(String(decoding: forScript.body, as: UTF8.self).contains("nur von den eigenen Seiten angenommen"))
  }

  @Test("A refusal of the server itself has the visitor's language", arguments: [400, 405, 413, 431, 503])
  func ownRefusals(status: Int) {
    for (headers, tag) in [
      ([("Accept-Language", "de")], "de"), ([("Cookie", "language=ar"), ("Accept-Language", "de")], "ar"),
      ([], "en"),
    ] {
      let refused = site.test.site.refusal(status, to: Request(target: "*", headers: headers))
      #expect(refused.status == status)
      #expect(String(decoding: refused.body, as: UTF8.self).contains("<html lang=\"\(tag)\""))
    }
  }

  @Test("A chosen language is stored in a cookie, and the redirect leads back")
  func choice() {
    let answer = site.post(
      "/language", "to=ar",
      headers: [("Origin", "http://box:8080"), ("Referer", "http://box:8080/entries/zoe?q=z&page=2")])
    #expect(answer.status == 303)
    #expect(answer.header("Location") == "/entries/zoe?q=z&page=2")
    #expect(answer.header("Set-Cookie") == "language=ar; Path=/; Max-Age=31536000; SameSite=Lax")
    let page = site.get("/", cookie: nil, headers: [("Cookie", "language=ar"), ("Accept-Language", "de")])
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(text.contains("<html lang=\"ar\""))
    #expect(text.contains("value=\"ar\" lang=\"ar\" aria-current=\"true\">العربية</button>"))
    #expect(text.contains("<form class=\"languages\" action=\"/language\" method=\"post\""))
  }

  @Test(
    "The redirect leads back to any page",
    arguments: [
      ("/?q=z&view=grid", "/?q=z&view=grid"), ("/favorites", "/favorites"), ("/connect", "/connect"),
      ("/favorites/open?ids=zoe.lisa-simpson", "/favorites/open?ids=zoe.lisa-simpson"),
      ("/nothing/here?q=z", "/nothing/here?q=z"), ("/nothing%20here", "/nothing%20here"),
      ("/map/zoe.svg", "/map/zoe.svg"),
      // Refused forms.
      ("/favorites/add?ids=zoe", "/"), ("/favorites/zoe?q=z", "/"), ("/language", "/"), ("/", "/"),
    ])
  func redirect(from target: String, to place: String) throws {
    for (site, base) in [(site, ""), (try MarkedSite(base: "/shows/wire"), "/shows/wire")] {
      let answer = site.post(
        "\(base)/language", "to=de",
        headers: [("Origin", "http://box:8080"), ("Referer", "http://box:8080\(base)\(target)")])
      #expect(answer.header("Location") == "\(base)\(place)")
    }
  }

  @Test("The redirect leads back to every route with texts")
  func everyRoute() {
    for route in Route.allCases where route.needs.contains(.language) {
      let path = route.path("zoe")
      let answer = site.post(
        "/language", "to=de", headers: [("Origin", "http://box:8080"), ("Referer", "http://box:8080\(path)")])
      #expect(answer.header("Location")?.hasPrefix(path) == true, "\(route)")
    }
  }

  @Test(
    "The redirect never leads to another site (open redirect)",
    arguments: [
      "http://box:8080//evil.example/", "http://box:8080/\\evil.example", "https://evil.example/favorites",
      "http://box:8080/%2Fevil.example", "javascript:alert(1)", "", "http://box:8080", "/favorites",
      "http://box:8080/favorites/open?ids=//evil.example", "http://box:8080/entries/%2F%2Fevil",
      "http://box:8080/entries/%0D%0ASet-Cookie:x", "http://box:8080/nothing/%2F%2Fevil.example",
      "http://box:8080/%5Cevil.example", "http://box:8080//evil.example/favorites",
      "http://box:8080@evil.example/",
      "http://box:8080/favorites/ü", "http://box:8080/favorites/\\..", "http://box/favorites",
    ])
  func openRedirect(referer: String) throws {
    let answer = site.post(
      "/language", "to=de", headers: [("Origin", "http://box:8080"), ("Referer", referer)])
    let place = try #require(answer.header("Location"))
    #expect(place.hasPrefix("/") && !place.hasPrefix("//") && !place.hasPrefix("/\\"))
    #expect(place.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "\\" })
  }

  @Test("An unknown language gets 400, and a foreign Origin 403")
  func refused() throws {
    let ours = [("Origin", "http://box:8080")]
    #expect(site.post("/language", "to=xx", headers: ours).status == 400)
    #expect(site.post("/language", "", headers: ours).status == 400)
    #expect(site.post("/language", "to=de", headers: [("Origin", "http://evil.example")]).status == 403)
    #expect(site.post("/language", "to=de", headers: []).status == 403)
    #expect(site.get("/language").status == 405)
    let based = try MarkedSite(base: "/shows/wire")
    let answer = based.post("/shows/wire/language", "to=de", headers: ours)
    #expect(answer.header("Set-Cookie")?.contains("Path=/shows/wire/;") == true)
    #expect(answer.header("Location") == "/shows/wire/")
  }

  @Test("The feed's texts have a lang attribute if their language differs from the page's")
  func feedLanguage() {
    #expect(page("/", "de").contains("<a lang=\"en\" href=\"/entries/zoe\""))
    #expect(!page("/", "en").contains("<a lang="))
    #expect(page("/entries/zoe", "ar").contains("<h1 lang=\"en\">"))
    #expect(page("/entries/zoe", "ar").contains("<div class=\"description\" lang=\"en\" dir=\"auto\">"))
  }
}
