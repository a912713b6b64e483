public import Catalogs
import Glibc

/// The world's position on the sheet: the globe's width and as much of its height as has places, or the region that has
/// all of them.
public struct WorldFrame: Sendable {
  let left: Double
  let top: Double
  let width: Double
  let height: Double
  /// Degrees.
  let latitudes: ClosedRange<Double>
  /// The longitude in the middle, and the degrees from there to either edge.
  let middle: Double
  let halfTurn: Double
  let isGlobe: Bool

  private let scale: Double
  private let northEdge: Double

  /// A region's least width in metres, the air around its places, and the least and greatest part of its height.
  private static let (least, air, flattest, steepest) = (2_000.0, 1.25, 0.45, 0.7)
  /// A region's greatest width: 100 degrees.
  private static let widest = 100 * Double.pi / 180

  /// Farther north and south, Mercator's projection grows too fast.
  private static func isLow(_ latitudes: ClosedRange<Double>) -> Bool {
    latitudes.clamped(to: -66...76) == latitudes
  }

  /// The globe's ends are left out where they are empty, at most beyond 80° N and 58° S.
  /// - Parameters:
  ///   - places: the latitudes between which places lie.
  ///   - place: the place of a position, or nil; called for each unless they lie far north or south.
  public init(around places: ClosedRange<Double>, count: Int, place: (Int) -> Coordinate?) {
    left = Sheet.margin
    top = Sheet.worldTop
    width = Sheet.width - 2 * Sheet.margin
    let (south, north) = (Mercator.y(places.lowerBound), Mercator.y(places.upperBound))
    let (centre, span) = ((south + north) / 2, north - south)
    let isLow = Self.isLow(places) && span * Self.air < Self.widest * Self.steepest
    let arc = Self.arc(of: isLow ? (0..<count).compactMap { place($0)?.longitude } : [])
    let wide = max(
      arc.degrees * .pi / 180 * Self.air, span * Self.air / Self.steepest,
      Self.least / Direction.earthRadius * cosh(centre))
    let high = max(span * Self.air, wide * Self.flattest)
    let shown = Mercator.latitude(centre - high / 2)...Mercator.latitude(centre + high / 2)
    // A lone place is shown on the globe.
    if span + arc.degrees > 0, wide < Self.widest, Self.isLow(shown) {
      (isGlobe, latitudes, scale) = (false, shown, width / wide)
      (middle, halfTurn) = (remainder(arc.start + arc.degrees / 2, 360), wide * 90 / .pi)
      (northEdge, height) = (centre + high / 2, high * width / wide)
      return
    }
    isGlobe = true
    (middle, halfTurn) = (EqualEarth.middle, 179.9999)
    latitudes = max(-90, min(-58, places.lowerBound - 4))...min(90, max(80, places.upperBound + 2))
    scale = width / (2 * EqualEarth.halfWidth)
    northEdge = EqualEarth.project(latitude: latitudes.upperBound, turn: 0).y
    height = (northEdge - EqualEarth.project(latitude: latitudes.lowerBound, turn: 0).y) * scale
  }

  /// The shortest arc with some longitudes: all but the longest stretch without places, across the date line too.
  private static func arc(of longitudes: [Double]) -> (start: Double, degrees: Double) {
    let sorted = longitudes.sorted()
    let gaps = zip(sorted, sorted.dropFirst() + sorted.prefix(1).map { $0 + 360 })
    let widest = gaps.max { $0.1 - $0.0 < $1.1 - $1.0 } ?? (0, 0)
    return (widest.1, 360 - (widest.1 - widest.0))
  }

  func point(latitude: Double, longitude: Double) -> Point {
    point(latitude: latitude, turn: remainder(longitude - middle, 360))
  }

  /// - Parameter turn: degrees to the east of the middle.
  func point(latitude: Double, turn: Double) -> Point {
    let (x, y) =
      isGlobe
      ? EqualEarth.project(latitude: latitude, turn: turn)
      : (turn * .pi / 180, Mercator.y(latitude))
    return Point(x: left + width / 2 + x * scale, y: top + (northEdge - y) * scale)
  }

  /// Degrees between the lines of the graticule.
  var steps: (latitude: Double, longitude: Double) {
    guard !isGlobe else { return (30, 30) }
    let step = RoundNumber.degrees(above: halfTurn / 2)
    return (min(step, RoundNumber.degrees(above: (latitudes.upperBound - latitudes.lowerBound) / 3)), step)
  }

  // MARK: The world alone

  /// The height of the drawings of the world alone, for pages that are shown before the atlas is made.
  public var overviewHeight: Int { WorldMap.height(of: self) }

  /// The point of a place in the drawing of the world alone, in its units from its upper left corner.
  public func overviewPoint(of place: Coordinate) -> (x: Double, y: Double) {
    let point = point(latitude: place.latitude, longitude: place.longitude)
    return (point.x, point.y - WorldMap.overviewTop)
  }

  var rectangle: Rectangle {
    Rectangle(left: left, top: top, right: left + width, bottom: top + height)
  }

  var metresPerUnit: Double {
    let centre = (latitudes.lowerBound + latitudes.upperBound) / 2
    return Direction.earthRadius * cos(centre * .pi / 180) / scale
  }

  /// The scale of a region.
  var caption: SVG {
    guard !isGlobe else { return "" }
    let bar = ScaleBar(metresPerUnit: metresPerUnit, widest: width / 4)
    let text = bar.metres < 1_000 ? "\(Int(bar.metres)) m" : "\(Int(bar.metres / 1_000)) km"
    return bar.drawing(from: Point(x: left + 8, y: top + height - 10), text)
  }
}

/// Mercator's projection, in radii; shapes are true. y grows to the north.
enum Mercator {
  static func y(_ latitude: Double) -> Double { asinh(tan(latitude * .pi / 180)) }
  static func latitude(_ y: Double) -> Double { atan(sinh(y)) * 180 / .pi }
}

/// The Equal Earth projection of the whole globe (Šavrič, Patterson and Jenny, 2018).
///
/// In radii; y grows to the north.
enum EqualEarth {
  /// The central meridian in degrees: the edge then cuts through the Bering Strait and leaves Chukotka and
  /// Fiji whole.
  static let middle = 11.0
  static let halfWidth = project(latitude: 0, turn: 179.999_999).x

  /// - Parameter turn: degrees to the east of the central meridian.
  static func project(latitude: Double, turn: Double) -> (x: Double, y: Double) {
    let theta = asin(3.0.squareRoot() / 2 * sin(latitude * .pi / 180))
    let lambda = turn * .pi / 180
    let square = theta * theta
    let sixth = square * square * square
    let slope = a1 + 3 * a2 * square + sixth * (7 * a3 + 9 * a4 * square)
    return (
      2 * 3.0.squareRoot() * lambda * cos(theta) / (3 * slope),
      theta * (a1 + a2 * square + sixth * (a3 + a4 * square))
    )
  }

  private static let a1 = 1.340264
  private static let a2 = -0.081106
  private static let a3 = 0.000893
  private static let a4 = 0.003796
}
