import Testing
import Text

@Suite("Escaping")
struct EscapingTests {
  @Test(
    "Text is escaped",
    arguments: [
      ("plain", "plain"), ("", ""), ("<b>", "&lt;b&gt;"), ("a & b", "a &amp; b"),
      ("\"it's\"", "&quot;it&#39;s&quot;"), ("&&", "&amp;&amp;"), ("é<ü", "é&lt;ü"),
      ("nul\0here", "nul\u{FFFD}here"),
    ])
  func escapes(text: String, expected: String) {
    #expect(SafeHTML(escaping: text).description == expected)
  }

  @Test("A text that is not contiguous UTF-8 is escaped")
  func escapesSlices() {
    let pieces = ["<", "x", ">"].joined(separator: "&")
    #expect(SafeHTML(escaping: String(pieces.reversed())).description == "&gt;&amp;x&amp;&lt;")
  }
}
