internal import Text

/// Writes our own markup unchanged, other text escaped, and numbers as short as possible.
struct SVGWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func markup(_ markup: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
  }

  mutating func markup(_ markup: [UInt8]) {
    bytes.append(contentsOf: markup)
  }

  mutating func text(_ text: MapText) {
    bytes.appendEscaped(text.string)
  }

  mutating func integer(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func number(_ value: Double, decimals: Int = 1) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(contentsOf: NumberText.digits(value.magnitude, decimals: decimals).utf8)
  }

  // MARK: - Shapes

  /// `M0 0L10 5 20 0`; nothing without points.
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

  mutating func circle(_ style: StaticString, radius: Int, at point: Point) {
    markup("<circle class=\"")
    markup(style)
    markup("\" r=\"")
    integer(radius)
    markup("\" cx=\"")
    number(point.x)
    markup("\" cy=\"")
    number(point.y)
    markup("\"/>")
  }

  mutating func label(_ style: StaticString, _ text: MapText, at point: Point, _ alignment: TextAlignment) {
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
