/// The part of the globe that the closer view shows, and its scale.
struct LocalView {
  let plane: LocalPlane
  let frame: Rectangle
  let metresPerUnit: Double

  /// - Parameter reach: metres from the place in the middle to the nearer edges.
  init(around place: Direction, reach: Double, in frame: Rectangle) {
    plane = LocalPlane(around: place)
    self.frame = frame
    metresPerUnit = reach / (min(frame.width, frame.height) / 2)
  }

  func point(of direction: Direction) -> Point {
    let (east, north) = plane.project(direction)
    return Point(x: frame.centre.x + east / metresPerUnit, y: frame.centre.y - north / metresPerUnit)
  }

  /// The reach of a view in metres that shows a fair number of neighbours.
  ///
  /// Where a few are near and the rest are far, such as on an island, the few fill the view. It is
  /// ``nearest`` at least and ``farthest`` at most; only for a lone place it is up to ``utmost``, so
  /// that the first neighbours are seen.
  static func reach(of neighbours: [Neighbour]) -> Double {
    let distances = neighbours.prefix(crowd).map(\.distance)
    guard let last = distances.last else { return alone }
    let gap = distances.indices.dropFirst(few).first { distances[$0] > max(distances[$0 - 1], nearest) * 4 }
    let wanted = gap.map { distances[$0 - 1] * 1.15 } ?? last * 1.1
    let company = distances.prefix(2).last.map { $0 * 1.15 } ?? 0
    return max(min(max(wanted, nearest), farthest), min(company, utmost))
  }

  /// Neighbours that fill a view, and that are enough for one.
  private static let crowd = 22
  private static let few = 3
  private static let nearest = 1_000.0
  private static let farthest = 1_500_000.0
  private static let utmost = 4_000_000.0
  private static let alone = 500_000.0
}

/// A bar of a round length.
struct ScaleBar {
  let metres: Double
  /// On the sheet.
  let length: Double

  /// - Parameter widest: units that the bar may take; it takes more than 0.4 of them.
  init(metresPerUnit: Double, widest: Double) {
    metres = RoundNumber.below(metresPerUnit * widest)
    length = metres / metresPerUnit
  }

  var text: String {
    metres < 1000
      ? NumberText.decimal(metres, decimals: 0) + " m"
      : NumberText.decimal(metres / 1000, decimals: 0) + " km"
  }
}
