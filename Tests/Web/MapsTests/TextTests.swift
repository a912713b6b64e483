import Testing

@testable import Maps

@Suite("Map text")
struct TextTests {
  @Test(
    "A name becomes one line of visible characters",
    arguments: [
      ("  Denver\n\tUS ", "Denver US"),
      ("a\u{0}b\u{1B}[c\u{85}d", "a b [c d"),
      ("\u{FFFE}x\u{FFFF}y\u{10FFFF}", "xy"),
      ("abc\u{202E}fed\u{2067}", "abcfed"),
      ("می\u{200C}خواهم", "می\u{200C}خواهم"),
      ("e" + String(repeating: "\u{301}", count: 90), "e\u{301}\u{301}\u{301}\u{301}"),
      ("", ""),
    ])
  func cleans(text: String, line: String) {
    #expect(Array(MapText(text).string.unicodeScalars) == Array(line.unicodeScalars))
  }

  @Test("A name is cut to 200 scalars")
  func bounds() {
    let text = MapText(String(repeating: "Ab ", count: 100_000)).string
    #expect(text.unicodeScalars.count <= 202)
    #expect(text.hasSuffix("…"))
  }

  @Test("A name that is too long is shortened with an ellipsis", arguments: [4.0, 10, 17.3])
  func shortens(width: Double) {
    for name in ["Edinburgh of the Seven Seas", "東京都特別区大田区羽田空港", "Жмеринка-Товарная-Южная, UA"] {
      let short = MapText(name).shortened(to: width, bold: true)
      #expect(short.width(bold: true) <= width)
      if short.string != name {
        #expect(short.string.hasSuffix("…"))
        #expect(name.hasPrefix(short.string.dropLast()))
      }
    }
    #expect(MapText("Bonn, DE").shortened(to: 9, bold: true) == MapText("Bonn, DE"))
  }

  @Test("Combining marks have no width, and wide letters are wider than narrow ones")
  func measures() {
    #expect(MapText("e\u{301}\u{302}").width(bold: false) == MapText("e").width(bold: false))
    #expect(MapText("東").width(bold: false) >= 1)
    #expect(MapText("W").width(bold: true) > MapText("W").width(bold: false))
    #expect(MapText("iii").width(bold: false) < MapText("mmm").width(bold: false))
  }
}
