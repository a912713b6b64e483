import Templates
import TestSupport
import Testing

@Suite("Errors at load")
struct LoadErrorTests {
  @Test(
    "A malformed tag is refused",
    arguments: [
      ("a {{name", "1:3: this tag has no closing }}"),
      ("a\n{{{map}} b", "2:1: this tag has no closing }}}"),
      ("{{", "1:1: this tag has no closing }}"),
      ("{{}}", "1:1: this tag has no name"),
      ("{{# }}", "1:1: this tag has no name"),
      ("{{{}}}", "1:1: this tag has no name"),
      ("é🇨🇭\té {{a b}}", "1:6: a name cannot hold spaces"),
      ("\r\n\r\n {{#a b}}", "3:2: a name cannot hold spaces"),
    ])
  func malformed(template: String, expected: String) {
    #expect(loadError(template) == "page.mustache:\(expected)")
  }

  @Test(
    "Comments, delimiters and other braces are refused", arguments: ["{{!why}}", "{{=<%}}", "{{&map}}"])
  func unsupported(template: String) {
    #expect(loadError("a\n\(template)")?.hasPrefix("page.mustache:2:1: there is no ") == true)
  }

  @Test(
    "Mismatched tags are refused",
    arguments: [
      ("\n {{#open}} a", "2:2: {{#open}} is never closed"),
      ("{{^open}}{{#closed}}{{/closed}}", "1:1: {{^open}} is never closed"),
      ("{{<base}}", "1:1: {{<base}} is never closed"),
      ("{{$a}}", "1:1: {{$a}} is never closed"),
      ("a {{/open}}", "1:3: {{/open}} closes nothing"),
      ("{{#open}}{{/open}}\n{{/open}}", "2:1: {{/open}} closes nothing"),
      ("\n{{#open}}\n{{/closed}}", "3:1: {{/closed}} cannot close {{#open}} of line 2"),
      ("{{#open}}{{#closed}}{{/open}}{{/closed}}", "1:21: {{/open}} cannot close {{#closed}} of line 1"),
    ])
  func unmatched(template: String, expected: String) {
    #expect(loadError(template, with: ["base": ""]) == "page.mustache:\(expected)")
  }

  @Test(
    "An unknown name is refused in any tag",
    arguments: [
      ("<p>\n{{nam}}", "2:1: there is no \"nam\" in Town"),
      ("{{{nam}}}", "1:1: there is no \"nam\" in Town"),
      ("{{#nam}}{{/nam}}", "1:1: there is no \"nam\" in Town"),
      ("{{^nam}}{{/nam}}", "1:1: there is no \"nam\" in Town"),
      ("{{#people}}{{#home}}{{nam}}{{/home}}{{/people}}", "1:21: there is no \"nam\" in Home, Person, Town"),
      ("{{#mayor}}{{/mayor}}{{pets}}", "1:21: there is no \"pets\" in Town"),
      ("{{#colors}}{{nam}}{{/colors}}", "1:12: there is no \"nam\" in Town"),
      ("{{mayor.nam}}", "1:1: there is no \"nam\" in Person, which \"mayor\" is"),
      ("{{mayor.home.nam}}", "1:1: there is no \"nam\" in Home, which \"mayor.home\" is"),
      ("{{people.name}}", "1:1: \"people\" is a list and has no parts"),
      ("{{name.first}}", "1:1: \"name\" is text and has no parts"),
      ("{{NAME}}", "1:1: there is no \"NAME\" in Town"),
    ])
  func unknownName(template: String, expected: String) {
    #expect(loadError(template) == "page.mustache:\(expected)")
  }

  @Test(
    "Markup needs three braces, and text two",
    arguments: [
      ("{{map}}", "\"map\" is SafeHTML: use {{{map}}}"),
      ("{{{name}}}", "\"name\" is text, not SafeHTML: use {{name}}"),
      ("{{{motto}}}", "\"motto\" is text, not SafeHTML: use {{motto}}"),
      ("{{{count}}}", "\"count\" is text, not SafeHTML: use {{count}}"),
      ("{{{mayor.name}}}", "\"mayor.name\" is text, not SafeHTML: use {{mayor.name}}"),
      ("{{mayor.badge}}", "\"mayor.badge\" is SafeHTML: use {{{mayor.badge}}}"),
    ])
  func escaping(template: String, expected: String) {
    #expect(loadError(template) == "page.mustache:1:1: \(expected)")
  }

  @Test(
    "Flags, lists and models are refused outside of sections",
    arguments: [
      ("{{open}}", "1:1: \"open\" is a flag: use it in a section"),
      ("{{{open}}}", "1:1: \"open\" is a flag: use it in a section"),
      ("{{mayor}}", "1:1: \"mayor\" is a model: use it in a section"),
      ("{{people}}", "1:1: \"people\" is a list: use it in a section"),
      ("{{colors}}", "1:1: \"colors\" is a list: use it in a section"),
      ("{{.}}", "1:1: \".\" is a model: name its values"),
      ("{{#open}}{{.}}{{/open}}", "1:10: \".\" is a flag: use it in a section"),
    ])
  func sectionsOnly(template: String, expected: String) {
    #expect(loadError(template) == "page.mustache:\(expected)")
  }

  @Test(
    "Unknown templates and blocks, and text among given blocks, are refused",
    arguments: [
      ("a\nb {{>missing}}", "page.mustache:2:3: there is no template \"missing\""),
      ("{{<missing}}{{/missing}}", "page.mustache:1:1: there is no template \"missing\""),
      ("{{<base}}\n{{$c}}{{/c}}{{/base}}", "page.mustache:2:1: base.mustache has no block {{$c}}"),
      (
        "{{<base}} {{name}}{{/base}}",
        "page.mustache:1:11: {{name}} has no effect in {{<base}}, which takes blocks only"
      ),
      (
        "{{<base}}{{#open}}{{/open}}{{/base}}",
        "page.mustache:1:10: {{#open}} has no effect in {{<base}}, which takes blocks only"
      ),
      (
        "{{<base}}{{>base}}{{/base}}",
        "page.mustache:1:10: {{>base}} has no effect in {{<base}}, which takes blocks only"
      ),
    ])
  func unfit(template: String, expected: String) {
    #expect(loadError(template, with: ["base": "{{$a}}{{/a}}"]) == expected)
  }

  @Test("A recursive template is refused, directly or through others")
  func recursion() {
    let reason = "includes itself, which templates resolved at load cannot"
    #expect(loadError("\n{{>page}}") == "page.mustache:2:1: {{>page}} \(reason)")
    #expect(
      loadError("{{>a}}", with: ["a": "{{<b}}{{/b}}", "b": "|{{>a}}"]) == "b.mustache:1:2: {{>a}} \(reason)")
  }

  @Test("An error in a partial names the including template")
  func included() {
    let others = ["outer": "a\n|{{>inner}}", "inner": "{{name}}\n{{nam}}"]
    #expect(
      loadError("{{>outer}}", with: others)
        == "inner.mustache:2:1: there is no \"nam\" in Town (included at outer.mustache:2:2)")
  }

  @Test("An error in a given block has its position in the giving template")
  func givenBlock() {
    let error = loadError(
      "{{<base}}\n{{$a}}{{pets}}{{/a}}{{/base}}", with: ["base": "\n\n{{$a}}{{/a}}"])
    #expect(error == "page.mustache:2:7: there is no \"pets\" in Town")
  }

  @Test("Unused templates are checked too")
  func unused() {
    #expect(loadError("", with: ["other": "{{#a}}"]) == "other.mustache:1:1: {{#a}} is never closed")
    #expect(
      loadError("", with: ["other": "{{>gone}}"]) == "other.mustache:1:1: there is no template \"gone\"")
  }

  @Test("A missing template is an error")
  func missing() throws {
    let library = try TemplateLibrary(sources: [:])
    let error = thrown(TemplateError.self) { try library.template("list", for: Town.self) }
    #expect(error?.description == "list.mustache:1:1: there is no template of this name")
  }
}
