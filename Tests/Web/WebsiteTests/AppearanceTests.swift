import HTTPServer
import Testing

@testable import Website

@Suite("Appearance")
struct AppearanceTests {
  private let test: TestSite
  private let ours = [
    ("Origin", "http://box:8080"), ("Host", "box:8080"), ("Referer", "http://box:8080/?q=lisa"),
  ]

  init() throws {
    test = try TestSite(TestSite.cast)
  }

  private func page(_ cookie: String) -> String {
    String(decoding: test.get("/", headers: [("Cookie", cookie)]).body, as: UTF8.self)
  }

  @Test("A chosen appearance is stored in a cookie, and the redirect leads back")
  func choice() {
    let answer = test.get("/appearance", headers: ours, method: .post, body: "to=dark")
    #expect(answer.status == 303)
    #expect(answer.header("Location") == "/?q=lisa#settings")
    #expect(page("").contains("id=\"settings\""))
    #expect(answer.header("Set-Cookie") == "appearance=dark; Path=/; Max-Age=31536000; SameSite=Lax")
    let back = test.get("/appearance", headers: ours, method: .post, body: "to=system")
    #expect(back.header("Set-Cookie") == "appearance=system; Path=/; Max-Age=0; SameSite=Lax")
  }

  @Test("Each appearance has its own page, cached ones too")
  func pages() {
    for _ in 1...3 {
      #expect(page("appearance=dark").contains("<html lang=\"en\" dir=\"ltr\" class=\"is-dark\">"))
      #expect(page("appearance=light").contains("<html lang=\"en\" dir=\"ltr\" class=\"is-light\">"))
      #expect(page("appearance=pink").contains("<html lang=\"en\" dir=\"ltr\">"))
    }
    #expect(page("appearance=dark").contains("name=\"color-scheme\" content=\"dark\""))
    #expect(page("a=b").contains("name=\"color-scheme\" content=\"light dark\""))
  }

  @Test("An error page has the appearance too")
  func refusals() {
    let page = test.get("/nowhere", headers: [("Cookie", "appearance=dark")])
    #expect(String(decoding: page.body, as: UTF8.self).contains("class=\"is-dark\""))
  }

  @Test("An unknown appearance gets 400, and a foreign Origin 403")
  func faults() {
    #expect(test.get("/appearance", headers: ours, method: .post, body: "to=pink").status == 400)
    let foreign = [("Origin", "http://elsewhere.example"), ("Host", "box:8080")]
    #expect(test.get("/appearance", headers: foreign, method: .post, body: "to=dark").status == 403)
  }
}
