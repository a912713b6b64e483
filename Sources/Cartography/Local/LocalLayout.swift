/// What the closer view shows, and where on the sheet.
struct LocalLayout {
  struct Named {
    let point: Point
    let label: Label
  }

  let scaleBar: ScaleBar
  let lines: [[Point]]
  let marks: [Graticule.Mark]
  let place: Named?
  let named: [Named]
  let unnamed: [Point]

  private static let mostNamed = 18
  private static let widestBar = 120.0

  /// - Parameter name: of a neighbour, by its position; asked for the nearer ones in the view only.
  init(
    around place: Direction, neighbours: [(neighbour: Neighbour, direction: Direction)], in frame: Rectangle,
    title: PlainText, name: (Int) -> String
  ) {
    let view = LocalView(
      around: LocalPlane(latitude: place.latitude, longitude: place.longitude),
      reach: LocalView.reach(of: neighbours.map(\.neighbour)), in: frame)
    let seen = neighbours.map { ($0.neighbour.place, view.point(of: $0.direction)) }
      .filter { frame.contains($0.1) }
    scaleBar = ScaleBar(metresPerUnit: view.metresPerUnit, widest: Self.widestBar)

    var placer = LabelPlacer(frame: frame.inset(by: 3), quietDots: seen.map(\.1))
    let label = placer.place(title, beside: frame.centre, style: .place)
    self.place = label.map { Named(point: frame.centre, label: $0) }
    let graticule = Graticule(of: view)
    lines = graticule.lines
    marks = graticule.marks.filter { placer.reserve(Self.rectangle(of: $0)) }

    var named: [Named] = []
    var unnamed: [Point] = []
    var names: Set<String> = []
    for (place, point) in seen {
      let text = named.count < Self.mostNamed ? PlainText(name(place)) : nil
      if let text, !names.contains(text.string),
        let label = placer.place(text, beside: point, style: .neighbour)
      {
        named.append(Named(point: point, label: label))
        names.insert(text.string)
      } else {
        unnamed.append(point)
      }
    }
    self.named = named
    self.unnamed = unnamed
  }

  private static func rectangle(of mark: Graticule.Mark) -> Rectangle {
    let width = TextWidth.of(mark.text.string, bold: false) * LabelStyle.mark.size
    let height = LabelStyle.mark.size * 1.25
    return Rectangle(
      left: mark.point.x - width / 2, top: mark.point.y - height / 2,
      right: mark.point.x + width / 2, bottom: mark.point.y + height / 2)
  }
}
