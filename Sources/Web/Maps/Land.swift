import FoundationEssentials

/// The land of the globe, coarsely, behind the places.
public struct Land: Sendable {
  private let rings: [[(latitude: Double, longitude: Double)]]

  /// Metres in a unit of a drawing below which the outlines look wrong.
  private static let finest = 2_400.0
  /// The cosine of the angle within which a ring has a point if it is drawn around a place; one behind the globe would
  /// be turned inside out.
  private static let near = 0.7

  /// - Parameter file: a ring a line, with longitude and latitude of each point in tenths of a degree. Longitudes run on
  ///   without a jump, from 169° W to the east. There is no land if it cannot be read.
  public init(file: String) {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    rings = text.split(separator: "\n").map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }.map { $0 / 10 }
      return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0 + 1], numbers[$0]) }
    }
  }

  /// The land in a view; empty where its outlines are too coarse.
  func drawing(in view: LocalView) -> SVG {
    guard view.metresPerUnit >= Self.finest else { return "" }
    let near = rings.map { $0.map { Direction(latitude: $0.latitude, longitude: $0.longitude) } }
      .filter { $0.contains { $0.dot(view.plane.centre) > Self.near } }
    return Self.path(near.map { $0.map(view.point) }, in: view.frame)
  }

  func drawing(in frame: WorldFrame) -> SVG {
    guard frame.isGlobe || frame.metresPerUnit >= Self.finest else { return "" }
    let turned = rings.flatMap { ring in
      // A region may lie across the meridian where they begin.
      (frame.isGlobe ? [0] : [-360, 0, 360]).map { turn in
        ring.map { frame.point(latitude: $0.latitude, turn: $0.longitude - frame.middle + turn) }
      }
    }
    return Self.path(turned, in: frame.rectangle)
  }

  /// Rings as steps in fifths of a unit; what is outside of the frame is cut off.
  private static func path(_ rings: [[Point]], in frame: Rectangle) -> SVG {
    var svg: SVG = ""
    for ring in rings {
      var (steps, count, last): (SVG, Int, (x: Int, y: Int)?) = ("", 0, nil)
      for point in clipped(ring, to: frame) {
        let (x, y) = (Int((point.x * 5).rounded()), Int((point.y * 5).rounded()))
        let (east, south) = last.map { (x - $0.x, y - $0.y) } ?? (x, y)
        // Points that are close to each other look like one.
        if last != nil, east * east + south * south < 56 { continue }
        steps += last == nil ? "M\(x) \(y)l" : " \(east) \(south)"
        (last, count) = ((x, y), count + 1)
      }
      if count > 2 { svg += "\(steps)z" }
    }
    return "<path class=\"land\" transform=\"scale(.2)\" fill-rule=\"evenodd\" d=\"\(svg)\"/>"
  }

  /// Sutherland and Hodgman's: what is on the inner side of each edge in turn.
  private static func clipped(_ ring: [Point], to frame: Rectangle) -> [Point] {
    let edges: [(WritableKeyPath<Point, Double>, Double, isLeast: Bool)] = [
      (\.x, frame.left, true), (\.x, frame.right, false), (\.y, frame.top, true), (\.y, frame.bottom, false),
    ]
    return edges.reduce(ring) { ring, edge in
      let (axis, limit, isLeast) = edge
      func isInside(_ point: Point) -> Bool {
        isLeast ? point[keyPath: axis] >= limit : point[keyPath: axis] <= limit
      }
      return ring.indices.flatMap { index -> [Point] in
        let (point, last) = (ring[index], ring[index == 0 ? ring.count - 1 : index - 1])
        guard isInside(point) != isInside(last) else { return isInside(point) ? [point] : [] }
        let share = (limit - last[keyPath: axis]) / (point[keyPath: axis] - last[keyPath: axis])
        var crossing = Point(
          x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share)
        crossing[keyPath: axis] = limit
        return isInside(point) ? [crossing, point] : [crossing]
      }
    }
  }
}
