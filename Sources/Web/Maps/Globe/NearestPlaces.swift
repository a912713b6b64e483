import Text

/// The nearest places met so far, nearest first.
struct NearestPlaces {
  let limit: Int
  private(set) var found: [(squaredChord: Double, place: UInt32)] = []

  init(count: Int) {
    limit = max(0, count)
    found.reserveCapacity(limit + 1)
  }

  /// What is farther than this, as a squared chord, is of no interest any more.
  var reach: Double {
    guard found.count == limit, let last = found.last else { return .infinity }
    return last.squaredChord
  }

  mutating func offer(_ place: UInt32, squaredChord: Double) {
    if found.count == limit, let last = found.last, (last.squaredChord, last.place) <= (squaredChord, place) {
      return
    }
    let index = found.indices.firstIndex(bisecting: {
      (found[$0].squaredChord, found[$0].place) >= (squaredChord, place)
    })
    found.insert((squaredChord, place), at: index)
    if found.count > limit { found.removeLast() }
  }

  var neighbours: [Neighbour] {
    found.map {
      Neighbour(place: Int($0.place), distance: Direction.distance(squaredChord: $0.squaredChord))
    }
  }
}
