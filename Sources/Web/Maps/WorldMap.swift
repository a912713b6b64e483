import Glibc

/// The world, or its part that has places, with dots where they are: drawn once, the same on every sheet.
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
  /// The same where dots are landmarks.
  private static let fewShades: [(SVG, SVG)] = [("22", ".75"), ("24", ".85"), ("26", ".95")]
  private static let few = 60

  init(_ places: [(latitude: Double, longitude: Double)], in frame: WorldFrame, _ land: Land) {
    self.frame = frame
    var svg: SVG =
      "<path class=\"field\" d=\"\(line: Self.outline(in: frame))z\"/>\(land.drawing(in: frame))<path class=\"line\" d=\""
    for line in Self.graticule(in: frame) { svg += "\(line: line)" }
    svg += "\"/>\(Self.dots("dots", places, in: frame))\(frame.caption)"
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
    let cells = raster.cells
    for (path, shade) in zip(
      raster.paths(), cells < few ? fewShades : cells < sparse ? sparseShades : shades)
    {
      svg += "<path stroke-width=\"\(shade.0)\" opacity=\"\(shade.1)\" d=\"\(path)\"/>"
    }
    svg += "</g>"
    return svg
  }

  /// Up the western edge and down the eastern one.
  private static func outline(in frame: WorldFrame) -> [Point] {
    let edge = latitudes(in: frame)
    return edge.map { frame.point(latitude: $0, turn: -frame.halfTurn) }
      + edge.reversed().map { frame.point(latitude: $0, turn: frame.halfTurn) }
  }

  private static func graticule(in frame: WorldFrame) -> [[Point]] {
    let (half, middle) = (frame.halfTurn, frame.middle)
    let parallels = Graticule.multiples(of: frame.steps.latitude, in: frame.latitudes)
      .map { latitude in [-half, half].map { frame.point(latitude: latitude, turn: $0) } }
    let meridians = Graticule.multiples(of: frame.steps.longitude, in: middle - half...middle + half)
      .map { longitude in
        latitudes(in: frame).map { frame.point(latitude: $0, turn: longitude - middle) }
      }
    return parallels + meridians
  }

  private static func latitudes(in frame: WorldFrame) -> [Double] {
    let (south, north) = (frame.latitudes.lowerBound, frame.latitudes.upperBound)
    let pieces = frame.isGlobe ? 16 : 1
    return (0...pieces).map { south + (north - south) * Double($0) / Double(pieces) }
  }
}

// MARK: - The world alone

extension WorldMap {
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
      svg += Self.dots("found", found.map { ($0.latitude, $0.longitude) }, in: frame)
    } else {
      svg += markup
    }
    svg += "</svg>\n"
    return svg
  }
}
