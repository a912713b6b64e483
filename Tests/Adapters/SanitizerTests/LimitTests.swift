import Sanitizer
import Testing
import Text

@Suite("Limits")
struct LimitTests {
  private static let marks = [
    "<b>", "<i>", "<ul><li>", "<blockquote>", "<div>", "<p><b>x", "<a href=/ >x", "<svg>",
  ]

  @Test("Long input is cut between words and ends in an ellipsis")
  func cuts() {
    let result = Sanitizer().sanitize(UntrustedHTML(String(repeating: "lorem ipsum ", count: 10_000)))
    #expect(result.isCut)
    #expect(result.html.bytes.count <= Sanitizer.limit)
    #expect(result.html.bytes.count > Sanitizer.limit - 64)
    #expect(result.text.hasSuffix(" lorem…") || result.text.hasSuffix(" ipsum…"))
  }

  @Test("Input that is cut within a word loses it")
  func cutsInput() {
    let comment = "<!--" + String(repeating: "x", count: Sanitizer.limit - 100) + "-->"
    for word in ["lorem ipsum ", "dolor "] {
      let html = UntrustedHTML(comment + String(repeating: word, count: 20))
      let last = Sanitizer().sanitize(html).text.split(separator: " ").last
      #expect(["lorem…", "ipsum…", "dolor…"].contains(last))
    }
  }

  @Test("Output that escaping makes too long is cut, with all tags closed")
  func cutsEscaped() {
    let result = Sanitizer().sanitize(UntrustedHTML("<p><b>" + String(repeating: "&& ", count: 20_000)))
    #expect(result.isCut)
    #expect(result.html.bytes.count <= Sanitizer.limit)
    #expect(result.html.description.hasSuffix("&amp;&amp;…</b></p>"))
  }

  @Test("Input of the maximum length is not cut")
  func fits() {
    let text = String(repeating: "x", count: Sanitizer.limit)
    let result = Sanitizer().sanitize(UntrustedHTML(text))
    #expect(result.html.description == text)
    #expect(!result.isCut)
    #expect(Sanitizer().sanitize(UntrustedHTML(text + "x")).isCut)
  }

  @Test(
    "Input that is cut inside markup keeps every property",
    arguments: ["<script>", "<!--", "<a href='", "<svg>", "<b><i>", "<p title=\"", "&"])
  func cutsMarkup(start: String) {
    let html = start + String(repeating: "lorem & ipsum<br>", count: 10_000)
    #expect(Properties.fault(of: Array(html.utf8)) == nil)
  }

  @Test("Deep nesting is bounded and keeps every property", arguments: marks)
  func nesting(mark: String) {
    let html = String(repeating: mark, count: 800) + "end"
    #expect(Properties.fault(of: Array(html.utf8)) == nil)
    if mark != "<svg>" { #expect(Sanitizer().text(of: UntrustedHTML(html)).hasSuffix("end")) }
  }

  @Test("Concurrent calls return the same results")
  func threads() async {
    let inputs = Attack.all.map { UntrustedHTML($0.html) }
    let sanitizer = Sanitizer(base: "https://feeds.example/a/")
    let expected = inputs.map(sanitizer.sanitize)
    await withTaskGroup(of: [Sanitized].self) { group in
      for _ in 0..<8 { group.addTask { inputs.map(sanitizer.sanitize) } }
      for await results in group { #expect(results == expected) }
    }
  }
}
