/// A point on the sheet, in its units; y grows downwards.
struct Point: Equatable {
  var x: Double
  var y: Double

  func squaredDistance(to other: Point) -> Double {
    (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
  }
}

/// A rectangle on the sheet.
struct Rectangle: Equatable {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
}

extension Rectangle {
  init(around point: Point, radius: Double) {
    self.init(
      left: point.x - radius, top: point.y - radius, right: point.x + radius, bottom: point.y + radius)
  }

  var width: Double { right - left }
  var height: Double { bottom - top }
  var centre: Point { Point(x: (left + right) / 2, y: (top + bottom) / 2) }

  func overlaps(_ other: Rectangle) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ point: Point) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }

  func contains(_ other: Rectangle) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }

  func inset(by margin: Double) -> Rectangle { outset(by: -margin, -margin) }

  func outset(by x: Double, _ y: Double) -> Rectangle {
    Rectangle(left: left - x, top: top - y, right: right + x, bottom: bottom + y)
  }
}

/// The layout of every sheet, in its units.
enum Sheet {
  static let width = 400.0
  static let local = Rectangle(left: 0, top: 0, right: width, bottom: 280)
  /// The line under the closer view: the scale bar and the coordinates.
  static let captionY = 297.0
  static let margin = 14.0
  static let worldTop = 318.0
}
