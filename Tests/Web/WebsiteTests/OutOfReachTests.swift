import Favorites
import HTTPServer
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Website

@Suite("Favorites in a database that is out of reach")
struct OutOfReachTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
    _ = site.post("/favorites/bart-simpson", "to=1")
    site.store.forget()
    site.store.fail(with: .unavailable("the database is gone"))
  }

  @Test("A page without the store has a note and no stars, and is not stored", arguments: ["/", "/entries/zoe"])
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

  @Test("Whoever has no favorites has the same pages as ever")
  func others() {
    let answer = site.get("/", cookie: nil)
    #expect(answer.header("Cache-Control") == "no-cache")
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("cannot be shown"))
  }

  @Test(
    "What is made of favorites alone says that it cannot be had now",
    arguments: ["/favorites", "/favorites.json"])
  func favorites(_ target: String) {
    let answer = site.get(target)
    #expect(answer.status == 503)
    #expect(answer.header("Retry-After") == "5")
  }

  @Test(
    "A change is refused for the time being, and what is not known is said to be so",
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

@Suite("A replica that does not know the key of cookies yet")
struct UncheckedTests {
  @Test("Whoever sends a cookie is nobody until it does, and is known again from then on")
  func joining() throws {
    let visitor = VisitorID.random()
    let key = Mutex<VisitorKey?>(nil)
    let cookie = VisitorCookie(show: "test", base: "", key: key.withLock { $0 })
    let value = "dramatis-test=\(MemoryFavorites.key.text(of: visitor))-7"
    let request = Request(target: "/", headers: [("Cookie", value)])
    #expect(cookie.visitor(of: request).id == .unchecked)
    #expect(cookie.visitor(of: Request(target: "/")).id == nil)
    key.withLock { $0 = MemoryFavorites.key }
    #expect(cookie.visitor(of: request).id == visitor)
  }
}

@Suite("The version in a visitor's cookie")
struct CookieVersionTests {
  private let digits = "0123456789abcdef0123456789abcdef"

  private func seen(_ value: String) -> Int? {
    let cookie = VisitorCookie(show: "test", base: "", key: MemoryFavorites.key)
    return cookie.visitor(of: Request(target: "/", headers: [("Cookie", "dramatis-test=\(value)")])).id?.seen
  }

  @Test("It is the one that the browser has seen last, and none where the store has none")
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
    #expect(seen("\(digits)-1795370710") == nil)
  }

  @Test(
    "A value of another form is nobody's",
    arguments: ["-", "-0", "--1", "-x", "-1-2", "-99999999999999999999"])
  func broken(_ ending: String) throws {
    let visitor = try #require(VisitorID(digits))
    #expect(seen(MemoryFavorites.key.text(of: visitor) + ending) == nil)
  }
}
