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
    self.init(x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }

  init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }

  /// Degrees, -90 to 90.
  var latitude: Double { atan2(z, hypot(x, y)) * 180 / .pi }
  /// Degrees, -180 to 180; 0 at the poles.
  var longitude: Double { hypot(x, y) < 1e-12 ? 0 : atan2(y, x) * 180 / .pi }

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

/// A direction on a map, to an eighth of a turn.
public enum Compass: Int, Sendable, Hashable, CaseIterable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  /// The direction at the start of the great circle.
  init(from start: Direction, to end: Direction) {
    // From a pole every way leads to the other one.
    guard hypot(start.x, start.y) >= 1e-6 else {
      self = start.z > 0 ? .south : .north
      return
    }
    let (latitude, turn) = (start.latitude * .pi / 180, (end.longitude - start.longitude) * .pi / 180)
    let level = hypot(end.x, end.y)
    let (east, north) = (level * sin(turn), end.z * cos(latitude) - level * sin(latitude) * cos(turn))
    let eighth = Int((atan2(east, north) / (.pi / 4)).rounded())
    self = Compass(rawValue: (eighth + 8) % 8) ?? .north
  }
}
