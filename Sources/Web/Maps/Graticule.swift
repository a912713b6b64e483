import Glibc

/// Parallels and meridians in a view, at round degrees, each with its value at an edge that it crosses.
struct Graticule {
  private(set) var lines: [[Point]] = []
  private(set) var marks: [Label] = []

  private let view: LocalView

  /// The least distance between lines, in units.
  private static let spacing = 72.0
  /// The space beside a mark, which separates two marks in a corner.
  private static let air = 4.0

  init(of view: LocalView, _ words: any MapWords) {
    self.view = view
    let centre = view.plane.centre
    let (latitude, longitude) = (centre.latitude, centre.longitude)
    let degree = Direction.earthRadius * .pi / 180 / view.metresPerUnit
    // The view lies within a circle; at a pole it touches every longitude.
    let radius = hypot(view.frame.width, view.frame.height) / 2 / degree
    let latitudes = max(latitude - radius, -90)...min(latitude + radius, 90)
    let holdsPole = abs(latitude) + radius >= 90
    let turn = holdsPole ? 180 : asin(sin(radius * .pi / 180) / cos(latitude * .pi / 180)) * 180 / .pi
    let longitudes = longitude - turn...longitude + turn

    let latitudeStep = RoundNumber.degrees(above: Self.spacing / degree)
    let narrowing = max(cos(latitude * .pi / 180), 0.01)
    let longitudeStep =
      holdsPole ? 30 : min(RoundNumber.degrees(above: Self.spacing / degree / narrowing), 30)

    for latitude in Self.multiples(of: latitudeStep, in: latitudes) where abs(latitude) < 90 {
      let line = line(over: longitudes) { Direction(latitude: latitude, longitude: $0) }
      let (left, right) = (
        crossing(line, \.x, view.frame.left + 7), crossing(line, \.x, view.frame.right - 7)
      )
      let text = words.angle(latitude, isLatitude: true, decimals: Self.decimals(of: latitudeStep))
      // A parallel around a pole may come to no edge at all.
      add(
        line, text, at: left ?? right ?? line[line.count / 8],
        left != nil ? .start : right != nil ? .end : .middle)
    }
    for longitude in Self.multiples(of: longitudeStep, in: longitudes)
    where longitude < longitudes.lowerBound + 360 {
      let line = line(over: latitudes) { Direction(latitude: $0, longitude: longitude) }
      let point = crossing(line, \.y, view.frame.top + 10) ?? crossing(line, \.y, view.frame.bottom - 10)
      let text = words.angle(
        remainder(longitude, 360), isLatitude: false, decimals: Self.decimals(of: longitudeStep))
      add(line, text, at: point, .middle)
    }
  }

  private static func decimals(of step: Double) -> Int {
    step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3
  }

  private mutating func add(_ line: [Point], _ text: String, at point: Point?, _ alignment: TextAlignment) {
    guard line.contains(where: view.frame.contains) else { return }
    lines.append(line)
    guard let point else { return }
    marks.append(Label(MapText(own: text), at: point, alignment, .mark, air: Self.air))
  }

  static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
    let (first, last) = ((range.lowerBound / step).rounded(.up), (range.upperBound / step).rounded(.down))
    return first <= last ? stride(from: first, through: last, by: 1).map { $0 * step } : []
  }

  private func line(over range: ClosedRange<Double>, direction: (Double) -> Direction) -> [Point] {
    let pieces = range.upperBound - range.lowerBound < 180 ? 24 : 72
    return (0...pieces).map { piece in
      let share = Double(piece) / Double(pieces)
      return view.point(of: direction(range.lowerBound + (range.upperBound - range.lowerBound) * share))
    }
  }

  /// The first point within the frame at which a line's coordinate has a value.
  private func crossing(_ line: [Point], _ axis: KeyPath<Point, Double>, _ value: Double) -> Point? {
    for (one, other) in zip(line, line.dropFirst()) {
      let (start, end) = (one[keyPath: axis], other[keyPath: axis])
      guard (start < value) != (end < value) else { continue }
      let share = (value - start) / (end - start)
      let point = Point(x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share)
      if view.frame.contains(point) { return point }
    }
    return nil
  }
}
