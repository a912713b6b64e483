import Glibc

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
