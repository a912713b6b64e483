import Templates
import Testing
import Text

@Suite("Interpolation")
struct InterpolationTests {
  @Test(
    "A tag is replaced by its value",
    arguments: [
      ("", ""),
      ("no tag, {one} brace", "no tag, {one} brace"),
      ("{{street}}", "none"),
      ("[{{street}}{{street}}]", "[nonenone]"),
      ("{{ street }}|{{\tstreet\n}}", "none|none"),
      ("{{motto}}", "Onwards"),
      ("[{{nickname}}{{nothing}}]", "[]"),
      ("{{count}} {{zero}} {{debt}}", "42 0 -17"),
      ("{{{map}}}|{{{ map }}}", "a &lt; b|a &lt; b"),
      ("[{{{anthem}}}]", "[]"),
      ("ü{{street}}ß", "ünoneß"),
    ])
  func replaces(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test("Text is escaped in content and in attributes")
  func escapes() throws {
    #expect(try render("<i title=\"{{name}}\">") == "<i title=\"Up &amp; &lt;Down&gt;\">")
  }

  @Test(
    "A dotted name is a value of a nested model",
    arguments: [
      ("{{mayor.name}}", "Ann"),
      ("{{mayor.home.street}}", "High Street"),
      ("{{{mayor.badge}}}", "Ann"),
      ("[{{bishop.name}}{{bishop.home.street}}]", "[]"),
      ("{{#mayor}}{{home.street}}{{/mayor}}", "High Street"),
    ])
  func dotted(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test("The later parts of a dotted name are not looked up in outer models")
  func dottedStaysInside() {
    #expect(
      loadError("{{mayor.count}}")
        == "page.mustache:1:1: there is no \"count\" in Person, which \"mayor\" is")
  }

  @Test(
    "A value is never parsed as a template or markup",
    arguments: [
      ("{{", "{{"), ("}}", "}}"), ("{{name}}", "{{name}}"), ("{{{map}}}", "{{{map}}}"),
      ("{{=<% %>=}}", "{{=&lt;% %&gt;=}}"), ("nul\0", "nul\u{FFFD}"), ("\n  x", "\n  x"),
      ("</script><script>", "&lt;/script&gt;&lt;script&gt;"), ("' onload='", "&#39; onload=&#39;"),
    ])
  func hostile(value: String, expected: String) throws {
    #expect(try render("<{{name}}>", town: Town(name: value)) == "<\(expected)>")
  }

  @Test("A long value is rendered completely")
  func long() throws {
    let value = String(repeating: "0123456789<", count: 100_000)
    let expected = value.split(separator: "<").map { "\($0)&lt;" }.joined()
    #expect(try render("{{name}}", town: Town(name: value)) == expected)
  }

  @Test("The largest and smallest integers are rendered", arguments: [Int.max, Int.min, 0, -1, 10])
  func numbers(number: Int) throws {
    #expect(try render("{{count}}", town: Town(count: number)) == "\(number)")
  }
}
