import Catalogs
import Templates
import Text

/// Addresses of a place in maps of others.
struct MapLinks: Sendable {
  /// A page of OpenStreetMap with a marker.
  let openStreetMap: String
  /// For whatever map the device has (RFC 5870, with the query that phones take for a label).
  let geo: String

  init(_ coordinate: Coordinate, title: String) {
    let latitude = Self.degrees(coordinate.latitude)
    let longitude = Self.degrees(coordinate.longitude)
    openStreetMap =
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=11/\(latitude)/\(longitude)"
    geo = "geo:\(latitude),\(longitude)?q=\(latitude),\(longitude)(\(PercentCoding.encode(title)))"
  }

  /// Five decimals are a metre.
  private static func degrees(_ value: Double) -> String {
    let rounded = (value * 100_000).rounded() / 100_000
    // Never with an exponent.
    return abs(rounded) < 0.0001 ? "0" : "\(rounded)"
  }
}

extension MapLinks: Renderable {
  static let fields: [Field<MapLinks>] = [
    .text("openStreetMap") { $0.openStreetMap },
    .text("geo") { $0.geo },
  ]
}
