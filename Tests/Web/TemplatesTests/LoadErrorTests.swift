import Templates
import Testing

@Suite("Errors at load")
struct LoadErrorTests {
  @Test(
    "A fault is told with its place, and with a remedy where there is one",
    arguments: [
      ("a {{name", "1:3: this tag has no closing }}"), ("a\n{{{map}} b", "2:1: this tag has no closing }}}"),
      ("{{}}", "1:1: this tag has no name"), ("é🇨🇭\té {{a b}}", "1:6: a name cannot hold spaces"),
      ("\n {{#open}} a", "2:2: {{#open}} is never closed"), ("a {{/open}}", "1:3: {{/open}} closes nothing"),
      ("\n{{#open}}\n{{/closed}}", "3:1: {{/closed}} cannot close {{#open}} of line 2"),
      ("{{#people}}{{#home}}{{nam}}{{/home}}{{/people}}", "1:21: there is no \"nam\" in Home, Person, Town"),
      ("{{mayor.home.nam}}", "1:1: there is no \"nam\" in Home, which \"mayor.home\" is"),
      ("{{people.name}}", "1:1: \"people\" is a list and has no parts"),
      ("{{map}}", "1:1: \"map\" is SafeHTML: use {{{map}}}"),
      ("{{{mayor.name}}}", "1:1: \"mayor.name\" is text, not SafeHTML: use {{mayor.name}}"),
      ("{{open}}", "1:1: \"open\" is a flag: use it in a section"),
      ("a\nb {{>missing}}", "2:3: there is no template \"missing\""),
      ("{{<base}}\n{{$c}}{{/c}}{{/base}}", "2:1: base.mustache has no block {{$c}}"),
      ("{{<base}} {{name}}{{/base}}", "1:11: {{name}} has no effect in {{<base}}, which takes blocks only"),
      ("\n{{>page}}", "2:1: {{>page}} includes itself, which templates resolved at load cannot"),
    ])
  func refused(template: String, expected: String) {
    #expect(loadError(template, with: ["base": "{{$a}}{{/a}}"]) == "page.mustache:\(expected)")
  }

  @Test(
    "An error in another template names it, and the one that includes it; unused templates are checked too")
  func others() {
    let others = ["outer": "a\n|{{>inner}}", "inner": "{{name}}\n{{nam}}"]
    #expect(
      loadError("{{>outer}}", with: others)
        == "inner.mustache:2:1: there is no \"nam\" in Town (included at outer.mustache:2:2)")
    #expect(loadError("", with: ["other": "{{#a}}"]) == "other.mustache:1:1: {{#a}} is never closed")
  }
}
