import Glibc

/// The world with dots where places are: drawn once, the same on every sheet.
struct WorldMap {
  let frame: WorldFrame
  /// Without a marker.
  let markup: SVG

  private static let columns = 180
  /// Diameters in eighths of a cell and opacities of the dots, faint to strong.
  private static let shades: [(SVG, SVG)] = [("3.8", ".5"), ("5", ".7"), ("6.2", ".95")]
  /// The same where few cells have places and such dots would hardly be seen.
  private static let sparseShades: [(SVG, SVG)] = [("9", ".7"), ("10", ".8"), ("11", ".95")]
  private static let sparse = 1_500

  init(_ places: [(latitude: Double, longitude: Double)]) {
    let (south, north) = (places.map(\.latitude).min() ?? 0, places.map(\.latitude).max() ?? 0)
    frame = WorldFrame(around: south...north)
    var svg: SVG = "<path class=\"field\" d=\"\(line: Self.outline(in: frame))z\"/><path class=\"line\" d=\""
    for line in Self.graticule(in: frame) { svg += "\(line: line)" }
    svg += "\"/>\(Self.dots("dots", places, in: frame))"
    markup = svg
  }

  private static func dots(
    _ name: SVG, _ places: [(latitude: Double, longitude: Double)], in frame: WorldFrame
  ) -> SVG {
    let (left, top) = (frame.left, frame.top)
    var raster = DotRaster(width: frame.width, height: frame.height, columns: columns)
    for place in places {
      let point = frame.point(latitude: place.latitude, longitude: place.longitude)
      raster.add(Point(x: point.x - left, y: point.y - top))
    }
    let scale = raster.unit
    var svg: SVG =
      "<g class=\"\(name)\" transform=\"translate(\(left) \(top)) scale(\(scale, decimals: 5))\">"
    for (path, shade) in zip(raster.paths(), raster.cells < sparse ? sparseShades : shades) {
      svg += "<path stroke-width=\"\(shade.0)\" opacity=\"\(shade.1)\" d=\"\(path)\"/>"
    }
    svg += "</g>"
    return svg
  }

  /// Up the western edge and down the eastern one.
  private static func outline(in frame: WorldFrame) -> [Point] {
    let edge = latitudes(in: frame)
    return edge.map { frame.point(latitude: $0, longitude: west) }
      + edge.reversed().map { frame.point(latitude: $0, longitude: east) }
  }

  private static func graticule(in frame: WorldFrame) -> [[Point]] {
    let parallels = stride(from: -60.0, through: 60, by: 30).filter(frame.latitudes.contains)
      .map { latitude in [west, east].map { frame.point(latitude: latitude, longitude: $0) } }
    let meridians = stride(from: -150.0, through: 180, by: 30)
      .map { longitude in
        latitudes(in: frame).map { frame.point(latitude: $0, longitude: longitude) }
      }
    return parallels + meridians
  }

  private static let (west, east) = (EqualEarth.middle - 179.9999, EqualEarth.middle + 179.9999)

  private static func latitudes(in frame: WorldFrame) -> [Double] {
    let (south, north) = (frame.latitudes.lowerBound, frame.latitudes.upperBound)
    return (0...16).map { south + (north - south) * Double($0) / 16 }
  }
}

// MARK: - The world alone

extension WorldMap {
  /// The most places that get a marker each; more are drawn as dots.
  private static let markers = 60

  static func height(of frame: WorldFrame) -> Int {
    Int((frame.height + 2 * Sheet.margin).rounded(.up))
  }

  static let overviewTop = Sheet.worldTop - Sheet.margin

  /// - Parameter found: The places to show among all; nil shows all places alike.
  func overview(of found: [Direction]?, style: SVG) -> SVG {
    let (top, height) = (Int(Self.overviewTop), Self.height(of: frame))
    var svg: SVG = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 \(top) 400 \(height)" role="img">\
      <style>\(style)</style>
      """
    if let found {
      svg += "<g class=\"others\">\(markup)</g>"
      if found.count > Self.markers {
        svg += Self.dots("found", found.map { ($0.latitude, $0.longitude) }, in: frame)
      } else {
        for place in found {
          let point = frame.point(latitude: place.latitude, longitude: place.longitude)
          svg += .circle("marker", radius: 4, at: point)
        }
      }
    } else {
      svg += markup
    }
    svg += "</svg>\n"
    return svg
  }
}

/// The world's position on the sheet: the globe's width, and as much of its height as has places.
struct WorldFrame {
  let left: Double
  let top: Double
  let width: Double
  /// Degrees.
  let latitudes: ClosedRange<Double>

  let height: Double
  private let scale: Double
  private let northEdge: Double

  /// The globe's ends are left out where they are empty, at most beyond 80° N and 58° S.
  /// - Parameter places: the latitudes between which places lie.
  init(around places: ClosedRange<Double>) {
    left = Sheet.margin
    top = Sheet.worldTop
    width = Sheet.width - 2 * Sheet.margin
    latitudes = max(-90, min(-58, places.lowerBound - 4))...min(90, max(80, places.upperBound + 2))
    scale = width / (2 * EqualEarth.halfWidth)
    northEdge = EqualEarth.project(latitude: latitudes.upperBound, longitude: 0).y
    height = (northEdge - EqualEarth.project(latitude: latitudes.lowerBound, longitude: 0).y) * scale
  }

  func point(latitude: Double, longitude: Double) -> Point {
    let (x, y) = EqualEarth.project(latitude: latitude, longitude: longitude)
    return Point(x: left + width / 2 + x * scale, y: top + (northEdge - y) * scale)
  }
}

/// The Equal Earth projection of the whole globe (Šavrič, Patterson and Jenny, 2018).
///
/// In radii; y grows to the north.
enum EqualEarth {
  /// The central meridian in degrees: the edge then cuts through the Bering Strait and leaves Chukotka and
  /// Fiji whole.
  static let middle = 11.0
  static let halfWidth = project(latitude: 0, longitude: middle + 179.999_999).x

  /// Degrees, of any turn.
  static func project(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
    let theta = asin(3.0.squareRoot() / 2 * sin(latitude * .pi / 180))
    let lambda = remainder(longitude - middle, 360) * .pi / 180
    let square = theta * theta
    let sixth = square * square * square
    let slope = a1 + 3 * a2 * square + sixth * (7 * a3 + 9 * a4 * square)
    return (
      2 * 3.0.squareRoot() * lambda * cos(theta) / (3 * slope),
      theta * (a1 + a2 * square + sixth * (a3 + a4 * square))
    )
  }

  private static let a1 = 1.340264
  private static let a2 = -0.081106
  private static let a3 = 0.000893
  private static let a4 = 0.003796
}

/// A small picture of a place, in its middle, with dots where others are: a coast shows where they end.
struct TileMap {
  private let view: LocalView

  private static let side = 100.0
  private static let columns = 26
  /// Opacities and diameters, in eighths of a cell, of the dots, faint to strong.
  private static let shades: [(diameter: SVG, opacity: SVG)] = [
    ("3.4", ".2"), ("4.6", ".32"), ("5.8", ".48"),
  ]

  /// The distance of a corner from the middle, in reaches.
  static let corner = 1.42

  /// - Parameter reach: metres from the middle to the edges.
  init(around place: Direction, reach: Double) {
    view = LocalView(
      around: place, reach: reach, in: Rectangle(left: 0, top: 0, right: Self.side, bottom: Self.side))
  }

  /// The reach of a tile in metres: a country in a crowd, a continent where places are rare.
  static func reach(of neighbours: [Neighbour]) -> Double {
    guard let last = neighbours.last else { return least }
    return min(max(last.distance * 4, least), most)
  }

  private static let (least, most) = (350_000.0, 2_500_000.0)

  func svg(among others: [Direction], style: SVG) -> SVG {
    let frame = view.frame
    var raster = DotRaster(width: frame.width, height: frame.height, columns: Self.columns)
    for point in others.map(view.point) where frame.contains(point) { raster.add(point) }
    var svg: SVG = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>\(style)</style>\
      <g transform="scale(\(raster.unit, decimals: 5))">
      """
    for (path, shade) in zip(raster.paths(), Self.shades) {
      svg += "<path stroke-width=\"\(shade.diameter)\" opacity=\"\(shade.opacity)\" d=\"\(path)\"/>"
    }
    svg +=
      "</g>\(.circle("ring", radius: 9, at: frame.centre))\(.circle("marker", radius: 4, at: frame.centre))</svg>\n"
    return svg
  }
}
