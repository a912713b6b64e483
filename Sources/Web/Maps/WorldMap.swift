/// The world with dots where places are: drawn once, the same on every sheet.
struct WorldMap {
  let frame: WorldFrame
  /// SVG, without a marker.
  let markup: [UInt8]

  private static let columns = 180
  /// Diameters in eighths of a cell and opacities of the dots, faint to strong.
  private static let shades: [(StaticString, StaticString)] = [("3.8", ".5"), ("5", ".7"), ("6.2", ".95")]
  /// The same where few cells have places and such dots would hardly be seen.
  private static let sparseShades: [(StaticString, StaticString)] = [
    ("9", ".7"), ("10", ".8"), ("11", ".95"),
  ]
  private static let sparse = 1_500

  init(_ places: [(latitude: Double, longitude: Double)]) {
    let (south, north) = (places.map(\.latitude).min() ?? 0, places.map(\.latitude).max() ?? 0)
    frame = WorldFrame(around: south...north)
    var svg = SVGWriter()
    svg.markup("<path class=\"field\" d=\"")
    svg.polyline(Self.outline(in: frame))
    svg.markup("z\"/><path class=\"line\" d=\"")
    for line in Self.graticule(in: frame) { svg.polyline(line) }
    svg.markup("\"/>")
    Self.dots("dots", places, in: frame, &svg)
    markup = svg.bytes
  }

  /// The same dots for other places, in another class of the style sheet.
  func dots(_ name: StaticString, _ places: [(latitude: Double, longitude: Double)], _ svg: inout SVGWriter) {
    Self.dots(name, places, in: frame, &svg)
  }

  private static func dots(
    _ name: StaticString, _ places: [(latitude: Double, longitude: Double)], in frame: WorldFrame,
    _ svg: inout SVGWriter
  ) {
    var raster = DotRaster(frame: frame, columns: columns)
    for place in places { raster.add(latitude: place.latitude, longitude: place.longitude) }
    svg.markup("<g class=\"")
    svg.markup(name)
    svg.markup("\" transform=\"translate(")
    svg.number(frame.left)
    svg.markup(" ")
    svg.number(frame.top)
    svg.markup(") scale(")
    svg.number(raster.unit, decimals: 5)
    svg.markup(")\">")
    let shades = raster.cells < sparse ? sparseShades : shades
    for (path, shade) in zip(raster.paths(), shades) {
      svg.markup("<path stroke-width=\"")
      svg.markup(shade.0)
      svg.markup("\" opacity=\"")
      svg.markup(shade.1)
      svg.markup("\" d=\"")
      svg.markup(path)
      svg.markup("\"/>")
    }
    svg.markup("</g>")
  }

  /// Up the western edge and down the eastern one.
  private static func outline(in frame: WorldFrame) -> [Point] {
    let edge = latitudes(in: frame)
    let (west, east) = (EqualEarth.middle - 179.9999, EqualEarth.middle + 179.9999)
    return edge.map { frame.point(latitude: $0, longitude: west) }
      + edge.reversed().map { frame.point(latitude: $0, longitude: east) }
  }

  private static func graticule(in frame: WorldFrame) -> [[Point]] {
    let (west, east) = (EqualEarth.middle - 179.9999, EqualEarth.middle + 179.9999)
    let parallels = stride(from: -60.0, through: 60, by: 30).filter(frame.latitudes.contains)
      .map { latitude in [west, east].map { frame.point(latitude: latitude, longitude: $0) } }
    let meridians = stride(from: -150.0, through: 180, by: 30)
      .map { longitude in
        latitudes(in: frame).map { frame.point(latitude: $0, longitude: longitude) }
      }
    return parallels + meridians
  }

  private static func latitudes(in frame: WorldFrame) -> [Double] {
    let (south, north) = (frame.latitudes.lowerBound, frame.latitudes.upperBound)
    return (0...16).map { south + (north - south) * Double($0) / 16 }
  }
}

/// The drawing of the world alone: all places, or some of them among all.
struct OverviewDrawing {
  let world: WorldMap
  let style: [UInt8]
  /// Nil for all.
  let found: [Direction]?

  /// The most places that get a marker each; more are drawn as dots.
  private static let markers = 60
  private static let top = Int(Sheet.worldTop - Sheet.margin)

  static func height(of frame: WorldFrame) -> Int {
    Int((frame.height + 2 * Sheet.margin).rounded(.up))
  }

  func svg() -> [UInt8] {
    var svg = SVGWriter()
    svg.reserve(2 * world.markup.count + style.count)
    svg.markup("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 ")
    svg.integer(Self.top)
    svg.markup(" 400 ")
    svg.integer(Self.height(of: world.frame))
    svg.markup("\" role=\"img\"><style>")
    svg.markup(style)
    svg.markup("</style>")
    guard let found else {
      svg.markup(world.markup)
      svg.markup("</svg>\n")
      return svg.bytes
    }
    svg.markup("<g class=\"others\">")
    svg.markup(world.markup)
    svg.markup("</g>")
    if found.count > Self.markers {
      world.dots("found", found.map { ($0.latitude, $0.longitude) }, &svg)
    } else {
      for place in found {
        let point = world.frame.point(latitude: place.latitude, longitude: place.longitude)
        svg.circle("marker", radius: 4, at: point)
      }
    }
    svg.markup("</svg>\n")
    return svg.bytes
  }
}
