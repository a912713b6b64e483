internal import Text

/// Markup made of literals of ours and interpolated values: texts are escaped, numbers as short as possible.
struct SVG: ExpressibleByStringInterpolation {
  private(set) var bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(stringLiteral literal: String) {
    bytes = Array(literal.utf8)
  }

  init(stringInterpolation interpolation: Interpolation) {
    bytes = interpolation.bytes
  }

  static func + (svg: SVG, more: SVG) -> SVG { SVG(bytes: svg.bytes + more.bytes) }

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

    mutating func appendInterpolation(_ text: String) {
      bytes.appendEscaped(text)
    }

    mutating func appendInterpolation(_ value: Int) {
      bytes += String(value).utf8
    }

    /// - Parameter value: of a sheet or in degrees, so that its digits are few.
    mutating func appendInterpolation(_ value: Double, decimals: Int = 1) {
      let power = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
      let rounded = (value * power).rounded() / power
      // Small numbers would be written with an exponent.
      let text = abs(rounded) < 0.0001 ? "0" : "\(rounded)"
      bytes += (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8
    }
  }

  /// Dots: lines of no length, with round ends.
  static func dots(_ style: SVG, _ points: [Point]) -> SVG {
    guard !points.isEmpty else { return "" }
    var svg: SVG = "<path class=\"\(style)\" d=\""
    for point in points { svg += "M\(point.x) \(point.y)h0" }
    return svg + "\"/>"
  }

  static func marker(at point: Point) -> SVG {
    """
    <circle class="ring" r="10" cx="\(point.x)" cy="\(point.y)"/>\
    <circle class="marker" r="4" cx="\(point.x)" cy="\(point.y)"/>
    """
  }
}
