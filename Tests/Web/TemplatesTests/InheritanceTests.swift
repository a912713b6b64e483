import Templates
import Testing

@Suite("Parents and blocks")
struct InheritanceTests {
  @Test(
    "An unfilled block shows its default",
    arguments: [
      ("{{$a}}x{{/a}}", "x"),
      ("{{$a}}{{street}} {{{map}}}{{#open}}!{{/open}}{{^open}}?{{/open}}{{/a}}", "none a &lt; b!"),
      ("{{$ a }}x{{/ a }}", "x"),
      ("{{$a}}x{{$b}}y{{/b}}{{/a}}", "xy"),
      ("{{$street}}{{/street}}", ""),
    ])
  func defaults(template: String, expected: String) throws {
    #expect(try render(template) == expected)
    #expect(try render("{{>part}}|{{<part}}{{/part}}", with: ["part": template]) == "\(expected)|\(expected)")
  }

  @Test(
    "A parent's blocks are filled with the given blocks",
    arguments: [
      ("({{<base}}{{$a}}1{{/a}}{{/base}})", "(<1-b>)"),
      ("{{<base}}{{$b}}2{{/b}}{{/base}}", "<a-2>"),
      ("{{<base}}{{$b}}2{{/b}}{{$a}}1{{/a}}{{/base}}", "<1-2>"),
      ("{{<base}} text\n{{$a}}1{{/a}} more {{/base}}", "<1-b>"),
      ("{{<base}} text {{/base}}", "<a-b>"),
      ("{{<base}}{{$a}}{{/a}}{{/base}}", "<-b>"),
      ("{{<base}}{{$a}}1{{/a}}{{/base}} {{<base}}{{$a}}2{{/a}}{{/base}}", "<1-b> <2-b>"),
      ("{{<base}}{{$a}}{{street}}{{#people}}{{name}}{{/people}}{{/a}}{{/base}}", "<noneBoCy-b>"),
      ("{{<base}}{{$a}}{{<base}}{{$a}}in{{/a}}{{/base}}{{/a}}{{/base}}", "<<in-b>-b>"),
      ("{{<base}}{{$a}}({{$a}}x{{/a}}){{/a}}{{/base}}", "<(x)-b>"),
    ])
  func filled(template: String, expected: String) throws {
    #expect(try render(template, with: ["base": "<{{$a}}a{{/a}}-{{$b}}b{{/b}}>"]) == expected)
  }

  @Test("A given block sees the names at the parent's block")
  func names() throws {
    let others = ["base": "{{#mayor}}{{$a}}{{/a}}{{/mayor}}{{#colors}}{{$b}}{{/b}}{{/colors}}"]
    let page = try render("{{<base}}{{$a}}{{name}} {{/a}}{{$b}}{{.}},{{/b}}{{/base}}", with: others)
    #expect(page == "Ann red,&lt;green&gt;,,")
  }

  @Test("A repeated block is filled each time")
  func twice() throws {
    let others = ["base": "<title>{{$t}}{{/t}}</title><h1>{{$t}}{{/t}}</h1>"]
    #expect(try render("{{<base}}{{$t}}x{{/t}}{{/base}}", with: others) == "<title>x</title><h1>x</h1>")
  }

  @Test("Through several parents, the outermost template fills the block")
  func levels() throws {
    let others = [
      "child": "{{<middle}}{{$a}}child{{/a}}{{/middle}}", "middle": "{{<base}}{{$a}}middle{{/a}}{{/base}}",
      "base": "[{{$a}}base{{/a}}]",
    ]
    #expect(try render("{{<child}}{{$a}}page{{/a}}{{/child}}", with: others) == "[page]")
    #expect(try render("{{<child}}{{/child}}", with: others) == "[child]")
    #expect(try render("{{>middle}}", with: others) == "[middle]")
  }

  @Test("Blocks given to a parent also fill the blocks of its partials")
  func throughPartials() throws {
    let others = ["base": "{{>head}}!", "head": "<{{$a}}a{{/a}}>"]
    #expect(try render("{{<base}}{{$a}}1{{/a}}{{/base}}{{>head}}", with: others) == "<1>!<a>")
  }

  @Test("A block inside a replaced default is omitted")
  func insideReplacedDefault() throws {
    let others = ["base": "{{$outer}}({{$inner}}{{/inner}}){{/outer}}"]
    #expect(try render("{{<base}}{{$inner}}x{{/inner}}{{/base}}", with: others) == "(x)")
    let both = "{{<base}}{{$inner}}x{{/inner}}{{$outer}}y{{/outer}}{{/base}}"
    #expect(try render(both, with: others) == "y")
  }

  @Test(
    "A standalone parent removes its line",
    arguments: [
      ("a\n{{<base}}{{/base}}\nb\n", "a\n1\n2\nb\n"),
      ("a\n{{<base}}\n{{/base}}\nb\n", "a\n1\n2\nb\n"),
      ("a {{<base}}\n{{/base}}\nb\n", "a 1\n2\n\nb\n"),
      ("{{<base}}{{/base}} b\n", "1\n2\n b\n"),
    ])
  func standaloneParent(template: String, expected: String) throws {
    #expect(try render(template, with: ["base": "1\n2\n"]) == expected)
  }

  @Test(
    "A block given on its own lines keeps the lines of the parent's block",
    arguments: [
      ("{{$a}}{{/a}}\n", "<\n1\n2\n>\n"),
      ("{{$a}} {{/a}}\n", "<\n1\n2\n>\n"),
      ("{{$a}}\ndefault\n{{/a}}\n", "<\n1\n2\n>\n"),
      ("{{$a}}\n{{/a}}\n", "<\n1\n2\n>\n"),
      ("{{$a}}default{{/a}}\n", "<\n1\n2\n\n>\n"),
      ("<p>{{$a}}default{{/a}}</p>\n", "<\n<p>1\n2\n</p>\n>\n"),
    ])
  func lines(place: String, expected: String) throws {
    let others = ["base": "<\n\(place)>\n"]
    #expect(try render("{{<base}}\n{{$a}}\n1\n2\n{{/a}}\n{{/base}}\n", with: others) == expected)
    #expect(try render("{{<base}}{{$a}}\n1\n2\n{{/a}}{{/base}}\n", with: others) == expected)
  }

  @Test(
    "A block given inline gets the line of a standalone block",
    arguments: [
      ("{{$a}}{{/a}}\n", "<\nx\n>\n"),
      ("{{$a}}\ndefault\n{{/a}}\n", "<\nx\n>\n"),
      ("{{$a}}default{{/a}}\n", "<\nx\n>\n"),
      ("<p>{{$a}}{{/a}}</p>\n", "<\n<p>x</p>\n>\n"),
      ("{{$a}}{{/a}}{{$b}}{{/b}}\n", "<\nx\n>\n"),
    ])
  func inlineContent(place: String, expected: String) throws {
    #expect(try render("{{<base}}{{$a}}x{{/a}}{{/base}}", with: ["base": "<\n\(place)>\n"]) == expected)
  }

  @Test("Given lines without a last line end get one in a standalone block only")
  func unendedContent() throws {
    let page = "{{<base}}{{$a}}\n1\n2{{/a}}\n{{/base}}\n"
    #expect(try render(page, with: ["base": "<\n{{$a}}{{/a}}\n>\n"]) == "<\n1\n2\n>\n")
    #expect(try render(page, with: ["base": "<\r\n{{$a}}{{/a}}\r\n>"]) == "<\r\n1\n2\r\n>")
    #expect(try render(page, with: ["base": "<{{$a}}default{{/a}}>\n"]) == "<1\n2>\n")
    #expect(try render(page, with: ["base": "{{$a}}{{/a}}"]) == "1\n2")
  }

  @Test("A given block keeps its line ends and empty lines")
  func givenLines() throws {
    let page = "{{<base}}{{$a}}\n1\n\n2\n{{/a}}{{/base}}"
    #expect(try render(page, with: ["base": "{{$a}}default{{/a}}"]) == "1\n\n2\n")
  }

  @Test("An empty standalone block leaves no line")
  func empty() throws {
    #expect(try render("<\n{{$a}}{{/a}}\n>\n") == "<\n>\n")
    #expect(try render("<\n{{$a}} {{/a}}\n>\n") == "<\n>\n")
    let page = "{{<base}}{{$a}}{{/a}}{{/base}}"
    #expect(try render(page, with: ["base": "<\n{{$a}}\ndefault\n{{/a}}\n>\n"]) == "<\n>\n")
  }

  @Test("Partials and sections in a given block keep their lines")
  func richContent() throws {
    let others = [
      "layout": "<main>\n{{$content}}\n{{/content}}\n</main>\n", "row": "<li>\n{{name}}\n</li>\n",
    ]
    let page = """
      {{<layout}}
      {{$content}}
      <ul>
      {{#people}}
      {{>row}}
      {{/people}}
      </ul>
      {{/content}}
      {{/layout}}

      """
    let rows = ["Bo", "Cy"].map { "<li>\n\($0)\n</li>\n" }.joined()
    #expect(try render(page, with: others) == "<main>\n<ul>\n\(rows)</ul>\n</main>\n")
  }
}
