import Testing
import Text

@Suite("Marks of letters")
struct MarksTests {
  @Test("A letter keeps thirty marks, and a text with fewer stays as it is")
  func few() {
    let marks = String(repeating: "\u{301}\u{323}", count: 40_000)
    #expect("a\(marks)b".withFewMarks.unicodeScalars.count == 32)
    #expect("\(String(repeating: "x", count: 500))a\(marks)".withFewMarks.unicodeScalars.count == 531)
    let name = String(repeating: "Ve\u{302}\u{301}ra, עִבְרִית ", count: 40)
    #expect(name.withFewMarks.unicodeScalars.elementsEqual(name.unicodeScalars))
  }
}
