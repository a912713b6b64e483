/// Where a place lies, in the English words that a drawing carries inside.
enum PlaceWords {
  static func describe(
    _ title: MapText, at direction: Direction,
    near neighbours: [(name: MapText, at: Direction, distance: Double)]
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

  /// In English.
  static func compass(from start: Direction, to end: Direction) -> String {
    points[Compass(from: start, to: end).rawValue]
  }

  private static let points = [
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
  ]
}
