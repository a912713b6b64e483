import Catalogs
import Testing

@Suite("Coordinates")
struct CoordinateTests {
  @Test(
    "A coordinate is written in degrees with at most four decimals",
    arguments: [
      (39.739151, -104.984703, "39.7392° N, 104.9847° W"), (-33.5, 18.25, "33.5° S, 18.25° E"),
      (0, 0, "0° N, 0° E"), (-0.00004, -0.00006, "0° N, 0.0001° W"), (90, 180, "90° N, 180° E"),
      (-90, -180, "90° S, 180° W"), (1.0001, 1.00009, "1.0001° N, 1.0001° E"),
      (9.99999, 0.05, "10° N, 0.05° E"),
    ])
  func degrees(latitude: Double, longitude: Double, expected: String) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(place.description == expected)
  }

  @Test("Degrees out of range are refused")
  func unusable() {
    for (latitude, longitude) in [(90.1, 0), (0, -180.1), (.nan, 0), (0, .infinity)] {
      #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }
  }
}
