/// A place on the globe, in degrees (WGS 84).
public struct Coordinate: Sendable, Hashable {
  /// -90 (south pole) to 90 (north pole).
  public let latitude: Double
  /// -180 to 180, east positive.
  public let longitude: Double

  /// Nil where a number is not finite or outside of its range.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
