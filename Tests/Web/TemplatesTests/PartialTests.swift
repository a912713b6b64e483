import Templates
import Testing

@Suite("Partials")
struct PartialTests {
  @Test(
    "A partial is put in place of its tag and sees the names that the tag sees",
    arguments: [
      ("[{{>part}}]", "text", "[text]"),
      ("[{{> part }}]", "{{street}}", "[none]"),
      ("{{#people}}{{>part}}{{/people}}", "{{name}}.", "Bo.Cy."),
      ("{{#mayor}}{{>part}}{{/mayor}}{{>part}}", "{{street}}{{name}} ", "noneAnn noneUp &amp; &lt;Down&gt; "),
      ("{{#colors}}{{>part}}{{/colors}}", "{{.}}", "red&lt;green&gt;"),
      ("{{>part}}", "", ""),
    ])
  func included(template: String, part: String, expected: String) throws {
    #expect(try render(template, with: ["part": part]) == expected)
  }

  @Test(
    "The blanks before a standalone partial are put before each of its lines",
    arguments: [
      ("a\n  {{>part}}\nb\n", "1\n2\n", "a\n  1\n  2\nb\n"),
      ("  {{>part}}\nb", "1\n2", "  1\n  2b"),
      ("a\n\t{{>part}}", "1\n  2\n", "a\n\t1\n\t  2\n"),
      ("a\r\n {{>part}}\r\nb", "1\r\n2\r\n", "a\r\n 1\r\n 2\r\nb"),
      ("  {{>part}}\n", "{{street}}\n{{{map}}}\n", "  none\n  a &lt; b\n"),
      ("  {{>part}}\n", "{{#people}}\n{{name}}\n{{/people}}\n.", "  Bo\n  Cy\n  ."),
      ("  {{>part}}\n", "{{#people}}{{name}},{{/people}}\n.", "  Bo,Cy,\n  ."),
      ("  {{>part}}\n", "{{! c }}x\n{{! c }}\ny\n", "  x\n  y\n"),
    ])
  func indented(template: String, part: String, expected: String) throws {
    #expect(try render(template, with: ["part": part]) == expected)
  }

  @Test("A partial among other things on its line is not indented")
  func inline() throws {
    #expect(try render("  {{street}} {{>part}}\n", with: ["part": "1\n2"]) == "  none 1\n2\n")
    #expect(try render("| {{>part}} |", with: ["part": "\t|\t"]) == "| \t|\t |")
  }

  @Test("The lines of a value are not indented")
  func values() throws {
    let page = try render("  {{>part}}\n", with: ["part": "<{{name}}>\n"], town: Town(name: "1\n2"))
    #expect(page == "  <1\n2>\n")
  }

  @Test("Indentation adds up through partials in partials")
  func nested() throws {
    let others = ["outer": "(\n  {{>inner}}\n)\n", "inner": "1\n2\n"]
    #expect(try render(" {{>outer}}\n", with: others) == " (\n   1\n   2\n )\n")
  }
}
