import HTTPServer
import Testing
import Website

@Suite("Opening at random")
struct RandomTests {
  private let test: TestSite

  init() throws {
    test = try TestSite(TestSite.cast)
  }

  @Test("It leads to each entry in the end, keeps the view, and is kept by nobody")
  func everywhere() {
    var seen: Set<String> = []
    // That one of three does not come in 200 tries happens once in 10^35.
    for _ in 0..<200 {
      let response = test.get("/random?view=grid")
      #expect(response.status == 303)
      #expect(response.header("Cache-Control") == "no-store")
      seen.insert(response.header("Location") ?? "")
    }
    #expect(
      seen == Set(["bart-simpson", "lisa-simpson", "zoe"].map { "/entries/\($0)?view=grid" }))
  }

  @Test("It stays within what is searched for; where that is nothing, the list says so")
  func search() {
    for _ in 0..<20 {
      #expect(test.get("/random?q=simpson").header("Location")?.hasSuffix("-simpson?q=simpson") == true)
    }
    #expect(test.get("/random?q=qqqqqq").header("Location") == "/?q=qqqqqq")
  }

  @Test("The list links to it where there is a choice")
  func link() {
    #expect(test.text("/?q=simpson").contains("href=\"/random?q=simpson\""))
    #expect(!test.text("/?q=zoe").contains("/random"))
  }
}
