/// The part of a text that its point marks.
enum TextAlignment {
  case start, middle, end
}

/// The size of a label, in units of the sheet.
struct LabelStyle {
  let size: Double
  let isBold: Bool
  let dotRadius: Double
  /// A longer name is shortened.
  let widest: Double
  /// The least width and height of ``Label/space``.
  var least = 0.0

  static let place = LabelStyle(size: 15, isBold: true, dotRadius: 6, widest: 370)
  /// As tall as a link that a finger hits on a narrow screen, where the sheet is 280 pixels wide.
  static let neighbour = LabelStyle(size: 12.5, isBold: false, dotRadius: 2.2, widest: 160, least: 35)
  static let mark = LabelStyle(size: 9, isBold: false, dotRadius: 0, widest: 60)
}

/// A text at its point, and the most space that it takes.
struct Label {
  let text: MapText
  let anchor: Point
  let alignment: TextAlignment
  let rectangle: Rectangle
  /// The same, as large as a finger.
  let space: Rectangle

  /// - Parameters:
  ///   - width: The width of the text if it is known already.
  ///   - air: Space that stays free on both sides.
  init(
    _ text: MapText, at anchor: Point, _ alignment: TextAlignment, _ style: LabelStyle, width: Double? = nil,
    air: Double = 0
  ) {
    self.text = text
    self.anchor = anchor
    self.alignment = alignment
    let (width, height) = (width ?? text.width(bold: style.isBold) * style.size, style.size * 1.25)
    let left =
      switch alignment {
      case .start: anchor.x
      case .middle: anchor.x - width / 2
      case .end: anchor.x - width
      }
    rectangle = Rectangle(
      left: left - air, top: anchor.y - height / 2, right: left + width + air, bottom: anchor.y + height / 2)
    space = rectangle.outset(by: max(0, style.least - width) / 2, max(0, style.least - height) / 2)
  }
}

/// Places labels in order: a label without free space beside its dot is left out, and none is moved.
struct LabelPlacer {
  let frame: Rectangle
  /// All dots: a label covers as few of them as possible, so that their own labels find space.
  let dots: [Point]
  private(set) var taken: [Rectangle] = []

  init(frame: Rectangle, dots: [Point]) {
    self.frame = frame
    self.dots = dots
  }

  /// Reserves the space of a label if it is free.
  mutating func reserve(_ rectangle: Rectangle) -> Bool {
    guard isFree(rectangle) else { return false }
    taken.append(rectangle)
    return true
  }

  /// The label for a dot; nil if the dot itself or every space beside it is taken.
  mutating func place(_ text: MapText, beside dot: Point, _ style: LabelStyle) -> Label? {
    let spot = Rectangle(around: dot, radius: style.dotRadius + 1)
    guard isFree(spot) else { return nil }
    let text = text.shortened(to: style.widest / style.size, bold: style.isBold)
    let width = text.width(bold: style.isBold) * style.size
    let (besides, corner) = (style.dotRadius + 2.5, style.dotRadius * 0.6)
    let above = style.dotRadius + 1 + style.size * 0.625
    let free = Self.sides.compactMap { x, y -> (label: Label, covered: Int)? in
      let anchor = Point(x: dot.x + x * (y == 0 ? besides : corner), y: dot.y + y * above)
      let label = Label(text, at: anchor, x > 0 ? .start : x < 0 ? .end : .middle, style, width: width)
      return isFree(label.space) ? (label, dots.count(where: label.rectangle.contains)) : nil
    }
    guard let best = free.min(by: { $0.covered < $1.covered }) else { return nil }
    taken += [spot, best.label.space]
    return best.label
  }

  private func isFree(_ rectangle: Rectangle) -> Bool {
    frame.contains(rectangle) && !taken.contains(where: rectangle.overlaps)
  }

  /// Right, left, the corners, above and below: the order in which mapmakers prefer them.
  private static let sides: [(x: Double, y: Double)] = [
    (1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1),
  ]
}
