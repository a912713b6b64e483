public import Configuration

/// The colours of an atlas in light and in dark surroundings, made from one accent.
public struct AtlasColors: Sendable {
  let light: Palette
  let dark: Palette

  /// - Parameter accent: of the marker alone; adjusted to a contrast of 4.5 : 1 on both papers.
  public init(accent: Color) {
    light = Palette(
      accent: accent, paper: Color(red: 0xFB, green: 0xFB, blue: 0xF9),
      field: Color(red: 0xF3, green: 0xF3, blue: 0xEE), line: Color(red: 0xDE, green: 0xDD, blue: 0xD5),
      quiet: Color(red: 0x5F, green: 0x60, blue: 0x63), ink: Color(red: 0x1B, green: 0x1C, blue: 0x1F))
    dark = Palette(
      accent: accent, paper: Color(red: 0x1D, green: 0x1F, blue: 0x23),
      field: Color(red: 0x23, green: 0x25, blue: 0x2A), line: Color(red: 0x37, green: 0x3A, blue: 0x40),
      quiet: Color(red: 0xA9, green: 0xAD, blue: 0xB5), ink: Color(red: 0xEC, green: 0xEC, blue: 0xEE))
  }
}

/// The colours of a sheet.
struct Palette {
  let accent: Color
  let paper: Color
  let field: Color
  let line: Color
  let quiet: Color
  let ink: Color

  init(accent: Color, paper: Color, field: Color, line: Color, quiet: Color, ink: Color) {
    self.accent = accent.readable(on: field)
    self.paper = paper
    self.field = field
    self.line = line
    self.quiet = quiet
    self.ink = ink
  }

  /// Custom properties of a style sheet.
  var properties: String {
    let named = [
      ("accent", accent), ("paper", paper), ("field", field), ("line", line), ("quiet", quiet), ("ink", ink),
    ]
    return named.map { "--\($0.0):\($0.1);" }.joined()
  }
}

/// The style of a sheet. Colours are custom properties, so dark surroundings need six of them.
enum StyleSheet {
  static func bytes(_ colors: AtlasColors) -> [UInt8] {
    let text = """
      svg{\(colors.light.properties)background:var(--paper)}
      @media(prefers-color-scheme:dark){svg{\(colors.dark.properties)}}
      text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
      dominant-baseline:central;fill:var(--ink);stroke:var(--field);stroke-width:2.5px;\
      stroke-linejoin:round;paint-order:stroke}
      .e{text-anchor:end}
      .m{text-anchor:middle}
      .n{font-size:\(LabelStyle.neighbour.size)px}
      .p{font-size:\(LabelStyle.place.size)px;font-weight:600}
      .g{font-size:\(LabelStyle.mark.size)px;fill:var(--quiet)}
      .c{font-size:10.5px;fill:var(--quiet);stroke:none}
      @media(min-width:540px){\
      .n{font-size:\(LabelStyle.neighbour.size * wide)px}\
      .p{font-size:\(LabelStyle.place.size * wide)px}\
      .g{font-size:\(LabelStyle.mark.size * wide)px}.c{font-size:\(10.5 * wide)px}}
      path{fill:none}
      .field{fill:var(--field)}
      .line{stroke:var(--line);stroke-width:.7}
      .bar{stroke:var(--quiet)}
      .dots{stroke:var(--quiet);stroke-linecap:round}
      .found{stroke:var(--accent);stroke-linecap:round}
      .others{opacity:.45}
      .quiet{stroke:var(--quiet);stroke-linecap:round;stroke-width:2.2;opacity:.45}
      .named{stroke:var(--ink);stroke-linecap:round;stroke-width:4.2}
      .marker{fill:var(--accent);stroke:var(--field);stroke-width:1.5}
      .ring{fill:var(--accent);opacity:.18}
      """
    return Array(text.utf8)
  }

  /// On a wide screen the sheet is enlarged and its letters are not: they may only become smaller than laid out.
  private static let wide = 0.75
}
