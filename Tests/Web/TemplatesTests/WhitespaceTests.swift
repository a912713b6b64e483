import Templates
import Testing

@Suite("Standalone lines")
struct WhitespaceTests {
  @Test(
    "A standalone section tag removes its line",
    arguments: [
      ("a\n{{#open}}\nb\n{{/open}}\nc\n", "a\nb\nc\n"),
      ("a\n{{#open}}\t\nb\n{{/open}}  \nc\n", "a\nb\nc\n"),
      ("a\r\n{{#open}}\r\nb\r\n{{/open}}\r\nc", "a\r\nb\r\nc"),
      ("{{^closed}}\na\n{{/closed}}", "a\n"),
      ("{{#open}}\n{{/open}}\n", ""),
      ("{{#people}}\n- {{name}}\n{{/people}}\n", "- Bo\n- Cy\n"),
      ("a\n{{#closed}}\nb\n{{/closed}}\nc", "a\nc"),
    ])
  func standalone(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(
    "A line with other text is kept",
    arguments: [
      ("{{#open}}a{{/open}} \n", "a \n"),
      ("| {{#open}}\t|\t{{/open}} |\n", "| \t|\t |\n"),
      ("{{#open}}{{^closed}}\na{{/closed}}{{/open}}\n", "\na\n"),
      ("{{street}}\n{{{map}}}\n", "none\na &lt; b\n"),
      ("{{#open}}\ra{{/open}}", "\ra"),
    ])
  func inline(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }
}
