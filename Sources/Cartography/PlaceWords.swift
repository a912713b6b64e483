import Glibc

/// Where a place lies, in words.
enum PlaceWords {
  static func describe(
    _ title: PlainText, at direction: Direction,
    near neighbours: [(name: PlainText, at: Direction, distance: Double)]
  ) -> String {
    let start = "\(title.string) lies at \(DegreeText.place(direction))."
    guard !neighbours.isEmpty else { return start }
    let list = neighbours.map { neighbour in
      neighbour.distance < 1
        ? "\(neighbour.name.string), at the same spot"
        : neighbour.name.string + ", " + NumberText.distance(metres: neighbour.distance) + " "
          + compass(from: direction, to: neighbour.at)
    }
    return start + " Nearest: " + list.joined(separator: "; ") + "."
  }

  /// The direction at the start of the great circle, to an eighth of a turn.
  static func compass(from start: Direction, to end: Direction) -> String {
    // Every way from a pole leads to the other one.
    if hypot(start.x, start.y) < 1e-6 { return start.z > 0 ? "south" : "north" }
    let plane = LocalPlane(latitude: start.latitude, longitude: start.longitude)
    let (east, north) = plane.project(end)
    let eighth = Int((atan2(east, north) / (.pi / 4)).rounded())
    return points[(eighth + 8) % 8]
  }

  private static let points = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
  ]
}
