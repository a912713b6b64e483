import Glibc

/// The azimuthal equidistant projection around a place: distance and direction from it are true.
struct LocalPlane {
  let centre: Direction
  private let east: Direction
  private let north: Direction

  init(latitude: Double, longitude: Double) {
    centre = Direction(latitude: latitude, longitude: longitude)
    // At a pole these are the directions of the longitude that the place was given with.
    let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
    east = Direction(x: -sin(longitude), y: cos(longitude), z: 0)
    north = Direction(
      x: -sin(latitude) * cos(longitude), y: -sin(latitude) * sin(longitude), z: cos(latitude))
  }

  /// Metres to the east and to the north.
  func project(_ direction: Direction) -> (east: Double, north: Double) {
    let (x, y) = (direction.dot(east), direction.dot(north))
    let sine = hypot(x, y)
    guard sine > 0 else { return (0, 0) }
    let distance = atan2(sine, direction.dot(centre)) * Direction.earthRadius
    return (distance * x / sine, distance * y / sine)
  }

  /// What lies so many metres to the east and to the north.
  func direction(east x: Double, north y: Double) -> Direction {
    let distance = hypot(x, y)
    guard distance > 0 else { return centre }
    let angle = distance / Direction.earthRadius
    let (forward, sideward) = (cos(angle), sin(angle) / distance)
    func mix(_ centre: Double, _ east: Double, _ north: Double) -> Double {
      forward * centre + sideward * (x * east + y * north)
    }
    return Direction(
      x: mix(centre.x, east.x, north.x), y: mix(centre.y, east.y, north.y),
      z: mix(centre.z, east.z, north.z))
  }
}
