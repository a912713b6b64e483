extension SVGWriter {
  /// `M0 0L10 5 20 0`; nothing for no point.
  mutating func polyline(_ points: [Point]) {
    for (index, point) in points.enumerated() {
      markup(index == 0 ? "M" : index == 1 ? "L" : " ")
      number(point.x)
      markup(" ")
      number(point.y)
    }
  }

  mutating func box(_ rectangle: Rectangle) {
    polyline([
      Point(x: rectangle.left, y: rectangle.top), Point(x: rectangle.right, y: rectangle.top),
      Point(x: rectangle.right, y: rectangle.bottom), Point(x: rectangle.left, y: rectangle.bottom),
    ])
    markup("z")
  }

  /// A path of dots: lines of no length, with round ends.
  mutating func dots(_ style: StaticString, _ points: [Point]) {
    guard !points.isEmpty else { return }
    markup("<path class=\"")
    markup(style)
    markup("\" d=\"")
    for point in points {
      polyline([point])
      markup("h0")
    }
    markup("\"/>")
  }

  mutating func centre(_ point: Point) {
    markup(" cx=\"")
    number(point.x)
    markup("\" cy=\"")
    number(point.y)
    markup("\"")
  }

  mutating func label(
    _ style: StaticString, _ text: MapText, at point: Point, _ alignment: TextAlignment
  ) {
    markup("<text class=\"")
    markup(style)
    switch alignment {
    case .start: break
    case .middle: markup(" m")
    case .end: markup(" e")
    }
    markup("\" x=\"")
    number(point.x)
    markup("\" y=\"")
    number(point.y)
    markup("\">")
    self.text(text)
    markup("</text>")
  }
}
