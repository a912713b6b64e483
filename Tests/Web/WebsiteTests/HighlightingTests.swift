@_spi(TrustedMarkup) import Text
import Search
import Testing

@testable import Website

@Suite("Highlighting hits")
struct HighlightingTests {
  private func query(_ text: String) -> SearchQuery { SearchQuery(text, match: .contains) }

  private func html(_ markup: String) -> SafeHTML { SafeHTML(trusted: Array(markup.utf8)) }

  @Test(
    "Hits in a title are highlighted, and the title is escaped",
    arguments: [
      ("Marge Simpson", "mar", "<mark>Mar</mark>ge Simpson"),
      ("Zoë & <Zoe>", "zoe", "<mark>Zoë</mark> &amp; &lt;<mark>Zoe</mark>&gt;"),
      ("Mr. Burns", "x", "Mr. Burns"),
      ("Bart", "bart", "<mark>Bart</mark>"), ("A<b", "a<b", "<mark>A&lt;b</mark>"),
    ])
  func titles(title: String, typed: String, expected: String) {
    #expect(Highlighting.highlight(title, query(typed)).description == expected)
  }

  @Test(
    "Hits in markup are highlighted in its text only",
    arguments: [
      ("plain <b>bold</b>", "bold", "plain <b><mark>bold</mark></b>"),
      (
        "<a href=\"/bold\" title=\"bold &gt; bold\">x bold</a>", "bold",
        "<a href=\"/bold\" title=\"bold &gt; bold\">x <mark>bold</mark></a>"
      ),
      ("<b>b</b>", "b", "<b><mark>b</mark></b>"),
      ("Ho<b>me</b>r!", "homer", "<mark>Ho</mark><b><mark>me</mark></b><mark>r</mark>!"),
      ("Ho<br>mer", "homer", "Ho<br>mer"),
      ("<p>Ho</p><p>mer</p>", "homer", "<p>Ho</p><p>mer</p>"),
      (
        "<p>Ho</p><p>mer</p><p>a <i>bart</i></p>", "bart",
        "<p>Ho</p><p>mer</p><p>a <i><mark>bart</mark></i></p>"
      ),
      (
        "Itchy &amp; Scratchy", "y & s",
        "Itch<mark>y</mark> <mark>&amp;</mark> <mark>S</mark>cratch<mark>y</mark>"
      ),
      ("a&lt;b", "<", "a<mark>&lt;</mark>b"),
      ("amp &amp; amp", "amp", "<mark>amp</mark> &amp; <mark>amp</mark>"),
      ("lt &lt;", "lt", "<mark>lt</mark> &lt;"),
      ("no hit", "xyz", "no hit"),
    ])
  func markup(markup: String, typed: String, expected: String) {
    #expect(Highlighting.highlight(html(markup), query(typed)).description == expected)
  }

  @Test(
    "A row leaves out the subject of an English text",
    arguments: [
      ("Apu Nahasapeemapetilon", "Apu Nahasapeemapetilon is a recurring character.", "Recurring character."),
      ("Barney Gumble", "Barnard \"Barney\" Gumble is a fictional character.", "Character."),
      ("Dr. Nick", "Dr. Nicholas Riviera is an actor.", "Dr. Nicholas Riviera is an actor."),
      ("Itchy", "Cat and mouse. Itchy is the mouse.", "Cat and mouse. Itchy is the mouse."),
      ("Itchy", "Itchy", "Itchy"), ("", " is a ", " is a "), ("X", "X is a ", ""),
    ])
  func predicate(title: String, text: String, expected: String) {
    #expect(Wording.predicate(of: text, title: title) == expected)
  }
}
