import Favorites
import HTTPServer
import JSON
import TestSupport
import Testing

@testable import Website

@Suite("Unavailable favorites")
struct OutOfReachTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
    _ = site.post("/favorites/bart-simpson", "to=1")
    site.store.forget()
    site.store.fail(with: .unavailable("the database is gone"))
  }

  @Test("A page has a note instead of stars, and is not cached", arguments: ["/", "/entries/zoe"])
  func page(_ target: String) {
    let answer = site.get(target)
    let page = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 200)
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(page.contains("Your favorites cannot be shown right now."))
    #expect(!page.contains(" aria-pressed="))
    #expect(!page.contains("the database is gone"))
    site.store.fail(with: nil)
    #expect(site.page(target).contains(" aria-pressed=\"true\""))
    #expect(!site.page(target).contains("Your favorites cannot be shown right now."))
  }

  @Test("Pages of visitors without favorites do not change")
  func others() {
    let answer = site.get("/", cookie: nil)
    #expect(answer.header("Cache-Control") == "no-cache")
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("cannot be shown"))
  }

  @Test(
    "Pages of favorites get 503",
    arguments: ["/favorites", "/favorites.json"])
  func favorites(_ target: String) {
    let answer = site.get(target)
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "5")
  }

  @Test(
    "A change gets 503, and an unconfirmed one says so",
    arguments: [
      (FavoritesError.unavailable("gone"), "Favorites cannot be saved right now."),
      (.unconfirmed("gone"), "Your change may not have been saved."),
    ])
  func change(error: FavoritesError, sentence: String) throws {
    site.store.fail(with: error)
    let answer = site.post("/favorites/zoe", "to=1")
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "5")
    #expect(answer.header("Set-Cookie") == nil)
    #expect(String(decoding: answer.body, as: UTF8.self).contains(sentence))
    let problem = site.post(
      "/favorites/zoe", "to=1", headers: [("Origin", "http://box:8080"), ("Accept", "application/json")])
    #expect(problem.header("Retry-After") == "5")
    #expect(try JSONValue(parsing: problem.body)["detail"]?.string?.hasPrefix(sentence) == true)
  }
}

@Suite("Version in the visitor's cookie")
struct CookieVersionTests {
  private let digits = "0123456789abcdef0123456789abcdef"

  private func seen(_ value: String) -> Int? {
    let cookie = VisitorCookie(show: "test", base: "", key: MemoryFavorites.key)
    return cookie.visitor(of: Request(target: "/", headers: [("Cookie", "dramatis-test=\(value)")])).id?.seen
  }

  @Test("The cookie has the last version that the browser has seen, if the store has versions")
  func version() throws {
    var visitor = try #require(VisitorID(digits))
    let cookie = VisitorCookie(show: "test", base: "", key: MemoryFavorites.key)
    #expect(
      cookie.header(visitor).hasPrefix("dramatis-test=\(MemoryFavorites.key.text(of: visitor)); "))
    let signed = MemoryFavorites.key.text(of: visitor)
    #expect(seen(signed) == 0)
    visitor.seen = 1_795_370_710
    #expect(cookie.header(visitor).hasPrefix("dramatis-test=\(signed)-1795370710; "))
    #expect(seen("\(signed)-1795370710") == 1_795_370_710)
    #expect(seen("\(digits)-1795370710") == 1_795_370_710)
  }

  @Test(
    "An invalid version makes the cookie invalid",
    arguments: ["-", "-0", "--1", "-x", "-1-2", "-99999999999999999999"])
  func broken(_ ending: String) throws {
    let visitor = try #require(VisitorID(digits))
    #expect(seen(MemoryFavorites.key.text(of: visitor) + ending) == nil)
  }
}
