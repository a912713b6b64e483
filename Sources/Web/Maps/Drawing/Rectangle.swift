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

  func inset(by margin: Double) -> Rectangle {
    Rectangle(left: left + margin, top: top + margin, right: right - margin, bottom: bottom - margin)
  }
}
