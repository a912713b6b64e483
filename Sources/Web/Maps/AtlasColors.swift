public import Configuration

/// The colours of an atlas in light and in dark surroundings, made from one accent.
public struct AtlasColors: Sendable {
  let light: Palette
  let dark: Palette

  /// - Parameter accent: of the marker and of nothing else; made to stand out at 4.5 : 1 on both papers.
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

  /// As custom properties of a style sheet.
  var properties: String {
    let named = [
      ("accent", accent), ("paper", paper), ("field", field), ("line", line), ("quiet", quiet), ("ink", ink),
    ]
    return named.map { "--\($0.0):\($0.1);" }.joined()
  }
}
