internal import Text

/// Markup made of literals of ours and interpolated values: names are escaped, numbers as short as possible.
struct SVG: ExpressibleByStringInterpolation {
  private(set) var bytes: [UInt8]

  init(stringLiteral literal: String) {
    bytes = Array(literal.utf8)
  }

  init(stringInterpolation interpolation: Interpolation) {
    bytes = interpolation.bytes
  }

  static func += (svg: inout SVG, more: SVG) {
    svg.bytes += more.bytes
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) {
      bytes += literal.utf8
    }

    mutating func appendInterpolation(_ svg: SVG) {
      bytes += svg.bytes
    }

    mutating func appendInterpolation(_ text: MapText) {
      bytes.appendEscaped(text.string)
    }

    mutating func appendInterpolation(_ value: Int) {
      bytes += String(value).utf8
    }

    mutating func appendInterpolation(_ value: Double, decimals: Int = 1) {
      if value < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes += NumberText.digits(value.magnitude, decimals: decimals).utf8
    }

    /// A line such as `M0 0L10 5 20 0`; nothing without points.
    mutating func appendInterpolation(line points: [Point]) {
      for (index, point) in points.enumerated() {
        appendLiteral(index == 0 ? "M" : index == 1 ? "L" : " ")
        appendInterpolation(point.x)
        appendLiteral(" ")
        appendInterpolation(point.y)
      }
    }

    /// Dots: lines of no length, with round ends.
    mutating func appendInterpolation(dots points: [Point]) {
      for point in points {
        appendInterpolation(line: [point])
        appendLiteral("h0")
      }
    }

    mutating func appendInterpolation(box: Rectangle) {
      appendInterpolation(line: [
        Point(x: box.left, y: box.top), Point(x: box.right, y: box.top), Point(x: box.right, y: box.bottom),
        Point(x: box.left, y: box.bottom),
      ])
      appendLiteral("z")
    }
  }
}

extension SVG {
  static func label(_ style: SVG, _ label: Label) -> SVG {
    let anchor: SVG =
      switch label.alignment {
      case .start: ""
      case .middle: " m"
      case .end: " e"
      }
    return
      "<text class=\"\(style)\(anchor)\" x=\"\(label.anchor.x)\" y=\"\(label.anchor.y)\">\(label.text)</text>"
  }

  static func circle(_ style: SVG, radius: Int, at point: Point) -> SVG {
    "<circle class=\"\(style)\" r=\"\(radius)\" cx=\"\(point.x)\" cy=\"\(point.y)\"/>"
  }
}
