/// All places as directions from the centre of the globe, so that the date line and the poles are no special cases.
struct PlaceList {
  /// By position in the collection; not a number for a position without a place.
  private let directions: [Direction]

  init(_ directions: some Collection<Direction?>) {
    self.directions = directions.map { $0 ?? Direction(x: .nan, y: .nan, z: .nan) }
  }

  func direction(of place: Int) -> Direction? {
    guard directions.indices.contains(place), !directions[place].x.isNaN else { return nil }
    return directions[place]
  }

  /// The nearest other places, nearest first, equally near ones by position; empty for a position without a place.
  ///
  /// Looks at every place, which takes about 0.2 ms for 200,000: a tree would save too little of a page.
  func nearest(to place: Int, count: Int) -> [Neighbour] {
    guard count > 0, let centre = direction(of: place) else { return [] }
    var found: [(squaredChord: Double, place: Int)] = []
    var reach = Double.infinity
    for (other, direction) in directions.enumerated() {
      let squaredChord = direction.squaredChord(to: centre)
      // False too where there is no place.
      guard squaredChord < reach, other != place else { continue }
      let index = found.firstIndex { $0.squaredChord > squaredChord } ?? found.endIndex
      found.insert((squaredChord, other), at: index)
      if found.count > count { found.removeLast() }
      if found.count == count { reach = found[count - 1].squaredChord }
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
