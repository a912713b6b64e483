import Testing

@testable import Maps

@Suite("Map text")
struct TextTests {
  @Test("A name that is too long is shortened with an ellipsis", arguments: [4.0, 10, 17.3])
  func shortens(width: Double) {
    for name in ["Edinburgh of the Seven Seas", "東京都特別区大田区羽田空港", "Жмеринка-Товарная-Южная, UA"] {
      let short = LabelText.shortened(name, to: width)
      #expect(LabelText.width(of: short) <= width)
      if short != name {
        #expect(short.hasSuffix("…"))
        #expect(name.hasPrefix(short.dropLast()))
      }
    }
    #expect(LabelText.shortened("Bonn, DE", to: 9) == "Bonn, DE")
    let marks = LabelText.shortened("e" + String(repeating: "\u{301}", count: 100_000), to: 90)
    #expect(marks.unicodeScalars.count <= 201)
  }

  @Test("Wide letters are wider than narrow ones")
  func measures() {
    #expect(LabelText.width(of: "東") >= 1)
    #expect(LabelText.width(of: "iii") < LabelText.width(of: "mmm"))
  }
}
