import Glibc

/// Parallels and meridians in a view, at round degrees, each named at an edge that it crosses.
struct Graticule {
  private(set) var lines: [[Point]] = []
  private(set) var marks: [DegreeMark] = []

  /// Units between lines, at least.
  private static let spacing = 72.0

  init(of view: LocalView) {
    let bounds = DegreeBounds(of: view)
    let degree = Direction.earthRadius * .pi / 180 / view.metresPerUnit
    let narrowing = max(cos(view.plane.centre.latitude * .pi / 180), 0.01)
    let latitudeStep = RoundNumber.degrees(above: Self.spacing / degree)
    let longitudeStep =
      bounds.holdsPole ? 30 : min(RoundNumber.degrees(above: Self.spacing / degree / narrowing), 30)

    for latitude in Self.multiples(of: latitudeStep, in: bounds.latitudes) where abs(latitude) < 90 {
      let line = Self.line(over: bounds.longitudes, pieces: bounds.holdsPole ? 72 : 24) {
        view.point(of: Direction(latitude: latitude, longitude: $0))
      }
      add(line, named: DegreeText.latitude(latitude, step: latitudeStep)) {
        Self.sideMark(of: line, in: view.frame) ?? Self.innerMark(of: line)
      }
    }
    for longitude in Self.multiples(of: longitudeStep, in: bounds.longitudes)
    where longitude < bounds.longitudes.lowerBound + 360 {
      let line = Self.line(over: bounds.latitudes, pieces: 24) {
        view.point(of: Direction(latitude: $0, longitude: longitude))
      }
      add(line, named: DegreeText.longitude(remainder(longitude, 360), step: longitudeStep)) {
        Self.endMark(of: line, in: view.frame)
      }
    }
  }

  private mutating func add(_ line: [Point], named text: String, at place: () -> (Point, TextAlignment)?) {
    lines.append(line)
    guard let (point, alignment) = place() else { return }
    marks.append(DegreeMark(text: MapText(own: text), point: point, alignment: alignment))
  }

  private static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    let (first, last) = ((range.lowerBound / step).rounded(.up), (range.upperBound / step).rounded(.down))
    return first <= last ? stride(from: first, through: last, by: 1).map { $0 * step } : []
  }

  private static func line(
    over range: ClosedRange<Double>, pieces: Int, point: (Double) -> Point
  ) -> [Point] {
    (0...pieces).map { piece in
      point(range.lowerBound + (range.upperBound - range.lowerBound) * Double(piece) / Double(pieces))
    }
  }

  /// Where a parallel comes to the left edge, or else to the right one.
  private static func sideMark(of line: [Point], in frame: Rectangle) -> (Point, TextAlignment)? {
    for (x, alignment) in [(frame.left + 7, TextAlignment.start), (frame.right - 7, .end)] {
      let points = crossings(of: line.map { ($0.x, $0.y) }, with: x).map { Point(x: x, y: $0) }
      if let point = points.first(where: frame.contains) { return (point, alignment) }
    }
    return nil
  }

  /// Where a meridian comes to the upper edge, or else to the lower one.
  private static func endMark(of line: [Point], in frame: Rectangle) -> (Point, TextAlignment)? {
    for y in [frame.top + 10, frame.bottom - 10] {
      let points = crossings(of: line.map { ($0.y, $0.x) }, with: y).map { Point(x: $0, y: y) }
      if let point = points.first(where: frame.contains) { return (point, .middle) }
    }
    return nil
  }

  /// A parallel around a pole may come to no edge at all.
  private static func innerMark(of line: [Point]) -> (Point, TextAlignment)? {
    (line[line.count / 8], .middle)
  }

  /// The second coordinate wherever a line's first one passes a value.
  private static func crossings(of line: [(Double, Double)], with value: Double) -> [Double] {
    zip(line, line.dropFirst()).compactMap { one, other in
      guard (one.0 < value) != (other.0 < value) else { return nil }
      return one.1 + (other.1 - one.1) * (value - one.0) / (other.0 - one.0)
    }
  }
}
