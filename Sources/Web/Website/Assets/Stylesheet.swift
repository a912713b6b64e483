import Configuration

/// The part of the stylesheet that a show's file decides.
enum Stylesheet {
  static let darkPage = "#131416"

  /// The background of buttons and rows under the pointer, the darkest of light pages.
  static let lightHover = Color(red: 0xEB, green: 0xEB, blue: 0xE8)

  /// The colour of letters on a tile: its own hue.
  static func letters(on tile: Color) -> Color { tile.readable(on: tile) }

  /// A colour whose mixtures with the tile differ more from its letters.
  private static func light(on tile: Color) -> Color {
    tile.readableText == .black ? .white : tile.mixed(with: .black, share: 0.4)
  }

  /// Custom properties of the show; the accent has a contrast of at least 4.5 : 1 on every background.
  static func tokens(_ looks: Looks) -> [UInt8] {
    let accent = looks.accent.readable(on: lightHover)
    let css = """
      :root {
        --accent: light-dark(\(accent), \(looks.darkAccent));
        --on-accent: light-dark(\(accent.readableText), \(looks.darkAccent.readableText));
        --tile: light-dark(\(looks.tile), \(looks.darkTile));
        --on-tile: light-dark(\(letters(on: looks.tile)), \(letters(on: looks.darkTile)));
        --off-tile: light-dark(\(light(on: looks.tile)), \(light(on: looks.darkTile)));
        --aspect: \(looks.aspect.width) / \(looks.aspect.height);
        --page: light-dark(\(Looks.lightBackground), \(darkPage));
        --surface: light-dark(#fff, #1c1e22);
        --hover: light-dark(\(lightHover), \(Looks.darkBackground));
        --raised: light-dark(#fff, \(Looks.darkBackground));
      }
      @supports not (color: light-dark(red, red)) {
        :root {
          --accent: \(accent);
          --on-accent: \(accent.readableText);
          --tile: \(looks.tile);
          --on-tile: \(letters(on: looks.tile));
          --off-tile: \(light(on: looks.tile));
          --page: \(Looks.lightBackground);
          --surface: #fff;
          --hover: \(lightHover);
          --raised: #fff;
        }
      }

      """
    return Array(css.utf8)
  }
}
