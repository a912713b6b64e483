import Catalogs
import Favorites
import HTTPServer
import JSON
import Synchronization
import Testing
import Website

@Suite("Changing a favorite")
struct StarTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
  }

  @Test("to=1 and to=0 set the state, and repeating them changes nothing")
  func requestedState() {
    for _ in 1...2 { #expect(site.post("/favorites/bart-simpson", "to=1").status == 303) }
    #expect(site.marked == ["bart-simpson"])
    for _ in 1...2 { #expect(site.post("/favorites/bart-simpson", "to=0").status == 303) }
    #expect(site.marked.isEmpty)
  }

  @Test(
    "The redirect leads back to the star's page",
    arguments: [
      ("/favorites/zoe", "/#e-zoe"),
      ("/favorites/zoe?q=%C3%A9+%26&view=grid&page=2", "/?q=%C3%A9%20%26&view=grid&page=2#e-zoe"),
      ("/favorites/zoe?favorites=1", "/?favorites=1#e-zoe"),
      ("/favorites/zoe?q=z&at=zoe", "/entries/zoe?q=z"),
      ("/favorites/zoe?q=z&at=bart-simpson", "/entries/bart-simpson?q=z#e-zoe"),
      ("/favorites/zoe?from=favorites", "/favorites"),
      ("/favorites/zoe?at=%0d%0aX:%20y", "/#e-zoe"), ("/favorites/zoe?from=//evil.example", "/#e-zoe"),
    ])
  func redirect(target: String, place: String) {
    let answer = site.post(target)
    #expect(answer.status == 303)
    #expect(answer.header("Location") == place)
    #expect(answer.header("Cache-Control") == "no-store")
  }

  @Test(
    "Every star's form redirects to its own page", arguments: ["/?q=a&view=grid", "/entries/zoe?q=z"])
  func roundTrip(target: String) throws {
    let page = site.page(target)
    let start = try #require(page.range(of: "formaction=\"")).upperBound
    let address = page[start...].prefix { $0 != "\"" }.replacing("&amp;", with: "&")
    let place = try #require(site.post(String(address)).header("Location"))
    #expect(place.prefix { $0 != "#" } == target)
    #expect(site.page(place).contains(" aria-pressed=\"true\""))
  }

  @Test("The script gets the new state as JSON")
  func script() throws {
    let accept = [("Origin", "http://box:8080"), ("Accept", "application/json")]
    let answer = site.post("/favorites/zoe", "to=1", headers: accept)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.header("Set-Cookie") != nil)
    let value = try JSONValue(parsing: answer.body)
    #expect(value["id"]?.string == "zoe")
    #expect(value["favorite"] == .bool(true))
    #expect(value["said"]?.string == "Zoë <Z> added to favorites.")
    #expect(value["count"]?.number == 1)
    #expect(value["drawer"]?.string?.contains("</i><span>Zoë &lt;Z&gt;</span>") == true)
    let problem = site.post("/favorites/unknown", "to=1", headers: accept)
    #expect(problem.status == 404)
    #expect(problem.header("Content-Type") == "application/problem+json")
  }

  @Test("The message about a change is in the visitor's language, for a former entry too")
  func message() throws {
    try site.markLost()
    let headers = [
      ("Origin", "http://box:8080"), ("Accept", "application/json"), ("Accept-Language", "de"),
    ]
    let gone = try JSONValue(parsing: site.post("/favorites/lost-one", "to=0", headers: headers).body)
    #expect(gone["said"]?.string?.hasSuffix(" wurde aus den Favoriten entfernt.") == true)
    #expect(gone["said"]?.string?.hasPrefix("lost-one") == false)
    let marked = try JSONValue(parsing: site.post("/favorites/zoe", "to=1", headers: headers).body)
    #expect(marked["said"]?.string == "Zoë <Z> wurde zu den Favoriten hinzugefügt.")
  }

  @Test(
    "An unknown id gets 404",
    arguments: [
      "unknown", "%00", "..%2Fzoe", "Zoe", "__proto__", "", "zoe/x", String(repeating: "9", count: 3000),
    ]
  )
  func unknown(id: String) {
    #expect([404, 405].contains(site.post("/favorites/\(id)").status))
    #expect(site.post("/favorites/unknown", cookie: nil).status == 404)
    #expect(site.marked.isEmpty)
  }

  @Test("A former entry can be removed once, and not be added again")
  func formerEntry() throws {
    try site.markLost()
    #expect(site.post("/favorites/lost-one", "to=1").status == 303)
    #expect(site.marked == ["lost-one"])
    #expect(site.post("/favorites/lost-one", "to=0").status == 303)
    #expect(site.marked.isEmpty)
    #expect(site.post("/favorites/lost-one", "to=0").status == 404)
  }

  @Test(
    "An invalid form body is refused",
    arguments: [
      ("text/plain", "to=1", 415), ("application/json", "{}", 415),
      ("multipart/form-data; boundary=x", "", 415),
      ("application/x-www-form-urlencoded", "to=2", 400),
      ("application/x-www-form-urlencoded; charset=UTF-8", "to=1", 303),
    ])
  func bodies(type: String, body: String, status: Int) {
    #expect(site.post("/favorites/zoe", body, type: type).status == status)
    #expect(site.marked.isEmpty == (status != 303))
  }

  @Test(
    "A failing disk is one sentence, and the pages keep the old favorites",
    arguments: [
      (FavoritesError.unwritable(path: "p", reason: .full), 507, "the server’s disk is full"),
      (.unwritable(path: "p", reason: .readOnly), 507, "the server’s disk is read-only"),
      (.unwritable(path: "p", reason: .tooManyOpenFiles), 503, "the server is busy"),
      (.unwritable(path: "secret", reason: .other("EIO")), 507, "the server’s disk is failing"),
      (.unreadable(path: "secret", reason: "EIO"), 500, "cannot be read right now"),
      (.tooMany(limit: 10_000), 422, "You have reached the limit of 10,000 favorites"),
    ])
  func failures(error: FavoritesError, status: Int, sentence: String) throws {
    _ = site.post("/favorites/bart-simpson", "to=1")
    site.store.fail(with: error)
    let answer = site.post("/favorites/zoe", "to=1")
    let page = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == status)
    #expect(page.contains(sentence))
    #expect(!page.contains("secret"))
    #expect(answer.header("Set-Cookie") == nil)
    let problem = site.post(
      "/favorites/zoe", "to=1", headers: [("Origin", "http://box:8080"), ("Accept", "application/json")])
    #expect(problem.status == status)
    #expect(try JSONValue(parsing: problem.body)["status"]?.number == Double(status))
    #expect(site.marked == ["bart-simpson"])
    #expect(site.page("/").contains(" aria-pressed=\"true\""))
  }

  @Test("A page does not wait for a change; uncached favorites are read by a worker")
  func concurrent() throws {
    _ = site.post("/favorites/bart-simpson", "to=1")
    let seen = Mutex<[Bool]>([])
    let test = site.test
    site.store.onApply {
      // During a change pages are answered at once.
      let headers = [("Host", "box:8080"), ("Cookie", "dramatis-test=\(site.visitor)")]
      for target in ["/", "/entries/zoe"] {
        if case .now = test.site.answer(Request(target: target, headers: headers)) {
          seen.withLock { $0.append(true) }
        }
      }
    }
    let headers = [
      ("Host", "box:8080"), ("Origin", "http://box:8080"),
      ("Cookie", "dramatis-test=\(site.visitor)"),
    ]
    guard
      case .later(let work) = test.site.answer(
        Request(method: .post, target: "/favorites/zoe", headers: headers))
    else {
      Issue.record("a change was made on the polling thread")
      return
    }
    #expect(work().response.status == 303)
    #expect(seen.withLock { $0.count } == 2)
    site.store.forget()
    guard case .later(let page) = test.site.answer(Request(target: "/", headers: headers)) else {
      Issue.record("a list was read on the polling thread")
      return
    }
    #expect(String(decoding: page().response.body, as: UTF8.self).contains(" aria-pressed=\"true\""))
    guard case .now = test.site.answer(Request(target: "/entries.json", headers: headers)) else {
      Issue.record("what shows no favorites waited for them")
      return
    }
  }

  @Test("The refusal of a star names the host of the page and that of the request")
  func otherHost() throws {
    let site = try MarkedSite()
    let refused = site.post("/favorites/zoe", "to=1", headers: [("Origin", "https://films.example:8443")])
    let page = String(decoding: refused.body, as: UTF8.self)
    #expect(refused.status == 403)
    #expect(
      page.contains(
        "this page is at https://films.example:8443, but the server was asked for http://box:8080"))
    let long = site.post(
      "/favorites/zoe", "to=1", headers: [("Origin", "https://\(String(repeating: "x", count: 5_000))")])
    #expect(long.status == 403 && long.body.count < page.utf8.count + 200)
    let silent = String(
      decoding: site.post("/favorites/zoe", headers: [("Origin", "null")]).body, as: UTF8.self)
    #expect(silent.contains("go back, reload the page"))
  }

  @Test("Without a favorites store there are no stars")
  func noStore() throws {
    let test = try TestSite(TestSite.cast)
    #expect(!test.text("/").contains("class=\"star"))
    #expect(!test.text("/entries/zoe").contains(" aria-pressed=\"false\""))
    #expect(test.get("/favorites").status == 404)
    #expect(test.get("/favorites/zoe", headers: [("Origin", "http://box")], method: .post).status == 404)
  }
}
