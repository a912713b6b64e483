import Search
import Testing

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

  @Test("The first of equal texts is found")
  func equal() {
    var texts = PackedTexts()
    var index = PackedTextIndex(capacity: 2)
    for position in 0..<2 {
      texts.append("")
      index.insert(position, in: texts)
    }
    #expect(index.position(of: "", in: texts) == 0)
  }

  @Test("A table of all texts at once finds them like one that grew")
  func atOnce() {
    var texts = PackedTexts()
    for number in 0..<1_000 { texts.append(String(repeating: "x", count: number % 20) + "\(number)") }
    let index = PackedTextIndex(of: texts)
    for number in 0..<1_000 { #expect(index.position(of: texts[number], in: texts) == number) }
    #expect(index.position(of: "x", in: texts) == nil)
  }

  @Test("Packed texts are restored from arrays; damaged arrays are refused")
  func arrays() throws {
    var texts = PackedTexts()
    for text in ["one", "", "three"] { texts.append(text) }
    var arrays = PackedArrays()
    texts.pack(into: &arrays)
    var packed = arrays
    let again = try PackedTexts(unpacking: &packed)
    try packed.finish()
    #expect((0..<again.count).map { again[$0] } == ["one", "", "three"])
    for ends in [[3, 2, 8], [3, 3, 9], [3, 3, 7]] as [[UInt32]] {
      var others = PackedArrays()
      others.append(.bytes(Array("onethree".utf8)))
      others.append(.halves(ends))
      #expect(throws: PackedArrays.Misfit.self) { try PackedTexts(unpacking: &others) }
    }
    var tooMany = arrays
    tooMany.append(.words([1]))
    _ = try PackedTexts(unpacking: &tooMany)
    #expect(throws: PackedArrays.Misfit.self) { try tooMany.finish() }
    var wrong = PackedArrays()
    wrong.append(.words([1]))
    #expect(throws: PackedArrays.Misfit.self) { try wrong.bytes() }
  }
}
