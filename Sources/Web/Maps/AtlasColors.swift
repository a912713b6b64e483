public import Configuration

/// The colours of an atlas in light and in dark surroundings, made from one accent.
public struct AtlasColors: Sendable {
  /// Custom properties of a style sheet.
  private let light: String
  private let dark: String

  /// - Parameter accent: of the marker alone; adjusted to a contrast of 4.5 : 1 on both fields.
  public init(accent: Color) {
    let (onLight, onDark) = (
      accent.readable(on: Color(red: 0xF3, green: 0xF3, blue: 0xEE)),
      accent.readable(on: Color(red: 0x23, green: 0x25, blue: 0x2A))
    )
    light =
      "--accent:\(onLight);--paper:#fbfbf9;--field:#f3f3ee;--land:#e7e6dd;--line:#d9d8cf;--quiet:#5f6063;--ink:#1b1c1f;"
    dark =
      "--accent:\(onDark);--paper:#1d1f23;--field:#23252a;--land:#2f3238;--line:#3b3e45;--quiet:#a9adb5;--ink:#ececee;"
  }

  /// The style of the world, whose letters may only become smaller on a wide screen, where it is enlarged.
  var styleSheet: SVG {
    let text = """
      svg{\(light)background:var(--paper)}
      @media(prefers-color-scheme:dark){svg{\(dark)}}
      text{font:10.5px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
      dominant-baseline:central;fill:var(--quiet)}
      @media(min-width:540px){text{font-size:7.875px}}
      path{fill:none}
      .field{fill:var(--field)}
      .land{fill:var(--land)}
      .line{stroke:var(--line);stroke-width:.7}
      .bar{stroke:var(--quiet)}
      .dots{stroke:var(--quiet);stroke-linecap:round}
      .found{stroke:var(--accent);stroke-linecap:round}
      .others{opacity:.45}
      """
    return SVG(stringLiteral: text)
  }
}
