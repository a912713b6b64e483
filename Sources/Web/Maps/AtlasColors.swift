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

  /// The style of a sheet. Its letters are laid out for a narrow screen: on a wide one, where the sheet is
  /// enlarged, they may only become smaller.
  var styleSheet: SVG {
    let (name, place, mark) = (LabelStyle.neighbour.size, LabelStyle.place.size, LabelStyle.mark.size)
    let wide = 0.75
    let text = """
      svg{\(light)background:var(--paper)}
      @media(prefers-color-scheme:dark){svg{\(dark)}}
      text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
      dominant-baseline:central;fill:var(--ink);stroke:var(--field);stroke-width:2.5px;\
      stroke-linejoin:round;paint-order:stroke}
      .e{text-anchor:end}
      .m{text-anchor:middle}
      .n{font-size:\(name)px}
      .p{font-size:\(place)px;font-weight:600}
      .g{font-size:\(mark)px;fill:var(--quiet)}
      .c{font-size:10.5px;fill:var(--quiet);stroke:none}
      @media(min-width:540px){.n{font-size:\(name * wide)px}.p{font-size:\(place * wide)px}\
      .g{font-size:\(mark * wide)px}.c{font-size:\(10.5 * wide)px}}
      path{fill:none}
      .field{fill:var(--field)}
      .land{fill:var(--land)}
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
    return SVG(stringLiteral: text)
  }

  /// The style of a tile, whose background is the page's.
  var tileStyle: SVG {
    let text = """
      svg{\(light)}
      @media(prefers-color-scheme:dark){svg{\(dark)}}
      path{fill:none;stroke:var(--ink);stroke-linecap:round}
      .marker{fill:var(--accent);stroke:var(--paper);stroke-width:1.5}
      .ring{fill:var(--accent);opacity:.25}
      """
    return SVG(stringLiteral: text)
  }
}
