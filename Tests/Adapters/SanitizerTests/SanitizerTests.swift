import Sanitizer
import Testing
import Text

@Suite("Sanitizing")
struct SanitizerTests {
  @Test("Scripts are dropped with their content")
  func dropsScripts() {
    let result = Sanitizer().sanitize(UntrustedHTML("<p>a<script>alert(1)</script>b"))
    #expect(result.html.description == "<p>ab</p>")
    #expect(result.text == "ab")
    #expect(!result.isCut)
  }

  @Test(
    "Input without visible text yields nothing",
    arguments: ["", "<!-- -->", "<script>x</script>", "<b></b>", "\0"])
  func nothing(html: String) {
    let result = Sanitizer().sanitize(UntrustedHTML(html))
    #expect(result.html.isEmpty)
    #expect(result.text.isEmpty)
    #expect(!result.isCut)
  }

  @Test(
    "Plain text is one line with folded white space and nothing escaped",
    arguments: [
      ("<p>a</p><p>b</p>", "a b"), ("a<br>b", "a b"), ("<b>a</b>b", "ab"), (" a\n\t b ", "a b"),
      ("a&nbsp;b", "a b"), ("1 &lt; 2 &amp;&amp; 3", "1 < 2 && 3"), ("<div>a</div>b", "a b"),
      ("<li>a<li>b", "a b"), ("<table><td>a<td>b</table>", "a b"), ("<pre>a\n  b</pre>", "a b"),
    ])
  func plainText(html: String, text: String) {
    #expect(Sanitizer().text(of: UntrustedHTML(html)) == text)
  }

  @Test("Each level keeps exactly its elements")
  func levels() throws {
    let html = UntrustedHTML(
      "<h3>a</h3><p><b>b</b><br><a href='http://x.example/' title=t>c</a></p><ul><li>d</ul>")
    let rel = #"rel="noopener noreferrer nofollow""#
    let link = #"<a href="http://x.example/" title="t" \#(rel)>c</a>"#
    let description = try #require(Policy.level(named: "description"))
    #expect(
      Sanitizer(policy: description).sanitize(html).html.description
        == "<h3>a</h3><p><b>b</b><br>\(link)</p><ul><li>d</li></ul>")
    let inline = try #require(Policy.level(named: "inline"))
    #expect(Sanitizer(policy: inline).sanitize(html).html.description == "a <b>b</b> \(link) d")
    #expect(Policy.level(named: "everything") == nil)
    #expect(Policy.names == ["description", "inline"])
  }

  @Test("Invalid UTF-8 becomes replacement characters")
  func invalidBytes() {
    let html = UntrustedHTML(bytes: [0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82, 0xED, 0xA0, 0x80, 0x62])
    #expect(
      Sanitizer().sanitize(html).html.description == "a\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b")
  }
}
