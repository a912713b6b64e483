import Catalogs
import Configuration
import HTTPServer
import JSON
import Synchronization
import Testing
import Text

@testable import Website

@Suite("Search page")
struct SearchPageTests {
  /// The requests to the service.
  private final class Asked: Sendable {
    let all = Mutex<[String]>([])
  }

  private let asked = Asked()
  private let site: Site

  init() throws {
    site = try Self.site(Self.search(isFramed: false, asked))
  }

  private static func search(isFramed: Bool?, _ asked: Asked) -> WebSearch {
    WebSearch(
      suggestions: { (text, visitor) throws(SuggestionFault) in
        asked.all.withLock { $0.append("\(visitor): \(text)") }
        if text == "down" { throw .unavailable }
        return text == "fire"
          ? [
            Suggestion(text: "firefox & ios", description: "A browser", address: "https://fox.example/"),
            Suggestion(text: "fireplace"),
          ] : []
      },
      results: WebSearch.Results(
        address: { "https://find.example/?q=\(PercentCoding.encode($0.filter { $0 != " " }))" },
        origin: "https://find.example", isFramed: { isFramed }))
  }

  private static func site(_ search: WebSearch?, base: String = "", show: String = "Test Viewer") throws
    -> Site
  {
    try Site(
      SiteParts(
        show: TestSite.show(show), catalog: TestSite.catalog([]),
        addresses: try #require(Addresses(base: base)), resources: TestSite.reading()
      ) {
        $0.search = search
        $0.now = TestSite.clock
      })
  }

  private func get(_ target: String, from site: Site? = nil, headers: [(String, String)] = []) -> Response {
    let request = Request(target: target, headers: headers + [("Host", "box:8080")], peer: "192.168.1.7")
    return (site ?? self.site).answer(request).response
  }

  private func text(_ target: String, from site: Site? = nil) -> String {
    String(decoding: get(target, from: site).body, as: UTF8.self)
  }

  @Test(
    "The start page has a search field and the show's name, and sends no request",
    arguments: ["/", "/?q=", "/?q=+"])
  func start(target: String) {
    let response = get(target)
    let page = String(decoding: response.body, as: UTF8.self)
    #expect(response.status == 200)
    #expect(page.contains("<input type=\"search\" name=\"q\" value=\"\" placeholder=\"Search\""))
    #expect(page.contains("aria-label=\"Clear search\" hidden>"))
    #expect(page.contains("<h1>Test Viewer</h1>"))
    #expect(
      page.contains(
        "<p class=\"fault\" id=\"fault\" data-text=\"Suggestions are not available at the moment\" hidden></p>"
      ))
    #expect(!page.contains("<iframe"))
    #expect(page.contains("<p class=\"elsewhere\">Results open at find.example.</p>"))
    #expect(asked.all.withLock { $0.isEmpty })
  }

  @Test("The start page is revalidated by ETag")
  func revalidation() throws {
    let etag = try #require(get("/").header("ETag"))
    #expect(get("/", headers: [("If-None-Match", etag)]).status == 304)
  }

  @Test("A search redirects to the results without JavaScript, and is not cached")
  func results() {
    let response = get("/?q=L%C3%B6we+%26+%22B%C3%A4r%22")
    #expect(response.status == 303)
    #expect(response.header("Location") == "https://find.example/?q=L%C3%B6we%26%22B%C3%A4r%22")
    #expect(response.header("Cache-Control") == "no-store")
  }

  @Test("A long query is cut")
  func long() throws {
    let typed = String(repeating: "a", count: 15_000)
    let location = try #require(get("/?q=\(typed)").header("Location"))
    #expect(location == "https://find.example/?q=\(typed.prefix(SearchHandler.textLimit))")
    _ = get("/suggest?q=\(typed)")
    #expect(asked.all.withLock { $0 } == ["192.168.1.7: \(typed.prefix(SearchHandler.textLimit))"])
    let framed = try Self.site(Self.search(isFramed: true, asked))
    let short = text("/?q=a", from: framed).utf8.count
    #expect(text("/?q=\(typed)", from: framed).utf8.count - short < 15_000)
  }

  @Test("The CSP allows forms to the results and loads nothing else from other sites")
  func policy() throws {
    let policy = try #require(get("/").header("Content-Security-Policy"))
    #expect(policy.contains("form-action 'self' https://find.example;"))
    #expect(policy.contains("connect-src 'self';"))
    #expect(!policy.contains("frame-src"))
    let framed = try Self.site(Self.search(isFramed: true, asked))
    let other = try #require(get("/?q=x", from: framed).header("Content-Security-Policy"))
    #expect(other.hasSuffix("; frame-src http: https:"))
    #expect(get("/", from: framed).header("Content-Security-Policy")?.contains("frame-src") == false)
    #expect(Site.headers.contains { $0.1.contains("form-action 'self';") })
  }

  @Test("Framed results are in a sandboxed iframe with a title")
  func framed() throws {
    let site = try Self.site(Self.search(isFramed: true, asked))
    let page = text("/?q=%22%3E%3Cb%3E", from: site)
    #expect(page.contains("value=\"&quot;&gt;&lt;b&gt;\""))
    #expect(page.contains("<iframe src=\"https://find.example/?q=%22%3E%3Cb%3E\""))
    #expect(page.contains("title=\"Results for “&quot;&gt;&lt;b&gt;”\""))
    #expect(page.contains(" sandbox=\"") && !page.contains("allow-top-navigation "))
    #expect(page.contains("<title>&quot;&gt;&lt;b&gt; – Test Viewer</title>"))
    #expect(
      page.contains(
        "<a href=\"https://find.example/?q=%22%3E%3Cb%3E\" title=\"Open the results at"))
    let start = text("/", from: site)
    #expect(!start.contains("<iframe") && !start.contains("find.example"))
  }

  @Test("Results that did not answer open on their own, and the start page says so")
  func silent() throws {
    let site = try Self.site(Self.search(isFramed: nil, asked))
    #expect(text("/", from: site).contains("Results open at find.example, which did not answer just now."))
    #expect(get("/?q=x", from: site).header("Location") == "https://find.example/?q=x")
  }

  @Test("Results of http are not framed in a page of https")
  func mixed() throws {
    let results = WebSearch.Results(address: { "http://a.example/?q=\($0)" }, origin: "http://a.example") {
      true
    }
    let site = try Self.site(WebSearch(suggestions: { _, _ in [] }, results: results))
    #expect(text("/?q=x", from: site).contains("<iframe"))
    let request = Request(target: "/?q=x", headers: [("Host", "box")], peer: "192.168.1.7", isSecure: true)
    #expect(site.answer(request).response.header("Location") == "http://a.example/?q=x")
  }

  @Test("Completions link to their results, and the service gets only the text")
  func completions() throws {
    let response = get("/suggest?q=fire")
    #expect(response.header("Content-Type") == "application/x-suggestions+json")
    #expect(response.header("Cache-Control") == "no-store")
    #expect(
      try JSONValue(parsing: response.body)
        == .array([
          .string("fire"), .array([.string("firefox & ios"), .string("fireplace")]),
          .array([.string("A browser"), .string("")]),
          .array([
            .string("https://find.example/?q=firefox%26ios"), .string("https://find.example/?q=fireplace"),
          ]),
        ]))
    #expect(asked.all.withLock { $0 } == ["192.168.1.7: fire"])
  }

  @Test("With framed results, completions link to the page around them")
  func framedCompletions() throws {
    let site = try Self.site(Self.search(isFramed: true, asked), base: "/web")
    let answer = try JSONValue(parsing: get("/web/suggest?q=fire", from: site).body)
    #expect(answer.array?[3].array?.first?.string == "http://box:8080/web/?q=firefox%20%26%20ios")
  }

  @Test("A failing service gives no completions and a note")
  func failing() throws {
    let response = get("/suggest?q=down")
    #expect(response.status == 200)
    let answer = try JSONValue(parsing: response.body)
    #expect(answer.array?[0].string == "down")
    #expect(answer.array?[1] == .array([]))
    #expect(answer.array?[4]["note"]?.string == "Suggestions are not available at the moment")
    #expect(try JSONValue(parsing: get("/suggest?q=none").body).array?.count == 4)
  }

  @Test(
    "Entries, pictures and maps get 404",
    arguments: [
      "/entries/x", "/entries.json", "/entries/x.json", "/pictures/x", "/map/x.svg", "/?part=results",
    ])
  func missing(target: String) {
    #expect(get(target).status == 404)
  }

  @Test(
    "A name that is the word in the field is not shown twice", arguments: ["Search", "Suchen", "Research"])
  func sameWord(name: String) throws {
    let page = text("/", from: try Self.site(Self.search(isFramed: false, asked), show: name))
    #expect(page.contains("<h1\(name == "Research" ? "" : " class=\"unseen\"")>\(name)</h1>"))
  }

  @Test("The OpenSearch description makes it a search engine")
  func openSearch() {
    let description = text("/opensearch.xml")
    #expect(description.contains("<Description>Test Viewer, with suggestions</Description>"))
    #expect(description.contains("template=\"http://box:8080/?q={searchTerms}\""))
    #expect(description.contains("template=\"http://box:8080/suggest?q={searchTerms}\""))
  }

  @Test("A reload changes the results")
  func reload() throws {
    try site.reload(
      show: TestSite.show(), catalog: TestSite.catalog([]),
      resources: TestSite.shared, pictures: nil,
      search: Self.search(isFramed: true, asked))
    #expect(text("/?q=x").contains("<iframe"))
  }
}
