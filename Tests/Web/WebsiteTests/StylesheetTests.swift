import Configuration
import Foundation
import Testing

@testable import Website

@Suite("Colours of a show")
struct StylesheetTests {
  private static let backgrounds = [
    ["#ffffff", "#f4f4f2", "#ebebe8"], ["#131416", "#1c1e22", "#26282d"],
  ]

  @Test(
    "Links and text on the accent have a contrast of 4.5 on every background",
    arguments: ["#1b62b5", "#a3392b", "#7d1d2c", "#0f5c6e", "#32349c", "#6f6f6f", "#000000"])
  func contrast(accent: String) throws {
    let looks = Looks(
      accent: try #require(Color(hex: accent)), tile: .white, aspect: try #require(Aspect("1:1")),
      icon: "icons/web.svg")
    try #require(looks.accent.contrast(with: Looks.lightBackground) >= 4.5)
    let sheet = String(decoding: Stylesheet.tokens(looks), as: UTF8.self)
    let accents = try colors("--accent", in: sheet)
    let texts = try colors("--on-accent", in: sheet)
    for (scheme, backgrounds) in Self.backgrounds.enumerated() {
      for background in backgrounds {
        let ground = try #require(Color(hex: background))
        #expect(accents[scheme].contrast(with: ground) >= 4.5, "\(accents[scheme]) on \(background)")
      }
      #expect(texts[scheme].contrast(with: accents[scheme]) >= 4.5)
    }
  }

  @Test(
    "Letters on a tile have its hue and a contrast of 4.5, and its lights add to that",
    arguments: [
      "#ffd84d", "#31434f", "#e8a33d", "#bfe0df", "#ff0000", "#767676", "#777777", "#000000", "#ffffff",
    ])
  func tiles(tile: String) throws {
    let tile = try #require(Color(hex: tile))
    let looks = Looks(accent: .black, tile: tile, aspect: try #require(Aspect("1:1")), icon: "icons/web.svg")
    let sheet = String(decoding: Stylesheet.tokens(looks), as: UTF8.self)
    let (tiles, letters) = (try colors("--tile", in: sheet), try colors("--on-tile", in: sheet))
    #expect(tiles == [tile, looks.darkTile])
    for (scheme, light) in try colors("--off-tile", in: sheet).enumerated() {
      for share in [0, 0.14, 0.28, 0.6, 1] {
        let mixed = tiles[scheme].mixed(with: light, share: share)
        #expect(mixed.contrast(with: letters[scheme]) >= 4.5, "\(letters[scheme]) on \(mixed)")
      }
    }
  }

  @Test("The style sheet's backgrounds are those above")
  func backgrounds() throws {
    let looks = Looks(
      accent: .black, tile: .white, aspect: try #require(Aspect("1:1")), icon: "icons/web.svg")
    let sheet = String(decoding: Stylesheet.tokens(looks), as: UTF8.self).replacing("#fff,", with: "#ffffff,")
    for property in ["--page", "--surface", "--raised", "--hover"] {
      for (color, known) in zip(try colors(property, in: sheet), Self.backgrounds) {
        #expect(known.contains("\(color)"), "\(property)")
      }
    }
  }

  /// The light and the dark colour of a property.
  private func colors(_ property: String, in sheet: String) throws -> [Color] {
    let start = try #require(sheet.range(of: "\(property): light-dark(")).upperBound
    let pair = sheet[start...].prefix { $0 != ")" }.split(separator: ", ")
    return try pair.map { try #require(Color(hex: String($0))) }
  }
}
