import Testing
import TextPacking

@Suite("Packed texts")
struct PackedTextTests {
  @Test("Each text is found at its position, also after the table has grown")
  func found() {
    var texts = PackedTexts()
    var index = PackedTextIndex(capacity: 1)
    for number in 0..<1_000 {
      texts.append("text \(number)")
      index.insert(number, in: texts)
    }
    for number in 0..<1_000 { #expect(index.position(of: "text \(number)", in: texts) == number) }
    #expect(index.position(of: "text 1000", in: texts) == nil)
    #expect(index.position(of: "", in: texts) == nil)
    #expect(texts[42] == "text 42")
  }

  @Test("Of equal texts the first is found")
  func equal() {
    var texts = PackedTexts()
    var index = PackedTextIndex(capacity: 2)
    for position in 0..<2 {
      texts.append("")
      index.insert(position, in: texts)
    }
    #expect(index.position(of: "", in: texts) == 0)
  }
}
