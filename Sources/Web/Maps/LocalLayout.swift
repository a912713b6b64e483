/// The contents of the closer view and their positions on the sheet.
struct LocalLayout {
  struct Named {
    /// The position of a neighbour; nil for the place itself.
    var place: Int?
    let point: Point
    let label: Label
  }

  let scaleBar: ScaleBar
  let land: SVG
  let lines: [[Point]]
  let marks: [Label]
  let place: Named?
  let named: [Named]
  let unnamed: [Point]

  private static let mostNamed = 24
  private static let widestBar = 120.0

  /// - Parameter name: The name of a neighbour by its position; called for the nearer ones in the view only.
  init(
    around place: Direction, neighbours: [(neighbour: Neighbour, direction: Direction)], zoom: Int = 0,
    in frame: Rectangle, _ land: Land, words: any MapWords, title: MapText, name: (Int) -> String
  ) {
    let view = LocalView(
      around: place, reach: LocalView.reach(of: neighbours.map(\.neighbour), zoom), in: frame)
    scaleBar = ScaleBar(metresPerUnit: view.metresPerUnit, widest: Self.widestBar)
    self.land = land.drawing(in: view)

    let seen = neighbours.map { (place: $0.neighbour.place, point: view.point(of: $0.direction)) }
      .filter { frame.contains($0.point) }
    var placer = LabelPlacer(frame: frame.inset(by: 3), dots: seen.map(\.point))
    self.place = placer.place(title, beside: frame.centre, .place)
      .map { Named(point: frame.centre, label: $0) }
    let graticule = Graticule(of: view, words)
    lines = graticule.lines
    marks = graticule.marks.filter { placer.reserve($0.rectangle) }

    var named: [Named] = []
    var unnamed: [Point] = []
    var names: Set<String> = []
    for (place, point) in seen {
      let text = named.count < Self.mostNamed ? MapText(name(place)) : nil
      if let text, !text.isEmpty, !names.contains(text.string),
        let label = placer.place(text, beside: point, .neighbour)
      {
        named.append(Named(place: place, point: point, label: label))
        names.insert(text.string)
      } else {
        unnamed.append(point)
      }
    }
    self.named = named
    let words = named.map(\.label) + marks + (self.place.map { [$0.label] } ?? [])
    // A dot that shows through a name would look like a part of it.
    self.unnamed = unnamed.filter { dot in
      !words.contains { $0.rectangle.inset(by: -2.5).contains(dot) }
    }
  }
}

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
  /// If a few are near and the rest are far, such as on an island, the few fill the view. The reach is
  /// between ``nearest`` and ``farthest``; a lone place has up to ``utmost``, which shows its first neighbours.
  static func reach(of neighbours: [Neighbour], _ zoom: Int) -> Double {
    let distances = neighbours.prefix(crowds[zoom]).map(\.distance)
    guard let last = distances.last else { return alone / Double(1 << zoom) }
    let gap = distances.indices.dropFirst(few).first { distances[$0] > max(distances[$0 - 1], nearest) * 4 }
    let wanted = gap.map { distances[$0 - 1] * 1.15 } ?? last * 1.1
    let company = distances.prefix(2).last.map { $0 * 1.15 } ?? 0
    let reach = max(min(max(wanted, nearest), farthest), min(company, utmost))
    // A step closer shows at most half, even where there are no neighbours.
    return zoom == 0 ? reach : min(reach, self.reach(of: neighbours, zoom - 1) / 2)
  }

  /// The numbers of neighbours that fill a view, from the farthest one on.
  static let crowds = [22, 9, 4]
  /// Neighbours that suffice for a view.
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

  /// - Parameter widest: The most units that the bar takes; it takes at least 0.4 of them.
  init(metresPerUnit: Double, widest: Double) {
    metres = RoundNumber.below(metresPerUnit * widest)
    length = metres / metresPerUnit
  }

  /// A line with a tick at either end, and the text after it.
  func drawing(from start: Point, _ text: String) -> SVG {
    let (y, end) = (start.y, start.x + length)
    let bar = [
      Point(x: start.x, y: y - 3), Point(x: start.x, y: y + 3), start, Point(x: end, y: y),
      Point(x: end, y: y - 3), Point(x: end, y: y + 3),
    ]
    let text = Label(MapText(own: text), at: Point(x: end + 7, y: y), .start, .mark)
    return "<path class=\"bar\" d=\"\(line: bar)\"/>\(.label("c", text))"
  }
}

/// A point on the sheet, in its units; y grows downwards.
struct Point: Equatable {
  var x: Double
  var y: Double

  func squaredDistance(to other: Point) -> Double {
    (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
  }
}

/// A rectangle on the sheet.
struct Rectangle: Equatable {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
}

extension Rectangle {
  init(around point: Point, radius: Double) {
    self.init(
      left: point.x - radius, top: point.y - radius, right: point.x + radius, bottom: point.y + radius)
  }

  var width: Double { right - left }
  var height: Double { bottom - top }
  var centre: Point { Point(x: (left + right) / 2, y: (top + bottom) / 2) }

  func overlaps(_ other: Rectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ point: Point) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }

  func contains(_ other: Rectangle) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }

  func inset(by margin: Double) -> Rectangle { outset(by: -margin, -margin) }

  func outset(by x: Double, _ y: Double) -> Rectangle {
    Rectangle(left: left - x, top: top - y, right: right + x, bottom: bottom + y)
  }
}

/// The layout of every sheet, in its units.
enum Sheet {
  static let width = 400.0
  static let local = Rectangle(left: 0, top: 0, right: width, bottom: 280)
  /// The line under the closer view: the scale bar.
  static let captionY = 297.0
  static let margin = 14.0
  static let worldTop = 318.0
}
