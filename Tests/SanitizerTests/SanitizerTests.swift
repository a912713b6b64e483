import HTML
import Sanitizer
import Testing

@Suite("Sanitizing")
struct SanitizerTests {
  @Test("A script goes with what it holds")
  func dropsScripts() {
    let result = Sanitizer().sanitize(UntrustedHTML("<p>a<script>alert(1)</script>b"))
    #expect(result.html.description == "<p>ab</p>")
    #expect(result.text == "ab")
    #expect(!result.isCut)
  }
}
