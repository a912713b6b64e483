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
