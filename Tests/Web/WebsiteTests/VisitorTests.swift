import Favorites
import HTTPServer
import TestSupport
import Testing

@testable import Website

@Suite("Visitors")
struct VisitorTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
  }

  @Test("A browser gets a cookie with its first favorite")
  func firstCookie() throws {
    for target in ["/", "/entries/bart-simpson", "/favorites", "/favorites.json"] {
      #expect(site.get(target, cookie: nil).header("Set-Cookie") == nil)
    }
    #expect(site.post("/favorites/bart-simpson", "to=0", cookie: nil).header("Set-Cookie") == nil)
    #expect(site.store.lists.isEmpty)
    let cookie = try #require(
      site.post("/favorites/bart-simpson", "to=1", cookie: nil).header("Set-Cookie"))
    let parts = cookie.split(separator: "; ")
    let pair = try #require(parts.first).split(separator: "=")
    #expect(pair.first == "dramatis-test")
    #expect(site.store.lists.count == 1)
    #expect(site.store.lists.keys.first == VisitorID(pair[1].prefix(32)))
    #expect(parts.dropFirst() == ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"])
  }

  @Test("Two browsers get different cookies, and each keeps its own for another year")
  func ownCookie() {
    let first = site.post("/favorites/bart-simpson", cookie: nil).header("Set-Cookie")
    let second = site.post("/favorites/bart-simpson", cookie: nil).header("Set-Cookie")
    #expect(first != second)
    let own = site.post("/favorites/bart-simpson").header("Set-Cookie")
    #expect(own?.hasPrefix("dramatis-test=\(site.visitor); ") == true)
  }

  @Test("A cookie without a list is replaced, because it may be planted (session fixation)")
  func planted() throws {
    let planted = VisitorID.random()
    let answer = site.post(
      "/favorites/bart-simpson", "to=1", cookie: MemoryFavorites.key.text(of: planted))
    let cookie = try #require(answer.header("Set-Cookie"))
    #expect(!cookie.contains(planted.digits))
    #expect(site.store.lists.count == 1)
    #expect(site.store.lists[planted] == nil)
    // Nor is a cookie whose list was emptied.
    let pair = try #require(cookie.split(separator: ";").first)
    let visitor = try #require(pair.split(separator: "=").last)
    _ = site.post("/favorites/bart-simpson", "to=0", cookie: String(visitor))
    let fresh = site.post("/favorites/bart-simpson", "to=1", cookie: String(visitor)).header("Set-Cookie")
    #expect(fresh?.contains(visitor) == false)
  }

  @Test("An id finds its list with and without a signature, and the next change signs it")
  func signatures() throws {
    let cookie = VisitorCookie(show: "test", base: "", key: MemoryFavorites.key)
    let visitor = VisitorID.random()
    func read(_ value: String) -> VisitorID? {
      cookie.visitor(of: Request(target: "/", headers: [("Cookie", "dramatis-test=\(value)")])).id
    }
    for value in [visitor.digits, MemoryFavorites.key.text(of: visitor), VisitorKey().text(of: visitor)] {
      #expect(read(value) == visitor)
    }
    #expect(read(visitor.digits + "0") == nil)
    #expect(read(visitor.digits.uppercased() + "0") == nil)
    #expect(cookie.header(visitor).hasPrefix("dramatis-test=\(MemoryFavorites.key.text(of: visitor)); "))
    let unsigned = VisitorCookie(show: "test", base: "", key: nil)
    #expect(unsigned.header(visitor).hasPrefix("dramatis-test=\(visitor.digits); "))
  }

  @Test("The cookie has the base path")
  func basePath() throws {
    let site = try MarkedSite(base: "/shows/wire")
    let answer = site.post("/shows/wire/favorites/bart-simpson", cookie: nil)
    #expect(answer.header("Set-Cookie")?.contains("; Path=/shows/wire/;") == true)
    #expect(answer.header("Location") == "/shows/wire/#e-bart-simpson")
  }

  private static let cookieHeaders = [
    "dramatis-test=ID", "dramatis-test=\"ID\"", "a=b; dramatis-test=ID; c=d", ";;=; dramatis-test=ID",
    "dramatis-test=; dramatis-test=xyz; dramatis-test=ID; dramatis-test=\(String(repeating: "F", count: 32))",
    "dramatis-other=\(String(repeating: "f", count: 32));dramatis-test=ID", "  dramatis-test=ID\t;",
  ]

  @Test(
    "The valid cookie counts among other cookies",
    arguments: cookieHeaders)
  func cookies(header: String) {
    _ = site.post("/favorites/bart-simpson")
    let cookie = header.replacing("ID", with: site.visitor)
    let answer = site.test.get("/favorites.json", headers: [("Cookie", cookie)])
    #expect(String(decoding: answer.body, as: UTF8.self).contains("bart-simpson"))
  }

  @Test(
    "An invalid cookie gives access to no list",
    arguments: [
      "", "dramatis-test", "dramatis-test=", "dramatis-test=ID0", "dramatis-test=../ID", "xdramatis-test=ID",
      "dramatis-testID", "dramatis-test=\"ID", "DRAMATIS-TEST=ID", "dramatis-test=\u{FFFD}",
    ])
  func noCookies(header: String) {
    _ = site.post("/favorites/bart-simpson")
    let cookie = header.replacing("ID", with: site.visitor)
    let answer = site.test.get("/favorites.json", headers: [("Cookie", cookie)])
    #expect(answer.status == 200)
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("bart-simpson"))
  }

  @Test(
    "Only requests from the site's own pages change favorites (CSRF)",
    arguments: [
      ([("Origin", "http://box:8080")], true), ([("Origin", "https://box:8080")], false),
      // Browsers send Sec-Fetch-Site for secure addresses only. A proxy sends X-Forwarded-Proto, which a
      // foreign page cannot set.
      ([("Origin", "https://box:8080"), ("Sec-Fetch-Site", "same-origin")], true),
      ([("Origin", "https://box:8080"), ("X-Forwarded-Proto", "https")], true),
      ([("Origin", "https://box:8080"), ("X-Forwarded-Proto", "http")], false),
      ([("Referer", "https://box:8080/")], false),
      ([("Sec-Fetch-Site", "same-origin")], true), ([("Referer", "http://box:8080/?q=x")], true),
      ([("Origin", "http://BOX:8080"), ("Sec-Fetch-Site", "same-origin")], true),
      ([], false), ([("Origin", "null")], false), ([("Origin", "http://box")], false),
      ([("Origin", "http://box:8081")], false), ([("Origin", "http://evil.example")], false),
      ([("Origin", "http://box:8080.evil.example")], false), ([("Origin", "http://box:8080/")], false),
      ([("Origin", "ftp://box:8080")], false), ([("Origin", "box:8080")], false), ([("Origin", "")], false),
      ([("Sec-Fetch-Site", "cross-site")], false), ([("Sec-Fetch-Site", "same-site")], false),
      ([("Sec-Fetch-Site", "none")], false),
      ([("Origin", "http://box:8080"), ("Sec-Fetch-Site", "cross-site")], false),
      ([("Origin", "http://evil.example"), ("Sec-Fetch-Site", "same-origin")], false),
      ([("Origin", "null"), ("Referer", "http://box:8080/")], false),
      ([("Referer", "http://evil.example/?http://box:8080/")], false),
      ([("Referer", "http://box:8080@evil.example/")], false), ([("Referer", "about:blank")], false),
    ])
  func origins(headers: [(String, String)], isAllowed: Bool) {
    for target in ["/favorites/bart-simpson", "/favorites/add?ids=bart-simpson"] {
      let answer = site.post(target, headers: headers)
      #expect(answer.status == (isAllowed ? 303 : 403))
      #expect((answer.header("Set-Cookie") != nil) == isAllowed)
    }
    #expect(site.marked.isEmpty != isAllowed)
  }

  @Test("The default port of a scheme may be omitted in Host and Origin")
  func defaultPort() {
    for (host, origin, status) in [
      ("box", "http://box:80", 303), ("box:80", "http://box", 303), ("box", "https://box", 303),
      ("box:443", "https://box", 303), ("box:80", "https://box", 403), ("box:443", "http://box", 403),
    ] {
      let answer = site.test.get(
        "/favorites/bart-simpson",
        headers: [("Host", host), ("Origin", origin), ("X-Forwarded-Proto", "https")], method: .post)
      #expect(answer.status == status)
    }
  }
}
