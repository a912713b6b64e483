import Configuration

/// All places as dots, on the globe or in their region.
struct Overview {
  let frame: MapFrame
  private let colors: SVG
  private let ground: SVG
  private let dots: SVG

  /// Cells of the grid of dots: nearly hexagonal, as every other row is offset by half a cell.
  private static let (columns, cell, rowStep) = (180, 8, 7)
  /// Diameters of the dots, faint to strong, in eighths of a cell, from so many cells with places on.
  private static let sizes: [(cells: Int, diameters: [Double])] = [
    (1_500, [3.8, 5, 6.2]), (60, [9, 10, 11]), (0, [22, 24, 26]),
  ]

  init(_ places: [Direction], in frame: MapFrame, land: [UInt8], accent: Color) {
    self.frame = frame
    colors = Self.colors(accent)
    var ground: SVG =
      "<rect class=\"field\" width=\"100%\" height=\"100%\"/>" + frame.ground(SVG(bytes: land))
    if !frame.isGlobe {
      ground += frame.scaleBar(from: Point(x: 8, y: frame.height - 10), widest: MapFrame.width / 4) {
        $0 < 1_000 ? "\(Int($0)) m" : "\(Int($0 / 1_000)) km"
      }
    }
    self.ground = ground
    dots = Self.dots(places, in: frame)
  }

  /// - Parameter found: The places to show among all; nil shows all places alike.
  func document(of found: [Direction]?) -> SVG {
    let shown = found.map { Self.dots($0, in: frame) } ?? dots
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(MapFrame.width) \(frame.height)" role="img">\
      <style>\(colors)</style>\(ground)\(found == nil ? "" : "<g class=\"others\">\(dots)</g>" as SVG)\
      <g class="\(found == nil ? "dots" : "found")">\(shown)</g></svg>

      """
  }

  /// A third of the cells with places is faint, a fifth is strong.
  private static func dots(_ places: [Direction], in frame: MapFrame) -> SVG {
    let unit = MapFrame.width / Double(columns * cell)
    let rows = max(1, Int((frame.height / unit / Double(rowStep)).rounded(.up)))
    var counts = [UInt32](repeating: 0, count: rows * columns)
    for place in places {
      let point = frame.point(latitude: place.latitude, longitude: place.longitude)
      let row = min(max(Int(point.y / unit / Double(rowStep)), 0), rows - 1)
      let x = point.x / unit - Double(row % 2 * cell / 2)
      counts[row * columns + min(max(Int(x / Double(cell)), 0), columns - 1)] += 1
    }
    let sorted = counts.filter { $0 > 0 }.sorted()
    guard !sorted.isEmpty else { return "" }
    let limits = [sorted[sorted.count / 3], sorted[sorted.count * 4 / 5]]
    let diameters = sizes.first { sorted.count >= $0.cells }?.diameters ?? []
    var svg: SVG = "<g transform=\"scale(\(unit, decimals: 5))\">"
    for (shade, diameter) in diameters.enumerated() {
      svg += "<path stroke-width=\"\(diameter)\" opacity=\"\([0.5, 0.7, 0.95][shade])\" d=\""
      for row in 0..<rows {
        for column in 0..<columns {
          let count = counts[row * columns + column]
          guard count > 0, limits.count(where: { count > $0 }) == shade else { continue }
          let shift: Int = row % 2 * cell / 2
          let x: Int = column * cell + cell / 2 + shift
          let y: Int = row * rowStep + rowStep / 2
          svg += "M\(x) \(y)h0"
        }
      }
      svg += "\"/>"
    }
    return svg + "</g>"
  }

  /// Its letters may only become smaller on a wide screen, where it is enlarged.
  private static func colors(_ accent: Color) -> SVG {
    let light = accent.readable(on: Color(red: 0xF3, green: 0xF3, blue: 0xEE))
    let dark = accent.readable(on: Color(red: 0x23, green: 0x25, blue: 0x2A))
    return SVG(
      stringLiteral: """
        svg{--accent:\(light);--field:#f3f3ee;--line:#d9d8cf;--quiet:#5f6063}
        @media(prefers-color-scheme:dark){svg{--accent:\(dark);--field:#23252a;--line:#3b3e45;--quiet:#a9adb5}}
        text{font:10.5px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
        dominant-baseline:central;fill:var(--quiet)}
        @media(min-width:540px){text{font-size:7.875px}}
        .field{fill:var(--field)}
        .line{stroke:var(--line);stroke-width:.7}
        .bar{stroke:var(--quiet)}
        .bar,.line{fill:none}
        .dots,.others{stroke:var(--quiet);stroke-linecap:round}
        .others{opacity:.45}
        .found{stroke:var(--accent);stroke-linecap:round}
        """)
  }
}
