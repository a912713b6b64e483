import Sanitizer
import Testing
import Text

@Suite("Attacks")
struct AttackTests {
  @Test("Markup that changes when it is read again", arguments: Attack.markupMutation)
  func markupMutation(attack: Attack) { check(attack) }

  @Test("Elements whose content is no markup", arguments: Attack.rawText)
  func rawText(attack: Attack) { check(attack) }

  @Test("SVG and MathML", arguments: Attack.foreignContent)
  func foreignContent(attack: Attack) { check(attack) }

  @Test("Names with prefixes, and what XML knows", arguments: Attack.namespaces)
  func namespaces(attack: Attack) { check(attack) }

  @Test("Where attributes begin and end", arguments: Attack.attributeDelimiters)
  func attributeDelimiters(attack: Attack) { check(attack) }

  @Test("Addresses of links", arguments: Attack.schemes)
  func schemes(attack: Attack) { check(attack) }

  @Test("Character references", arguments: Attack.references)
  func references(attack: Attack) { check(attack) }

  @Test("Comments and what is like them", arguments: Attack.comments)
  func comments(attack: Attack) { check(attack) }

  @Test("Controls and look-alikes", arguments: Attack.controls)
  func controls(attack: Attack) { check(attack) }

  @Test("Elements in elements that cannot hold them", arguments: Attack.nesting)
  func nesting(attack: Attack) { check(attack) }

  @Test("Names, forms, and elements with powers", arguments: Attack.clobbering)
  func clobbering(attack: Attack) { check(attack) }

  @Test("Styles", arguments: Attack.css)
  func css(attack: Attack) { check(attack) }

  private func check(_ attack: Attack, sourceLocation: SourceLocation = #_sourceLocation) {
    let html = Sanitizer().sanitize(UntrustedHTML(attack.html)).html.description
    #expect(Array(html.unicodeScalars) == Array(attack.remains.unicodeScalars), "\(attack.name): \(html)")
    #expect(Properties.fault(of: Array(attack.html.utf8)) == nil)
  }
}
