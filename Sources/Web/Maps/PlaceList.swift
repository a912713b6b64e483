import Glibc
import Text

/// All places as directions from the centre of the globe: without seams at the date line and at the poles.
struct PlaceList {
  /// By position in the collection; not a number for a position without a place.
  private let directions: [Direction]
  /// The positions that have a place, from south to north, with their distance from the equator's plane.
  private let northward: [(z: Double, place: Int)]

  init(_ directions: [Direction?]) {
    self.directions = directions.map { $0 ?? Direction(x: .nan, y: .nan, z: .nan) }
    northward = directions.enumerated().compactMap { place, direction in direction.map { ($0.z, place) } }
      .sorted { $0.z < $1.z }
  }

  var count: Int { directions.count }

  func direction(of place: Int) -> Direction? {
    guard directions.indices.contains(place), !directions[place].x.isNaN else { return nil }
    return directions[place]
  }

  /// The nearest other places, nearest first, equally near ones by position.
  ///
  /// Walks north and south at once until the latitude alone is too far away: some thousand of 200,000 places.
  func nearest(to place: Int, count: Int) -> [Neighbour] {
    guard count > 0, let centre = direction(of: place) else { return [] }
    var found: [(squaredChord: Double, place: Int)] = []
    var north = northward.indices.firstIndex(bisecting: { northward[$0].z >= centre.z })
    var south = north - 1
    while true {
      let toNorth = north < northward.count ? northward[north].z - centre.z : .infinity
      let toSouth = south >= 0 ? centre.z - northward[south].z : .infinity
      let step = min(toNorth, toSouth)
      guard step < .infinity, found.count < count || step * step <= found[count - 1].squaredChord else {
        break
      }
      let other = northward[toNorth <= toSouth ? north : south].place
      if toNorth <= toSouth { north += 1 } else { south -= 1 }
      guard other != place else { continue }
      let candidate = (directions[other].squaredChord(to: centre), other)
      guard found.count < count || candidate < found[count - 1] else { continue }
      found.insert(candidate, at: found.indices.firstIndex(bisecting: { candidate < found[$0] }))
      if found.count > count { found.removeLast() }
    }
    return found.map {
      Neighbour(place: $0.place, distance: Direction.distance(squaredChord: $0.squaredChord))
    }
  }
}

/// A place near another one.
public struct Neighbour: Sendable, Hashable {
  /// Its position in the collection that the atlas was made from.
  public let place: Int
  /// Along the great circle, in metres, on a sphere of the Earth's mean radius.
  public let distance: Double
}
