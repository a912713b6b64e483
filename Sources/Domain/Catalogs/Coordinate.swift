/// A place on the globe, in degrees (WGS 84).
public struct Coordinate: Sendable, Hashable {
  /// -90 (south pole) to 90 (north pole).
  public let latitude: Double
  /// -180 to 180, east positive.
  public let longitude: Double

  /// Nil if a number is not finite or outside of its range.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension Coordinate: CustomStringConvertible {
  /// In degrees, rounded to four decimals (11 m): `39.7392° N, 104.9847° W`.
  public var description: String {
    "\(Self.degrees(latitude, "N", "S")), \(Self.degrees(longitude, "E", "W"))"
  }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let scaled = Int((value * 10_000).rounded())
    let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: 10_000)
    var decimals = String(rest + 10_000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    let point = decimals.isEmpty ? "" : "."
    return "\(whole)\(point)\(decimals)° \(scaled < 0 ? negative : positive)"
  }
}
