public import Catalogs
public import Configuration

/// All places of a catalog: their neighbours, and a map of each.
///
/// Made once for a catalog, then read from any thread. Deterministic: the same places give the same bytes.
public struct Atlas: Sendable {
  private let places: PlaceList
  private let overview: Overview

  /// - Parameters:
  ///   - count: The number of positions.
  ///   - land: an `<svg>` of the land, in degrees from 169° W to the east.
  ///   - accent: of what is found.
  ///   - place: The place of a position, or nil; called once for each position.
  /// - Complexity: n log n; about 80 ms and 8 MB for 200,000.
  public init(
    in frame: MapFrame, land: [UInt8], count: Int, accent: Color, place: (Int) -> Coordinate?
  ) {
    let directions = (0..<count).map { place($0).map { Direction($0) } }
    places = PlaceList(directions)
    overview = Overview(directions.compactMap(\.self), in: frame, land: land, accent: accent)
  }

  /// The nearest other places, nearest first, equally near ones by position.
  ///
  /// Empty for a position without a place.
  public func neighbours(of place: Int, count: Int) -> [Neighbour] {
    places.nearest(to: place, count: count)
  }

  /// The scales of a place's surroundings, each closer than the one before.
  public static let zooms = Surroundings.crowds.indices

  /// The height of the drawings of places.
  public var height: Int { Int(Self.top + overview.frame.height) }
  private static let top = Surroundings.height + 34

  /// The surroundings of a place and the world as the content of an `<svg>` in a page, whose style sheet colours it,
  /// with links to the neighbours. Nil for a position without a place. About 8 kB; under 1 ms.
  /// - Parameters:
  ///   - zoom: one of ``zooms``.
  ///   - length: in the page's language.
  ///   - land: the address of the land.
  ///   - overview: the address of ``overview(of:)``.
  ///   - name: of a neighbour by its position: any text. Called for some dozens.
  ///   - address: of a neighbour by its position.
  public func content(
    of place: Int, zoom: Int, title: String, land: String, overview: String,
    length: (_ metres: Double) -> String, name: (Int) -> String, address: (Int) -> String
  ) -> [UInt8]? {
    guard let direction = places.direction(of: place) else { return nil }
    let surroundings = Surroundings(
      of: direction, located(neighbours(of: place, count: Self.drawn)), zoom: zoom, title: title, name: name)
    let frame = self.overview.frame
    var point = frame.point(latitude: direction.latitude, longitude: direction.longitude)
    point.y += Self.top
    let svg: SVG = """
      \(surroundings.drawing(land: land, length: length, address: address))<image href="\(overview)" \
      y="\(Self.top)" width="\(MapFrame.width)" height="\(frame.height)"/>\(.marker(at: point))
      """
    return svg.bytes
  }

  /// The world alone as an SVG document. Some milliseconds for 100,000 places.
  ///
  /// - Parameter found: The positions to show among all places; nil shows all places alike.
  public func overview(of found: [Int]? = nil) -> [UInt8] {
    overview.document(of: found?.compactMap(places.direction(of:))).bytes
  }

  /// The place and its nearest neighbours, for a description in any language.
  ///
  /// Nil for a position without a place.
  public func whereabouts(of place: Int) -> Whereabouts? {
    guard let direction = places.direction(of: place) else { return nil }
    return Whereabouts(
      latitude: direction.latitude, longitude: direction.longitude,
      neighbours: located(neighbours(of: place, count: Self.described)).map {
        ($0.neighbour, Compass(from: direction, to: $0.direction))
      })
  }

  private func located(_ neighbours: [Neighbour]) -> [(neighbour: Neighbour, direction: Direction)] {
    neighbours.compactMap { neighbour in
      places.direction(of: neighbour.place).map { (neighbour, $0) }
    }
  }

  /// The most neighbours that are drawn, and that are described.
  private static let drawn = 200
  private static let described = 5
}

/// The coordinates of a place and its nearest neighbours.
public struct Whereabouts: Sendable {
  /// Degrees, -90 to 90.
  public let latitude: Double
  /// Degrees, -180 to 180.
  public let longitude: Double
  /// The nearest other places, nearest first.
  public let neighbours: [(neighbour: Neighbour, direction: Compass)]
}
