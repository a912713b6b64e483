import Testing
@_spi(TrustedMarkup) import Text

@testable import Website

@Suite("Descriptions behind a curtain")
struct CurtainedTextTests {
  private static let texts = [
    ("<p>One. Two.</p>", "<p>One.</p>", "<p>Two.</p>"),
    ("<p>One.</p><p>Two.</p>", "<p>One.</p>", "<p>Two.</p>"),
    ("<p>One <b>end. Two</b> c.</p>", "<p>One <b>end.</b></p>", "<p><b>Two</b> c.</p>"),
    (
      "<p><a href=\"https://a.b/?c>d\" title=\"e\">One. Two</a></p>",
      "<p><a href=\"https://a.b/?c>d\" title=\"e\">One.</a></p>",
      "<p><a href=\"https://a.b/?c>d\" title=\"e\">Two</a></p>"
    ),
    ("<ul><li>One.</li><li>Two.</li></ul>", "<ul><li>One.</li></ul>", "<ul><li>Two.</li></ul>"),
    ("One.<br><br>Two &amp; three.", "One.", "Two &amp; three."), ("A &amp; me. You", "A &amp; me.", "You"),
    ("<p>One, <i>and</i><br>no more.</p>", "", "<p>One, <i>and</i><br>no more.</p>"), ("", "", ""),
  ]

  @Test("The first sentence is open, and both parts are balanced", arguments: texts)
  func parts(html: String, open: String, covered: String) {
    let parts = CurtainedText(SafeHTML(trusted: Array(html.utf8)), .rest)
    #expect("\(parts.open)" == open)
    #expect("\(parts.covered)" == covered)
    #expect("\(CurtainedText(SafeHTML(trusted: Array(html.utf8)), .all).covered)" == html)
  }
}
