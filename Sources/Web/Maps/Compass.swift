import Glibc

/// A direction on a map, to an eighth of a turn.
public enum Compass: Int, Sendable, Hashable, CaseIterable {
  case north, northEast, east, southEast, south, southWest, west, northWest

  /// The direction at the start of the great circle.
  init(from start: Direction, to end: Direction) {
    // Every way from a pole leads to the other one.
    guard hypot(start.x, start.y) >= 1e-6 else {
      self = start.z > 0 ? .south : .north
      return
    }
    let plane = LocalPlane(latitude: start.latitude, longitude: start.longitude)
    let (east, north) = plane.project(end)
    let eighth = Int((atan2(east, north) / (.pi / 4)).rounded())
    self = Compass(rawValue: (eighth + 8) % 8) ?? .north
  }
}
