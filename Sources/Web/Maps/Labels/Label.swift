/// A name that has found its place beside its dot.
struct Label: Equatable {
  let text: MapText
  let side: Side
  /// What the text takes at most.
  let rectangle: Rectangle

  /// Where it begins, ends or has its middle, by its side.
  var anchor: Point {
    switch side.alignment {
    case .start: Point(x: rectangle.left, y: rectangle.centre.y)
    case .middle: rectangle.centre
    case .end: Point(x: rectangle.right, y: rectangle.centre.y)
    }
  }

  /// Where a label may stand, the best first.
  enum Side: CaseIterable {
    case right, left, upperRight, lowerRight, upperLeft, lowerLeft, above, below

    var alignment: TextAlignment {
      switch self {
      case .right, .upperRight, .lowerRight: .start
      case .left, .upperLeft, .lowerLeft: .end
      case .above, .below: .middle
      }
    }

    func rectangle(beside dot: Point, radius: Double, width: Double, height: Double) -> Rectangle {
      let near = radius + 2.5
      let left =
        switch self {
        case .right: dot.x + near
        case .left: dot.x - near - width
        case .upperRight, .lowerRight: dot.x + radius * 0.6
        case .upperLeft, .lowerLeft: dot.x - radius * 0.6 - width
        case .above, .below: dot.x - width / 2
        }
      let top =
        switch self {
        case .right, .left: dot.y - height / 2
        case .upperRight, .upperLeft, .above: dot.y - radius - 1 - height
        case .lowerRight, .lowerLeft, .below: dot.y + radius + 1
        }
      return Rectangle(left: left, top: top, right: left + width, bottom: top + height)
    }
  }
}
