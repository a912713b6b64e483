/// A place among its nearest neighbours, with their names where there is room.
struct Surroundings {
  struct Named {
    let place: Int
    let point: Point
    let label: Label
  }

  static let height = 280.0
  private static let sheet = Rectangle(left: 0, top: 0, right: MapFrame.width, bottom: height)
  private static let middle = Point(x: MapFrame.width / 2, y: height / 2)

  let title: Label?
  let named: [Named]
  let unnamed: [Point]
  private let frame: MapFrame

  private static let mostNamed = 24

  /// - Parameter name: of a neighbour by its position; called for the nearer ones in the view only.
  init(
    of place: Direction, _ neighbours: [(neighbour: Neighbour, direction: Direction)], zoom: Int,
    title: String, name: (Int) -> String
  ) {
    let frame = MapFrame(
      around: place, reach: Self.reach(of: neighbours.map(\.neighbour.distance), zoom), height: Self.height)
    let seen = neighbours.map {
      (
        place: $0.neighbour.place,
        point: frame.point(latitude: $0.direction.latitude, longitude: $0.direction.longitude)
      )
    }.filter { Self.sheet.contains($0.point) }
    let inner = Rectangle(around: Self.middle, MapFrame.width / 2 - 3, Self.height / 2 - 3)
    var placer = LabelPlacer(frame: inner, dots: seen.map(\.point))
    let label = placer.place(title, beside: Self.middle, .place)
    var (named, unnamed, names): ([Named], [Point], Set<String>) = ([], [], [])
    for (place, point) in seen {
      let text = named.count < Self.mostNamed ? name(place) : ""
      if !text.isEmpty, !names.contains(text), let label = placer.place(text, beside: point, .neighbour) {
        named.append(Named(place: place, point: point, label: label))
        names.insert(text)
      } else {
        unnamed.append(point)
      }
    }
    let labels = named.map(\.label) + [label].compactMap(\.self)
    (self.frame, self.title, self.named) = (frame, label, named)
    // A dot that shows through a name would look like a part of it.
    self.unnamed = unnamed.filter { dot in
      !labels.contains { label in
        let box = label.rectangle
        return Rectangle(left: box.left - 3, top: box.top - 3, right: box.right + 3, bottom: box.bottom + 3)
          .contains(dot)
      }
    }
  }

  /// - Parameter address: of a neighbour.
  func drawing(land: String, length: (_ metres: Double) -> String, address: (Int) -> String) -> SVG {
    var svg: SVG = """
      <rect class="field" width="\(MapFrame.width)" height="\(Self.height)"/>\
      \(frame.ground("<image href=\"\(land)\" x=\"-169\" y=\"-90\" width=\"360\" height=\"180\"/>"))\
      \(.dots("quiet", unnamed))\(.dots("named", named.map(\.point)))
      """
    for one in named {
      let space = one.label.space
      svg += """
        <a href="\(address(one.place))"><rect class="spot" x="\(space.left)" y="\(space.top)" \
        width="\(space.width)" height="\(space.height)"/>\(one.label.markup)</a>
        """
    }
    svg += .marker(at: Self.middle)
    if let title { svg += title.markup }
    return svg + frame.scaleBar(from: Point(x: 14, y: Self.height + 17), widest: 120, text: length)
  }

  /// The numbers of neighbours that fill a view, from the farthest one on.
  static let crowds = [22, 9, 4]
  /// Metres to the upper edge: of a view, and where there are no neighbours.
  private static let (nearest, farthest, utmost, alone) = (1_000.0, 1_500_000.0, 4_000_000.0, 500_000.0)
  /// Neighbours that suffice for a view.
  private static let few = 3

  /// The reach of a view that shows a fair number of neighbours.
  ///
  /// If a few are near and the rest are far, such as on an island, the few fill the view. A lone place shows its first
  /// neighbours, if they are no farther than half a continent.
  static func reach(of all: [Double], _ zoom: Int) -> Double {
    let distances = all.prefix(crowds[zoom])
    guard let last = distances.last else { return alone / Double(1 << zoom) }
    let gap = distances.indices.dropFirst(few).first { distances[$0] > max(distances[$0 - 1], nearest) * 4 }
    let wanted = gap.map { distances[$0 - 1] * 1.15 } ?? last * 1.1
    let company = distances.prefix(2).last.map { $0 * 1.15 } ?? 0
    let reach = max(min(max(wanted, nearest), farthest), min(company, utmost))
    // A step closer shows at most half, even where there are no neighbours.
    return zoom == 0 ? reach : min(reach, self.reach(of: all, zoom - 1) / 2)
  }
}
