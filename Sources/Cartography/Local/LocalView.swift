/// The closer view: what part of the globe it shows, at which scale.
struct LocalView {
  let plane: LocalPlane
  let frame: Rectangle
  let metresPerUnit: Double

  /// - Parameter reach: metres from the place in the middle to the nearer edges.
  init(around plane: LocalPlane, reach: Double, in frame: Rectangle) {
    self.plane = plane
    self.frame = frame
    metresPerUnit = reach / (min(frame.width, frame.height) / 2)
  }

  func point(of direction: Direction) -> Point {
    let (east, north) = plane.project(direction)
    return Point(x: frame.centre.x + east / metresPerUnit, y: frame.centre.y - north / metresPerUnit)
  }

  func direction(at point: Point) -> Direction {
    plane.direction(
      east: (point.x - frame.centre.x) * metresPerUnit, north: (frame.centre.y - point.y) * metresPerUnit)
  }

  /// How far the view reaches, in metres, so that it holds about so many neighbours.
  ///
  /// From ``nearest`` to ``farthest``; only for a lone place beyond, up to ``utmost``, so that its
  /// first neighbours are seen.
  static func reach(of neighbours: [Neighbour]) -> Double {
    guard let last = neighbours.prefix(crowd).last else { return alone }
    let reach = min(max(last.distance, nearest), farthest)
    let company = neighbours.prefix(2).last.map { $0.distance * 1.15 } ?? 0
    return max(reach, min(company, utmost))
  }

  private static let crowd = 60
  private static let nearest = 5_000.0
  private static let farthest = 1_500_000.0
  private static let utmost = 4_000_000.0
  private static let alone = 500_000.0
}
