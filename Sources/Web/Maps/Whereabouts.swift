/// Where a place lies, for whoever puts it into words.
public struct Whereabouts: Sendable {
  /// Degrees, -90 to 90.
  public let latitude: Double
  /// Degrees, -180 to 180.
  public let longitude: Double
  /// The nearest other places, nearest first.
  public let neighbours: [(neighbour: Neighbour, direction: Compass)]
}
