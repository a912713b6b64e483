import CatalogCore

/// The part of the stylesheet that a show's file decides.
enum Stylesheet {
  /// The page's background in the dark.
  static let darkPage = "#131416"

  /// Custom properties of the show, as CSS.
  static func tokens(_ looks: Looks) -> [UInt8] {
    let css = """
      :root {
        --accent: light-dark(\(looks.accent), \(looks.darkAccent));
        --on-accent: light-dark(\(looks.accent.readableText), \(looks.darkAccent.readableText));
        --tile: \(looks.tile);
        --on-tile: \(looks.tile.readableText);
        --aspect: \(looks.aspect.width) / \(looks.aspect.height);
        --page: light-dark(\(Looks.lightBackground), \(darkPage));
        --surface: light-dark(#fff, #1c1e22);
        --raised: light-dark(#fff, \(Looks.darkBackground));
      }

      """
    return Array(css.utf8)
  }
}
