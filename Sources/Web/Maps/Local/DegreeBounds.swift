import Glibc

/// The latitudes and longitudes that a view touches, in degrees.
struct DegreeBounds {
  let latitudes: ClosedRange<Double>
  /// May run beyond 180, never over more than a full turn.
  let longitudes: ClosedRange<Double>
  let holdsPole: Bool

  init(of view: LocalView) {
    let middle = view.plane.centre.longitude
    var (south, north) = (view.plane.centre.latitude, view.plane.centre.latitude)
    var (west, east) = (0.0, 0.0)
    for point in Self.edge(of: view.frame) {
      let direction = view.direction(at: point)
      (south, north) = (min(south, direction.latitude), max(north, direction.latitude))
      let turn = remainder(direction.longitude - middle, 360)
      (west, east) = (min(west, turn), max(east, turn))
    }
    let poles = [-90.0, 90].filter {
      view.frame.contains(view.point(of: Direction(latitude: $0, longitude: 0)))
    }
    holdsPole = !poles.isEmpty
    // Round a pole every longitude is met, and the pole itself lies off the edge.
    latitudes = min(south, poles.min() ?? 90)...max(north, poles.max() ?? -90)
    longitudes = holdsPole ? middle - 180...middle + 180 : middle + west...middle + east
  }

  private static func edge(of frame: Rectangle) -> [Point] {
    (0...24).flatMap { step -> [Point] in
      let (x, y) = (
        frame.left + frame.width * Double(step) / 24, frame.top + frame.height * Double(step) / 24
      )
      return [
        Point(x: x, y: frame.top), Point(x: x, y: frame.bottom),
        Point(x: frame.left, y: y), Point(x: frame.right, y: y),
      ]
    }
  }
}
