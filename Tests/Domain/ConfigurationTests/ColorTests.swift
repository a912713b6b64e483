import Configuration
import Testing

@Suite("Colours")
struct ColorTests {
  @Test("A colour is # and six hexadecimal digits")
  func hex() {
    #expect(Color(hex: "#1B62b5") == Color(red: 0x1B, green: 0x62, blue: 0xB5))
    for text in ["", "#", "1b62b5", "#1b62b", "#1b62b55", "#1b62bg", "#+b62b5", "red", "#１b62b"] {
      #expect(Color(hex: text) == nil)
    }
    #expect(Color(hex: "#00000a")?.description == "#00000a")
  }

  @Test("Contrast is that of WCAG")
  func contrast() throws {
    #expect(Color.black.contrast(with: .white) == 21)
    #expect(Color.white.contrast(with: .white) == 1)
    let gray = try #require(Color(hex: "#767676"))
    #expect((4.54...4.55).contains(gray.contrast(with: .white)))
  }

  @Test("Text has enough contrast on any colour", arguments: Array(stride(from: 0, through: 255, by: 15)))
  func readableText(level: Int) {
    let color = Color(red: UInt8(level), green: UInt8(255 - level), blue: UInt8(level / 2))
    #expect(color.contrast(with: color.readableText) >= 4.5)
  }

  @Test(
    "A colour is changed until its contrast suffices, and kept if it does",
    arguments: ["#000080", "#8a1f11", "#ffffff"])
  func readable(hex: String) throws {
    let color = try #require(Color(hex: hex))
    let readable = color.readable(on: Looks.darkBackground)
    #expect(readable.contrast(with: Looks.darkBackground) >= 4.5)
    if color.contrast(with: Looks.darkBackground) >= 4.5 { #expect(readable == color) }
  }

  @Test("A ratio is two whole numbers, from 1:3 to 3:1")
  func aspect() {
    #expect(Aspect("3:4")?.description == "3:4")
    for text in ["", "3", "3:", ":4", "3:4:5", "0:1", "4:1", "1:4", "-3:4", "3.5:4", "a:b", "101:101"] {
      #expect(Aspect(text) == nil)
    }
  }
}
