/// Places names one after the other: a name that finds no free place is left out, none is moved.
struct LabelPlacer {
  let frame: Rectangle
  /// Dots without a name: covered only where every place covers some.
  let quietDots: [Point]
  private(set) var taken: [Rectangle] = []

  init(frame: Rectangle, quietDots: [Point] = []) {
    self.frame = frame
    self.quietDots = quietDots
  }

  /// Keeps a rectangle free of labels, if none is there yet.
  mutating func reserve(_ rectangle: Rectangle) -> Bool {
    guard frame.contains(rectangle), !taken.contains(where: rectangle.overlaps) else { return false }
    taken.append(rectangle)
    return true
  }

  /// The label for a dot; nil if the dot itself or every place for its name is taken.
  mutating func place(_ text: MapText, beside dot: Point, style: LabelStyle) -> Label? {
    let spot = Rectangle(around: dot, radius: style.dotRadius + 1)
    guard frame.contains(spot), !taken.contains(where: spot.overlaps) else { return nil }
    let shortened = text.shortened(to: style.widest / style.size, bold: style.isBold)
    let width = TextWidth.of(shortened.string, bold: style.isBold) * style.size
    let free = Label.Side.allCases.compactMap { side -> (label: Label, covered: Int)? in
      let rectangle = side.rectangle(
        beside: dot, radius: style.dotRadius, width: width, height: style.size * 1.25)
      guard frame.contains(rectangle), !taken.contains(where: rectangle.overlaps) else { return nil }
      return (
        Label(text: shortened, side: side, rectangle: rectangle), quietDots.count(where: rectangle.contains)
      )
    }
    guard let best = free.min(by: { $0.covered < $1.covered }) else { return nil }
    taken.append(spot)
    taken.append(best.label.rectangle)
    return best.label
  }
}
