import Catalogs
import Glibc

/// A direction from the centre of the globe: a place on it, without seams and without poles.
struct Direction: Equatable {
  let x: Double
  let y: Double
  let z: Double

  /// The Earth's mean radius in metres (IUGG, R₁).
  static let earthRadius = 6_371_008.8

}

extension Direction {
  init(latitude: Double, longitude: Double) {
    let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
    self.init(
      x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }

  init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  /// Degrees, -90 to 90.
  var latitude: Double { atan2(z, hypot(x, y)) * 180 / .pi }
  /// Degrees, -180 to 180; 0 at the poles.
  var longitude: Double { hypot(x, y) < 1e-12 ? 0 : atan2(y, x) * 180 / .pi }

  func dot(_ other: Direction) -> Double { x * other.x + y * other.y + z * other.z }

  /// The square of the straight line through the globe, in radii; grows with the distance.
  func squaredChord(to other: Direction) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }

  /// Along the great circle, in metres: the haversine formula, whose root is half the chord.
  static func distance(squaredChord: Double) -> Double {
    2 * asin(min(1, squaredChord.squareRoot() / 2)) * earthRadius
  }
}
