/// The contents of the closer view, and where they stand on the sheet.
struct LocalLayout {
  struct Named {
    let point: Point
    let label: Label
  }

  let scaleBar: ScaleBar
  let lines: [[Point]]
  let marks: [Label]
  let place: Named?
  let named: [Named]
  let unnamed: [Point]

  private static let mostNamed = 24
  private static let widestBar = 120.0

  /// - Parameter name: of a neighbour, by its position; asked for the nearer ones in the view only.
  init(
    around place: Direction, neighbours: [(neighbour: Neighbour, direction: Direction)], in frame: Rectangle,
    title: MapText, name: (Int) -> String
  ) {
    let view = LocalView(
      around: place, reach: LocalView.reach(of: neighbours.map(\.neighbour)), in: frame)
    scaleBar = ScaleBar(metresPerUnit: view.metresPerUnit, widest: Self.widestBar)

    var placer = LabelPlacer(frame: frame.inset(by: 3))
    self.place = placer.place(title, beside: frame.centre, .place)
      .map { Named(point: frame.centre, label: $0) }
    let graticule = Graticule(of: view)
    lines = graticule.lines
    marks = graticule.marks.filter { placer.reserve($0.rectangle) }

    var named: [Named] = []
    var unnamed: [Point] = []
    var names: Set<String> = []
    for (neighbour, direction) in neighbours {
      let point = view.point(of: direction)
      guard frame.contains(point) else { continue }
      let text = named.count < Self.mostNamed ? MapText(name(neighbour.place)) : nil
      if let text, !text.isEmpty, !names.contains(text.string),
        let label = placer.place(text, beside: point, .neighbour)
      {
        named.append(Named(point: point, label: label))
        names.insert(text.string)
      } else {
        unnamed.append(point)
      }
    }
    self.named = named
    // A dot that shows through a name would look like a part of it.
    self.unnamed = unnamed.filter { dot in
      !placer.taken.contains { $0.inset(by: -2.5).contains(dot) }
    }
  }
}
