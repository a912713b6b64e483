import Configuration

/// The part of the stylesheet that a show's file decides.
enum Stylesheet {
  /// The page's background in the dark.
  static let darkPage = "#131416"

  /// Behind buttons and rows that are pointed at: the darkest background of the light pages.
  static let lightHover = Color(red: 0xEB, green: 0xEB, blue: 0xE8)

  /// Custom properties of the show, as CSS; the accent reads at 4.5 : 1 on every background there is.
  static func tokens(_ looks: Looks) -> [UInt8] {
    let accent = looks.accent.readable(on: lightHover)
    let css = """
      :root {
        --accent: light-dark(\(accent), \(looks.darkAccent));
        --on-accent: light-dark(\(accent.readableText), \(looks.darkAccent.readableText));
        --tile: \(looks.tile);
        --on-tile: \(looks.tile.readableText);
        --aspect: \(looks.aspect.width) / \(looks.aspect.height);
        --page: light-dark(\(Looks.lightBackground), \(darkPage));
        --surface: light-dark(#fff, #1c1e22);
        --hover: light-dark(\(lightHover), \(Looks.darkBackground));
        --raised: light-dark(#fff, \(Looks.darkBackground));
      }

      """
    return Array(css.utf8)
  }
}
