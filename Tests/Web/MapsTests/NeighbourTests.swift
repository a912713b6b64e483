import Catalogs
import Foundation
import Maps
import Testing

@Suite("Neighbours")
struct NeighbourTests {
  private static let degree = 6_371_008.8 * Double.pi / 180

  @Test(
    "Distances follow the great circle",
    arguments: [
      (Places.at(0, 0), Places.at(0, 1), 1.0),
      (Places.at(0, 179.5), Places.at(0, -179.5), 1),
      (Places.at(-90, 0), Places.at(90, 0), 180),
      (Places.at(0, 0), Places.at(90, 77), 90),
      (Places.at(60, -180), Places.at(60, 180), 0),
      (Places.at(89, 10), Places.at(89, -170), 2),
      (Places.at(10, 20), Places.at(10.00001, 20), 0.00001),
    ] as [(Coordinate, Coordinate, Double)])
  func measures(one: Coordinate, other: Coordinate, degrees: Double) throws {
    let atlas = Atlas(places: [one, other])
    let neighbour = try #require(atlas.neighbours(of: 0, count: 5).first)
    #expect(neighbour.place == 1)
    #expect(abs(neighbour.distance - degrees * Self.degree) < 0.001 + degrees * 1e-6)
  }

  @Test("Neighbours are the nearest by the haversine formula", arguments: Places.allCases)
  func equalsSearch(places: Places) {
    let coordinates = places.coordinates
    let atlas = Atlas(places: coordinates)
    for place in stride(from: 0, to: coordinates.count, by: max(1, coordinates.count / 12)) {
      for count in [1, 7, 60] {
        let found = atlas.neighbours(of: place, count: count)
        let all = coordinates.indices.filter { $0 != place }
          .map { Self.distance(coordinates[place], coordinates[$0]) }.sorted()
        #expect(found.count == min(count, all.count))
        #expect(Set(found.map(\.place)).union([place]).count == found.count + 1)
        for (neighbour, distance) in zip(found, all) {
          #expect(abs(neighbour.distance - distance) < 0.2)
          let own = Self.distance(coordinates[place], coordinates[neighbour.place])
          #expect(abs(neighbour.distance - own) < 0.2)
        }
      }
    }
  }

  @Test("Equally near places are in catalog order")
  func ordersTies() {
    let ring = Array(repeating: Places.at(10, 10), count: 90)
    let atlas = Atlas(places: [Places.at(20, 20)] + ring)
    #expect(atlas.neighbours(of: 0, count: 20).map(\.place) == Array(1...20))
    #expect(atlas.neighbours(of: 5, count: 3).map(\.place) == [1, 2, 3])
  }

  @Test("A position without a place is left out of neighbours")
  func skipsNowhere() {
    let atlas = Atlas(places: [nil, Places.at(1, 1), nil, Places.at(2, 2)])
    #expect(atlas.neighbours(of: 1, count: 9).map(\.place) == [3])
    for place in [0, 2, 4, -1] {
      #expect(atlas.neighbours(of: place, count: 9) == [])
      #expect(atlas.map(of: place, name: { "\($0)" }) == nil)
    }
    #expect(atlas.neighbours(of: 1, count: 0) == [])
    #expect(Atlas(places: []).neighbours(of: 0, count: 1) == [])
  }

  /// From latitudes and longitudes, independent of the atlas.
  private static func distance(_ one: Coordinate, _ other: Coordinate) -> Double {
    let (a, b) = (one.latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (one.longitude - other.longitude) * .pi / 180
    let (half, side) = (sin((a - b) / 2), sin(turn / 2))
    let haversine = half * half + cos(a) * cos(b) * side * side
    return 2 * 6_371_008.8 * atan2(haversine.squareRoot(), (1 - haversine).squareRoot())
  }
}
