import Catalogs
import Configuration
import Favorites
@_spi(TrustedMarkup) import Text
import HTTPServer
import TestSupport
import Testing

@testable import Website

@Suite("Kiosk mode")
struct KioskTests {
  private let store = MemoryFavorites()
  private let site: Site

  /// - Parameter isKiosk: the setting in the show's file.
  private static func site(_ store: MemoryFavorites, isKiosk: Bool) throws -> Site {
    var show = try TestSite.show()
    show.isKiosk = isKiosk
    let ada = FeedEntry(
      key: "Ada", title: .plain("Ada"), description: .plain("A."), link: "https://example.org/ada"
    ) {
      $0.coordinate = Coordinate(latitude: 1, longitude: 2)
    }
    let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (SafeHTML(escaping: "A."), "A.") }
      .catalog(of: FeedContent(entries: TestSite.cast + [ada]))
    return try Site(
      SiteParts(
        show: show, catalog: catalog,
        resources: isKiosk ? ResourceReading(of: show, in: TestSite.shared) : TestSite.reading()
      ) {
        $0.favorites = store
        $0.now = TestSite.clock
      })
  }

  init() throws { site = try Self.site(store, isKiosk: false) }

  private func ask(
    _ target: String, of site: Site? = nil, _ method: Method = .get, cookie: String = "", body: String = ""
  ) -> Response {
    let headers = [("Host", "box"), ("Origin", "http://box"), ("Cookie", cookie), ("Accept", "text/html")]
    return (site ?? self.site).answer(
      Request(method: method, target: target, headers: headers, body: Array(body.utf8))
    ).response
  }

  private func page(_ target: String, of site: Site? = nil) -> String {
    String(decoding: ask(target, of: site).body, as: UTF8.self)
  }

  @Test(
    "Every link keeps kiosk=1",
    arguments: ["/?kiosk=1", "/entries/ada?kiosk=1", "/?q=a&kiosk=1", "/nowhere?kiosk=1"])
  func kioskLinks(target: String) {
    let links = page(target).matches(of: /(?:href|action|formaction)="(\/[^"]*)"/).map { String($0.1) }
      // A drawing of the world within a map is no link.
      .filter { !$0.hasPrefix("/static/") && !["/", "/map.svg"].contains($0) }
    #expect(!links.isEmpty)
    for link in links { #expect(link.contains("kiosk=1"), "\(link)") }
  }

  @Test("A search keeps kiosk=1")
  func search() {
    #expect(page("/?kiosk=1").contains("<input type=\"hidden\" name=\"kiosk\" value=\"1\">"))
  }

  @Test("No link leaves the show", arguments: ["/", "/entries/ada", "/entries/bart-simpson"])
  func noLinksOut(target: String) throws {
    let kiosk = try Self.site(store, isKiosk: true)
    for words in ["https:", "geo:", "/connect\"", "\"/favorites\"", "id=\"share\"", "manifest", "canonical"] {
      #expect(page(target).contains(words) || target == "/" || words != "https:")
      #expect(!page("\(target)?kiosk=1").contains(words), "\(words)")
      #expect(!page(target, of: kiosk).contains(words), "\(words)")
    }
  }

  @Test("The setting in the show's file enables kiosk mode at every address")
  func setting() throws {
    let site = try Self.site(store, isKiosk: true)
    let page = page("/", of: site)
    let ofRoot = #" class="is-kiosk" data-restart="/restart" data-pause="120" data-touch="Touch to begin">"#
    #expect(page.contains(ofRoot))
    #expect(!page.contains("kiosk=1"))
    for target in ["/connect", "/favorites", "/favorites.json", "/favorites/open?ids=ada"] {
      #expect(ask(target, of: site).status == 404)
    }
  }

  @Test("Without JavaScript, a meta refresh restarts the kiosk")
  func refresh() {
    #expect(
      page("/entries/ada?kiosk=1").contains(
        "<noscript><meta http-equiv=\"refresh\" content=\"120; url=/restart?kiosk=1\"></noscript>"))
    #expect(!page("/entries/ada").contains("refresh"))
  }

  @Test("A kiosk's favorites are in a session cookie, and a restart deletes them")
  func sessionCookie() throws {
    let starred = ask("/favorites/ada?kiosk=1", .post, body: "to=1")
    #expect(starred.header("Location") == "/?view=grid&kiosk=1#e-ada")
    let cookie = try #require(starred.header("Set-Cookie"))
    #expect(cookie.hasPrefix("dramatis-kiosk-test=") && !cookie.contains("Max-Age"))
    let own = String(cookie.prefix { $0 != ";" })
    #expect(store.lists.values.contains { $0.contains("ada") })
    let page = ask("/?kiosk=1", cookie: own)
    #expect(String(decoding: page.body, as: UTF8.self).contains(" aria-pressed=\"true\""))
    #expect(page.header("Cache-Control") == "no-store")
    let restart = ask("/restart?kiosk=1", .post, cookie: own)
    #expect(restart.header("Location") == "/?kiosk=1")
    let removed = restart.headers.filter { $0.0 == "Set-Cookie" && $0.1.contains("Max-Age=0") }
      .map { $0.1.prefix { $0 != "=" } }
    let names: Set = [
      "__Host-dramatis-kiosk-test", "dramatis-kiosk-test", "language", "appearance",
    ]
    #expect(Set(removed.map { String($0) }) == names)
    #expect(store.lists.values.allSatisfy { $0.isEmpty })
  }

  @Test("A restart clears storage over TLS (Clear-Site-Data)")
  func storage() {
    func cleared(_ host: String, isSecure: Bool) -> String? {
      let headers = [("Host", host), ("Origin", "\(isSecure ? "https" : "http")://\(host)")]
      let request = Request(
        method: .post, target: "/restart?kiosk=1", headers: headers, isSecure: isSecure)
      return site.answer(request).response.header("Clear-Site-Data")
    }
    #expect(cleared("box", isSecure: true) == "\"cache\", \"storage\"")
    #expect(cleared("box", isSecure: false) == nil)
  }

  @Test("Without JavaScript, the restart page has one button and no trace of the last visitor")
  func restartPage() throws {
    let cookie = try #require(
      ask("/favorites/ada?kiosk=1", .post, body: "to=1").header("Set-Cookie")?.prefix { $0 != ";" })
    let page = String(decoding: ask("/restart?kiosk=1", cookie: String(cookie)).body, as: UTF8.self)
    #expect(page.contains("<form action=\"/restart?kiosk=1\" method=\"post\"><button class=\"action\">Start"))
    let links = page.matches(of: /<a [^>]*href="([^"]*)"/).map { String($0.1) }
    #expect(Set(links) == ["/restart?kiosk=1"])
    #expect(store.lists.values.contains { $0.contains("ada") })
    #expect(ask("/restart").header("Location") == "/")
    // Choosing a language stays on the page too.
    let chosen = Request(
      method: .post, target: "/language?kiosk=1",
      headers: [("Host", "box"), ("Origin", "http://box"), ("Referer", "http://box/restart?kiosk=1")],
      body: Array("to=de".utf8))
    #expect(site.answer(chosen).response.header("Location") == "/restart?kiosk=1")
  }

  @Test("A restart keeps the favorites of other visitors")
  func otherVisitors() throws {
    let cookie = try #require(
      ask("/favorites/ada", .post, body: "to=1").header("Set-Cookie")?.prefix { $0 != ";" })
    for target in ["/restart", "/restart?kiosk=1"] { _ = ask(target, .post, cookie: String(cookie)) }
    #expect(store.lists.values.contains { $0.contains("ada") })
  }

  @Test("The text of removed links is kept")
  func texts() {
    let markup = SafeHTML(
      trusted: Array(#"<p>See <a href="https://x/?a>b" rel="c">this</a> <abbr>p</abbr>."#.utf8))
    #expect("\(markup.withoutLinks)" == "<p>See this <abbr>p</abbr>.")
  }
}
