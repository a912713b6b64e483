/// Where the world lies on the sheet: the globe's width and as much of its height as has places.
struct WorldFrame {
  let left: Double
  let top: Double
  let width: Double
  /// Degrees.
  let latitudes: ClosedRange<Double>

  let height: Double
  private let scale: Double
  private let northEdge: Double

  /// The empty ends of the globe are left out, but never more than what lies beyond 80° N and 58° S.
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
