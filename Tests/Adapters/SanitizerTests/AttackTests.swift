import Sanitizer
import Testing
import Text

@Suite("Attacks")
struct AttackTests {
  @Test("Mutation: markup that changes when it is parsed again", arguments: Attack.markupMutation)
  func markupMutation(attack: Attack) { check(attack) }

  @Test("Raw text elements", arguments: Attack.rawText)
  func rawText(attack: Attack) { check(attack) }

  @Test("SVG and MathML", arguments: Attack.foreignContent)
  func foreignContent(attack: Attack) { check(attack) }

  @Test("Namespaces and prefixed names", arguments: Attack.namespaces)
  func namespaces(attack: Attack) { check(attack) }

  @Test("Attribute delimiters", arguments: Attack.attributeDelimiters)
  func attributeDelimiters(attack: Attack) { check(attack) }

  @Test("URL schemes", arguments: Attack.schemes)
  func schemes(attack: Attack) { check(attack) }

  @Test("Character references", arguments: Attack.references)
  func references(attack: Attack) { check(attack) }

  @Test("Comments and declarations", arguments: Attack.comments)
  func comments(attack: Attack) { check(attack) }

  @Test("Control characters and look-alikes", arguments: Attack.controls)
  func controls(attack: Attack) { check(attack) }

  @Test("Invalid nesting", arguments: Attack.nesting)
  func nesting(attack: Attack) { check(attack) }

  @Test("DOM clobbering, forms and active elements", arguments: Attack.clobbering)
  func clobbering(attack: Attack) { check(attack) }

  @Test("Styles", arguments: Attack.css)
  func css(attack: Attack) { check(attack) }

  private func check(_ attack: Attack, sourceLocation: SourceLocation = #_sourceLocation) {
    let html = Sanitizer().sanitize(UntrustedHTML(attack.html)).html.description
    #expect(Array(html.unicodeScalars) == Array(attack.remains.unicodeScalars), "\(attack.name): \(html)")
    #expect(Properties.fault(of: Array(attack.html.utf8)) == nil)
  }
}
