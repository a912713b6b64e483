public import Catalogs
import Glibc

/// A part of the globe on a sheet: degrees, stretched by the cosine of the latitude in the middle.
public struct MapFrame: Sendable {
  /// Of every sheet, in its units; 1 unit is meant to be about 1 pixel.
  public static let width = 400.0
  public let height: Double
  /// Degrees in the middle.
  private let latitude: Double
  private let longitude: Double
  /// Units in a degree of latitude, and in one of longitude.
  private let unit: Double
  private let across: Double
  let isGlobe: Bool

  private static let metres = 6_371_008.8 * Double.pi / 180
  /// The air around the places of a region, and the least and greatest part of its width that it is high.
  private static let (air, flattest, steepest) = (1.25, 0.45, 0.7)
  /// A region's least and greatest width in degrees of latitude.
  private static let (least, widest) = (0.018, 100.0)
  /// The longitude in the middle of the globe: the edge cuts through the Bering Strait, as that of the land does.
  private static let middle = 11.0
  /// Metres in a unit below which the coasts look wrong.
  private static let finest = 2_400.0
  /// The least distance between lines, in units.
  private static let spacing = 56.0

  private init(_ latitude: Double, _ longitude: Double, wide: Double, high: Double, stretch: Double? = nil) {
    (self.latitude, self.longitude, isGlobe) = (latitude, longitude, stretch != nil)
    unit = Self.width / wide
    across = unit * (stretch ?? Self.stretch(latitude))
    height = (high * unit).rounded(.up)
  }

  private static func stretch(_ latitude: Double) -> Double { max(cos(latitude * .pi / 180), 0.1) }

  /// All places: the region that has them, else the globe, without its ends where these are empty.
  /// - Parameters:
  ///   - places: the latitudes between which places lie.
  ///   - place: the place of a position, or nil; called for each unless they lie far apart.
  public init(around places: ClosedRange<Double>, count: Int, place: (Int) -> Coordinate?) {
    let (latitude, span) = (
      (places.lowerBound + places.upperBound) / 2, places.upperBound - places.lowerBound
    )
    if span * Self.air < Self.widest * Self.steepest {
      let arc = Self.arc(of: (0..<count).compactMap { place($0)?.longitude })
      let wide = max(
        arc.degrees * Self.stretch(latitude) * Self.air, span * Self.air / Self.steepest, Self.least)
      let high = max(span * Self.air, wide * Self.flattest)
      // A lone place is shown on the globe.
      if span + arc.degrees > 0, wide < Self.widest, abs(latitude) + high / 2 < 80 {
        self.init(latitude, remainder(arc.start + arc.degrees / 2, 360), wide: wide, high: high)
        return
      }
    }
    let (south, north) = (max(-90, min(-58, places.lowerBound - 4)), min(90, max(80, places.upperBound + 2)))
    // Shapes are true at 37°, where most people live.
    self.init((south + north) / 2, Self.middle, wide: 360 * 0.8, high: north - south, stretch: 0.8)
  }

  /// The surroundings of a place.
  /// - Parameter reach: metres to the upper edge.
  init(around place: Direction, reach: Double, height: Double) {
    let high = 2 * reach / Self.metres
    self.init(place.latitude, place.longitude, wide: high * Self.width / height, high: high)
  }

  /// The shortest arc with some longitudes: all but the longest stretch without places, across the date line too.
  private static func arc(of longitudes: [Double]) -> (start: Double, degrees: Double) {
    let sorted = longitudes.sorted()
    let gaps = zip(sorted, sorted.dropFirst() + sorted.prefix(1).map { $0 + 360 })
    let widest = gaps.max { $0.1 - $0.0 < $1.1 - $1.0 } ?? (0, 0)
    return (widest.1, 360 - (widest.1 - widest.0))
  }

  public func point(_ latitude: Double, _ longitude: Double) -> (x: Double, y: Double) {
    let point = point(latitude: latitude, longitude: longitude)
    return (point.x, point.y)
  }

  func point(latitude: Double, longitude: Double) -> Point {
    Point(
      x: Self.width / 2 + remainder(longitude - self.longitude, 360) * across,
      y: height / 2 - (latitude - self.latitude) * unit)
  }

  /// What is behind the places, in degrees: the land where its coasts are true enough, and lines at round degrees.
  /// - Parameter land: an element that draws the land from 169° W to 191° E, in degrees.
  func ground(_ land: SVG) -> SVG {
    let (west, north) = (longitude - Self.width / 2 / across, latitude + height / 2 / unit)
    let (wide, high) = (Self.width / across, height / unit)
    var svg: SVG = """
      <svg width="\(Self.width)" height="\(height)" preserveAspectRatio="none" \
      viewBox="\(west, decimals: 5) \(-north, decimals: 5) \(wide, decimals: 5) \(high, decimals: 5)">
      """
    if isGlobe || Self.metres / unit >= Self.finest {
      for turn in [-360.0, 0, 360] where west < turn + 190.9 && turn - 168.9 < west + wide {
        svg += turn == 0 ? land : "<g transform=\"translate(\(turn))\">\(land)</g>"
      }
    }
    svg += "<path class=\"line\" vector-effect=\"non-scaling-stroke\" d=\""
    for line in Self.multiples(above: Self.spacing / across, from: west, to: west + wide) {
      svg += "M\(line, decimals: 3) \(-north, decimals: 5)v\(high, decimals: 5)"
    }
    for line in Self.multiples(above: Self.spacing / unit, from: north - high, to: north) {
      svg += "M\(west, decimals: 5) \(-line, decimals: 3)h\(wide, decimals: 5)"
    }
    return svg + "\"/></svg>"
  }

  private static let steps = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90]

  private static func multiples(above least: Double, from start: Double, to end: Double) -> [Double] {
    let step = steps.first { $0 >= least } ?? 90
    return Array(stride(from: (start / step).rounded(.up) * step, through: end, by: step))
  }

  /// A bar of a round length with its ticks, and the text after it.
  func scaleBar(from start: Point, widest: Double, text: (_ metres: Double) -> String) -> SVG {
    let metres = RoundNumber.below(Self.metres / unit * widest)
    let length = metres / (Self.metres / unit)
    return """
      <path class="bar" d="M\(start.x) \(start.y - 3)v6m0 -3h\(length)m0 -3v6"/>\
      <text class="c" x="\(start.x + length + 7)" y="\(start.y)">\(text(metres))</text>
      """
  }
}

enum RoundNumber {
  /// The greatest of 1, 2 and 5 times a power of ten that is not above a positive number.
  static func below(_ value: Double) -> Double {
    var power = pow(10, floor(log10(value)))
    // The logarithm of a power of ten may be off by a hair either way.
    if power * 10 <= value { power *= 10 }
    if power > value { power /= 10 }
    return [5, 2, 1].map { $0 * power }.first { $0 <= value } ?? power
  }
}
