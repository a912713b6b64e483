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
