import Templates
import TestSupport
import Testing

@Suite("Constants")
struct ConstantTests {
  private static let constants: [String: Constant] = [
    "words.hello": Constant("Hello & <welcome>"), "words.none": Constant(""),
    "words.meet": Constant([.text("Meet "), .value("name"), .text(" at "), .value("street")]),
    "words.map": Constant([.value("map")]), "name": Constant("mine"),
  ]

  private func render(_ template: String) throws -> String {
    let library = try TemplateLibrary(sources: ["page": template])
    return "\(try library.template("page", for: Town.self, constants: Self.constants).render(Town()))"
  }

  @Test(
    "A constant is inserted escaped, with the values of its context",
    arguments: [
      ("[{{words.hello}}]", "[Hello &amp; &lt;welcome&gt;]"), ("[{{words.none}}]", "[]"),
      ("{{words.meet}}", "Meet Up &amp; &lt;Down&gt; at none"),
      ("{{#mayor}}{{#home}}{{words.meet}};{{/home}}{{/mayor}}", "Meet Ann at High Street;"),
      ("{{words.map}}", "a &lt; b"), ("{{name}}", "mine"),
      ("{{#words.hello}}yes{{/words.hello}}{{^words.hello}}no{{/words.hello}}", "yes"),
      ("{{#words.none}}yes{{/words.none}}{{^words.none}}no {{street}}{{/words.none}}", "no none"),
    ])
  func inserted(template: String, expected: String) throws {
    #expect(try render(template) == expected)
  }

  @Test("An unknown constant, or one with an unknown value, is an error with its position")
  func errors() throws {
    #expect(throws: TemplateError.self) { try render("{{words.other}}") }
    let library = try TemplateLibrary(sources: ["page": "a\n{{words.bad}}"])
    let error = thrown(TemplateError.self) {
      try library.template("page", for: Town.self, constants: ["words.bad": Constant([.value("missing")])])
    }
    #expect(error?.line == 2)
    #expect(error?.message.contains("missing") == true)
  }
}
