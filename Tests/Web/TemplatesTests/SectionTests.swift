import Templates
import Testing

@Suite("Sections")
struct SectionTests {
  @Test(
    "Any value is a condition of a section, and of an inverted one the opposite",
    arguments: [
      ("open", true), ("closed", false), ("name", true), ("nothing", false), ("motto", true),
      ("nickname", false), ("map", true), ("anthem", false), ("count", true), ("zero", false),
      ("mayor", true), ("bishop", false), ("ghosts", false), ("noColors", false),
      ("mayor.home", true), ("mayor.pets", false), ("bishop.home", false), ("bishop.home.street", false),
      ("mayor.name", true), ("bishop.badge", false),
    ])
  func conditions(name: String, isTrue: Bool) throws {
    let expected = isTrue ? "[yes][]" : "[][no]"
    #expect(try render("[{{#\(name)}}yes{{/\(name)}}][{{^\(name)}}no{{/\(name)}}]") == expected)
  }

  @Test(
    "The value of a section is its context",
    arguments: [
      ("{{#mayor}}{{name}} of {{count}}{{/mayor}}", "Ann of 42"),
      ("{{#mayor}}{{#home}}{{street}} {{name}}{{/home}}{{/mayor}}", "High Street Ann"),
      ("{{#mayor.home}}{{street}}{{/mayor.home}}", "High Street"),
      ("{{#motto}}{{.}}, {{motto}}{{/motto}}", "Onwards, Onwards"),
      ("{{#count}}{{.}}{{/count}}", "42"),
      ("{{#map}}{{{.}}}{{/map}}", "a &lt; b"),
      ("{{#mayor}}{{#name}}{{.}}{{/name}}{{/mayor}}", "Ann"),
      ("{{^bishop}}{{street}}{{/bishop}}", "none"),
    ])
  func context(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test(
    "A list is rendered element by element",
    arguments: [
      ("{{#people}}{{name}};{{/people}}", "Bo;Cy;"),
      ("{{#people}}{{name}}:{{#pets}} {{.}}{{/pets}}; {{/people}}", "Bo: Rex Tom; Cy:; "),
      ("{{#people}}{{#pets}}{{.}} of {{name}}, {{/pets}}{{/people}}", "Rex of Bo, Tom of Bo, "),
      ("{{#people}}{{#people}}{{name}}{{/people}}-{{/people}}", "BoCy-BoCy-"),
      ("{{#people}}{{name}}{{^home}} homeless{{/home}}.{{/people}}", "Bo homeless.Cy."),
      ("{{#people}}{{home.street}};{{/people}}", ";Lane;"),
      ("{{#people}}{{#home}}{{street}}{{/home}}{{#mayor}}{{name}}{{/mayor}}{{/people}}", "AnnLaneAnn"),
      ("{{#colors}}({{.}}){{/colors}}", "(red)(&lt;green&gt;)()"),
      ("{{#colors}}{{#.}}<{{.}}>{{/.}}{{^.}}none{{/.}}{{/colors}}", "<red><&lt;green&gt;>none"),
      ("{{^people}}empty{{/people}}{{^ghosts}}no ghost{{/ghosts}}", "no ghost"),
      (
        "{{#people}}{{#people}}{{#pets}}{{#colors}}{{.}}{{/colors}}{{/pets}}{{/people}}{{/people}}",
        String(repeating: "red&lt;green&gt;", count: 4)
      ),
    ])
  func lists(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test("The innermost value of a name is used, and the outer one after its section")
  func shadowing() throws {
    let template = "{{street}} {{#mayor}}{{#home}}{{street}}{{/home}} {{street}}{{/mayor}} {{street}}"
    #expect(try render(template) == "none High Street none none")
  }

  @Test("Sections of one name may be nested and repeated")
  func nested() throws {
    let template =
      "{{#open}}a{{#open}}b{{/open}}c{{/open}}{{#open}}d{{/open}}{{^open}}e{{^open}}f{{/open}}{{/open}}"
    #expect(try render(template) == "abcd")
    #expect(try render(template, town: Town(isOpen: false)) == "ef")
  }
}
