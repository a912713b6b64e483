import Favorites
import HTTPServer
import JSON
import TestSupport
import Testing

@testable import Website

@Suite("Conflicting cookies")
struct CookieConflictTests {
  private let site: MarkedSite
  private let other = MemoryFavorites.key.text(of: .random())

  init() throws {
    site = try MarkedSite()
    _ = site.post("/favorites/bart-simpson", "to=1")
  }

  private func both(_ names: (String, String) = ("dramatis-test", "dramatis-test")) -> [String] {
    let pair = ["\(names.0)=\(site.visitor)", "\(names.1)=\(other)"]
    return [pair.joined(separator: "; "), pair.reversed().joined(separator: "; ")]
  }

  private func ask(
    _ target: String, _ cookies: String, _ method: Method = .get, isSecure: Bool = false, body: String = "",
    headers: [(String, String)] = []
  ) -> Response {
    let origin = ("Origin", isSecure ? "https://box:8080" : "http://box:8080")
    let request = Request(
      method: method, target: target, headers: [("Host", "box:8080"), origin, ("Cookie", cookies)] + headers,
      body: Array(body.utf8), isSecure: isSecure)
    return site.test.site.answer(request).response
  }

  @Test("Two valid cookies of different visitors get 409 and change nothing")
  func conflict() {
    let lists = site.store.lists
    for cookies in both() {
      for target in ["/favorites/zoe", "/favorites/add?ids=zoe"] {
        let answer = ask(target, cookies, .post, body: "to=1")
        #expect(answer.status == 409)
        #expect(answer.header("Set-Cookie") == nil)
      }
      for target in ["/favorites", "/favorites.json", "/favorites/open?ids=zoe"] {
        #expect(ask(target, cookies).status == 409)
      }
    }
    #expect(site.store.lists == lists)
  }

  @Test(
    "No page shows favorites, and the page of favorites has the reason",
    arguments: ["/", "/entries/zoe", "/favorites"])
  func reason(target: String) {
    for cookies in both() {
      let answer = ask(target, cookies)
      let page = String(decoding: answer.body, as: UTF8.self)
      #expect(page.contains("cookies of two different visitors") == (target == "/favorites"))
      #expect(!page.contains(" aria-pressed="))
    }
    #expect(!site.page(target).contains("two different visitors"))
  }

  @Test("The script gets a problem document with the reason")
  func script() throws {
    let answer = ask(
      "/favorites/zoe", both()[0], .post, body: "to=1", headers: [("Accept", "application/json")])
    #expect(try JSONValue(parsing: answer.body)["detail"]?.string?.contains("two different visitors") == true)
  }

  @Test("A repeated cookie, or one with a later version, is the same visitor")
  func twice() {
    for beside in ["", "-7"] {
      let answer = ask(
        "/favorites.json", "dramatis-test=\(site.visitor); dramatis-test=\(site.visitor)\(beside)")
      #expect(String(decoding: answer.body, as: UTF8.self).contains("bart-simpson"))
    }
  }

  @Test("More cookies of the name than the limit get 409")
  func many() {
    let cookies = String(repeating: "dramatis-test=x; ", count: VisitorCookie.limit - 1)
    #expect(ask("/favorites.json", "\(cookies)dramatis-test=\(site.visitor)").status == 200)
    for count in [1, 2_000] {
      let more = String(repeating: "dramatis-test=x; ", count: count)
      #expect(ask("/favorites.json", "\(cookies)\(more)dramatis-test=\(site.visitor)").status == 409)
    }
  }

  @Test("The __Host- cookie overrides the plain one")
  func hostPrefix() {
    let bound = "__Host-dramatis-test"
    for cookies in both((bound, "dramatis-test")) {
      for isSecure in [true, false] {
        let page = ask("/favorites.json", cookies, isSecure: isSecure)
        #expect(String(decoding: page.body, as: UTF8.self).contains("bart-simpson"))
      }
    }
    for cookies in both((bound, bound)) {
      #expect(ask("/favorites.json", cookies, isSecure: true).status == 409)
    }
    for cookies in ["\(bound)=x; dramatis-test=\(site.visitor)", "dramatis-test=\(site.visitor)"] {
      let page = ask("/favorites.json", cookies, isSecure: true)
      #expect(String(decoding: page.body, as: UTF8.self).contains("bart-simpson"))
    }
  }

  @Test("Over TLS the next change moves a list to the __Host- cookie and removes the plain one")
  func moving() {
    let answer = ask("/favorites/zoe", "dramatis-test=\(site.visitor)", .post, isSecure: true, body: "to=1")
    let set = answer.headers.filter { $0.0 == "Set-Cookie" }.map(\.1)
    #expect(set.first?.hasPrefix("__Host-dramatis-test=\(site.visitor); Path=/; Max-Age=31536000") == true)
    #expect(set.contains { $0.hasPrefix("dramatis-test=; Path=/; Max-Age=0") })
    #expect(site.marked == ["bart-simpson", "zoe"])
    let next = ask("/favorites/zoe", "__Host-dramatis-test=\(site.visitor)", .post, body: "to=0")
    #expect(next.header("Set-Cookie")?.hasPrefix("__Host-dramatis-test=\(site.visitor)") == true)
    #expect(next.headers.count { $0.1.contains("Max-Age=0") } == 0)
  }

  @Test("A cookie without a list is removed when a new one is set")
  func successor() throws {
    let site = try MarkedSite(base: "/a")
    let answer = site.post("/a/favorites/zoe", "to=1", cookie: other)
    #expect(answer.headers.contains { $0.1.hasPrefix("dramatis-test=; Path=/; Max-Age=0") })
    #expect(!answer.headers.contains { $0.1.hasPrefix("dramatis-test=; Path=/a/") })
  }

  @Test("Shows at one host have different cookie names over TLS, where all have the path /")
  func names() {
    func name(_ show: String, _ base: String, isOfKiosk: Bool = false) -> Substring {
      let cookie = VisitorCookie(show: show, base: base, key: MemoryFavorites.key, isOfKiosk: isOfKiosk)
      return cookie.headers(.random(), replacing: SentVisitor(), isSecure: true)[0].prefix { $0 != "=" }
    }
    let names = [
      name("a", ""), name("b", ""), name("a", "/a"), name("a", "/x/a"), name("a", "", isOfKiosk: true),
    ]
    #expect(Set(names).count == names.count)
  }
}
