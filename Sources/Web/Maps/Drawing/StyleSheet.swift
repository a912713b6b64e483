/// The look of a sheet. Colours come as custom properties, so that dark is six lines and no more.
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

  /// On a wide screen the sheet is shown larger and its letters need not grow with it. They may
  /// only become smaller than what was laid out.
  private static let wide = 0.75
}
