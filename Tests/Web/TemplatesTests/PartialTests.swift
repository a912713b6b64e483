import Templates
import Testing

@Suite("Partials")
struct PartialTests {
  @Test(
    "A partial replaces its tag and sees the same names",
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
    "A standalone partial removes its line",
    arguments: [
      ("a\n{{>part}}\nb\n", "1\n2\n", "a\n1\n2\nb\n"),
      ("{{>part}}\nb", "1\n2", "1\n2b"),
      ("a\r\n{{>part}} \r\nb", "1\r\n2\r\n", "a\r\n1\r\n2\r\nb"),
      ("{{>part}}\n", "{{#people}}\n{{name}}\n{{/people}}\n.", "Bo\nCy\n."),
    ])
  func standalone(template: String, part: String, expected: String) throws {
    #expect(try render(template, with: ["part": part]) == expected)
  }

  @Test("An inline partial keeps its line")
  func inline() throws {
    #expect(try render("{{street}} {{>part}}\n", with: ["part": "1\n2"]) == "none 1\n2\n")
    #expect(try render("| {{>part}} |", with: ["part": "\t|\t"]) == "| \t|\t |")
  }

  @Test("Indentation of text, values and inline sections is kept")
  func indented() throws {
    #expect(
      try render("{{#open}}\n  <p>\n    {{name}}\n{{/open}}", town: Town(name: "x")) == "  <p>\n    x\n")
    #expect(try render("  {{#open}}a{{/open}} b\n") == "  a b\n")
    let drawing = "<svg>\n  <path/>\n</svg>\n"
    #expect(try render("{{>part}}\n", with: ["part": drawing]) == drawing)
    #expect(try render("<{{name}}>\n", town: Town(name: "1\n  2")) == "<1\n  2>\n")
  }
}
