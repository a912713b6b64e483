import Templates
import Testing

@Suite("Parents and blocks")
struct InheritanceTests {
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
