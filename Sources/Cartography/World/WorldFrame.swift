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

  init(left: Double, top: Double, width: Double, latitudes: ClosedRange<Double>) {
    self.left = left
    self.top = top
    self.width = width
    self.latitudes = latitudes
    scale = width / (2 * EqualEarth.halfWidth)
    northEdge = EqualEarth.project(latitude: latitudes.upperBound, longitude: 0).y
    height = (northEdge - EqualEarth.project(latitude: latitudes.lowerBound, longitude: 0).y) * scale
  }

  func point(latitude: Double, longitude: Double) -> Point {
    let (x, y) = EqualEarth.project(latitude: latitude, longitude: longitude)
    return Point(x: left + width / 2 + x * scale, y: top + (northEdge - y) * scale)
  }

  /// The empty ends of the globe are left out, but never more than what lies beyond 80° N and 58° S.
  static func latitudes(of places: some Collection<Double>) -> ClosedRange<Double> {
    let (south, north) = (places.min() ?? 0, places.max() ?? 0)
    return max(-90, min(-58, south - 4))...min(90, max(80, north + 2))
  }
}
