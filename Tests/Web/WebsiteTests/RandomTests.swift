import HTTPServer
import Testing
import Website

@Suite("Random entry")
struct RandomTests {
  private let test: TestSite

  init() throws {
    test = try TestSite(TestSite.cast)
  }

  @Test("/random redirects to any entry, keeps the view, and is not cached")
  func redirect() {
    var seen: Set<String> = []
    // The chance to miss one of three entries in 200 requests is 10^-35.
    for _ in 0..<200 {
      let response = test.get("/random?view=grid")
      #expect(response.status == 303)
      #expect(response.header("Cache-Control") == "no-store")
      seen.insert(response.header("Location") ?? "")
    }
    #expect(
      seen == Set(["bart-simpson", "lisa-simpson", "zoe"].map { "/entries/\($0)?view=grid" }))
  }

  @Test("/random stays within the search, or redirects to an empty list")
  func search() {
    for _ in 0..<20 {
      #expect(test.get("/random?q=simpson").header("Location")?.hasSuffix("-simpson?q=simpson") == true)
    }
    #expect(test.get("/random?q=qqqqqq").header("Location") == "/?q=qqqqqq")
  }

  @Test("The list links to /random if it has several entries")
  func link() {
    #expect(test.text("/?q=simpson").contains("href=\"/random?q=simpson\""))
    #expect(!test.text("/?q=zoe").contains("/random"))
  }
}
