import Templates
import Testing

@Suite("Comments, delimiters and standalone lines")
struct WhitespaceTests {
  @Test(
    "A comment leaves nothing behind",
    arguments: [
      ("a{{! b }}c", "ac"), ("a {{!}} c", "a  c"), ("a{{!b\n{c\n}}d", "ad"), ("{{!}}", ""),
      ("a\n  {{! b }}\nc", "a\nc"), ("a\r\n{{! b }}\r\nc", "a\r\nc"), ("  {{! a }}\nb", "b"),
      ("a\n  {{! b }}", "a\n"), ("a\n{{!\n  b\n}}\nc", "a\nc"), ("  a {{! b }}\n", "  a \n"),
      ("{{!name}}{{street}}", "none"),
    ])
  func comments(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(
    "Delimiters can be set, and set again",
    arguments: [
      ("{{=<% %>=}}<%street%> {{street}}", "none {{street}}"),
      ("{{= | | =}}|street||={{ }}=|{{street}}", "nonenone"),
      ("{{=[ ]=}}[#open][street][/open]", "none"),
      ("{{=<% %>=}}<%{map}%><%&map%>", "a &lt; ba &lt; b"),
      ("{{=<% %>=}}<%! a comment %>x", "x"),
      ("{{#open}}{{=| |=}}{{x}}|/open|", "{{x}}"),
      ("a {{=| |=}} b", "a  b"),
      ("a\n  {{=| |=}}\nb", "a\nb"),
      ("a\r\n{{= | | =}}\r\nb", "a\r\nb"),
      ("  {{=| |=}}", ""),
    ])
  func delimiters(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test("Delimiters of one template do not reach into another")
  func delimitersStay() throws {
    #expect(try render("{{=| |=}}|>part| |street|", with: ["part": "{{street}}|"]) == "none| none")
    #expect(try render("{{>part}}{{street}}", with: ["part": "{{=| |=}}|street|"]) == "nonenone")
  }

  @Test(
    "A section tag alone on its line takes the line away",
    arguments: [
      ("a\n{{#open}}\nb\n{{/open}}\nc\n", "a\nb\nc\n"),
      ("a\n  {{#open}}\t\nb\n\t{{/open}}  \nc\n", "a\nb\nc\n"),
      ("a\r\n{{#open}}\r\nb\r\n{{/open}}\r\nc", "a\r\nb\r\nc"),
      ("  {{^closed}}\na\n  {{/closed}}", "a\n"),
      ("{{#open}}\n{{/open}}\n", ""),
      ("{{#people}}\n- {{name}}\n{{/people}}\n", "- Bo\n- Cy\n"),
      ("a\n{{#closed}}\nb\n{{/closed}}\nc", "a\nc"),
    ])
  func standalone(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(
    "A line that holds anything else stays as it is",
    arguments: [
      (" {{#open}}a{{/open}} \n", " a \n"),
      ("| {{#open}}\t|\t{{/open}} |\n", "| \t|\t |\n"),
      ("{{#open}}{{^closed}}\na{{/closed}}{{/open}}\n", "\na\n"),
      (" {{#open}} {{! c }}\n {{/open}} .\n", "  \n  .\n"),
      ("  {{street}}\n", "  none\n"),
      ("  {{{map}}}\n  {{&map}}\n", "  a &lt; b\n  a &lt; b\n"),
      ("{{#open}}\ra{{/open}}", "\ra"),
    ])
  func inline(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }
}
