import Testing

@testable import Maps

@Suite("Names on a map")
struct TextTests {
  @Test(
    "A name becomes one visible line",
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

  @Test("A name of any length is bounded")
  func bounds() {
    let text = MapText(String(repeating: "Ab ", count: 100_000)).string
    #expect(text.unicodeScalars.count <= 202)
    #expect(text.hasSuffix("…"))
  }

  @Test("What is too long ends in an ellipsis and fits", arguments: [4.0, 10, 17.3])
  func shortens(width: Double) {
    for name in ["Edinburgh of the Seven Seas", "東京都特別区大田区羽田空港", "Жмеринка-Товарная-Южная, UA"] {
      let short = MapText(name).shortened(to: width, bold: true)
      #expect(TextWidth.of(short.string, bold: true) <= width)
      if short.string != name {
        #expect(short.string.hasSuffix("…"))
        #expect(name.hasPrefix(short.string.dropLast()))
      }
    }
    #expect(MapText("Bonn, DE").shortened(to: 9, bold: true) == MapText("Bonn, DE"))
  }

  @Test("Marks take no room, and wide letters take theirs")
  func measures() {
    #expect(TextWidth.of("e\u{301}\u{302}", bold: false) == TextWidth.of("e", bold: false))
    #expect(TextWidth.of("東", bold: false) >= 1)
    #expect(TextWidth.of("W", bold: true) > TextWidth.of("W", bold: false))
    #expect(TextWidth.of("iii", bold: false) < TextWidth.of("mmm", bold: false))
  }
}
