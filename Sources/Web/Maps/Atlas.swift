public import Catalogs

/// All places of a catalog: their neighbours, and a map of each.
///
/// Made once for a catalog, then read from any thread. Deterministic: the same places give the same bytes.
public struct Atlas: Sendable {
  /// Width of every drawing, in its own units; 1 unit is meant to be about 1 pixel.
  public static let width = Int(Sheet.width)
  /// Height of every drawing of this atlas: the world is as high as its places need.
  public let height: Int

  private let places: PlaceList
  private let world: WorldMap
  private let land: Land
  private let style: SVG

  /// - Parameters:
  ///   - count: The number of positions.
  ///   - place: The place of a position, or nil; called twice for each position.
  /// - Complexity: n log n; about 80 ms and 8 MB for 200,000.
  public init(in frame: WorldFrame, land: Land, count: Int, colors: AtlasColors, place: (Int) -> Coordinate?)
  {
    places = PlaceList((0..<count).map { place($0).map { Direction($0) } })
    world = WorldMap(
      (0..<count).compactMap { place($0).map { ($0.latitude, $0.longitude) } }, in: frame, land)
    self.land = land
    style = colors.styleSheet
    height = Int((frame.top + frame.height + Sheet.margin).rounded(.up))
  }

  /// The nearest other places, nearest first, equally near ones by position.
  ///
  /// Empty for a position without a place.
  public func neighbours(of place: Int, count: Int) -> [Neighbour] {
    places.nearest(to: place, count: count)
  }

  /// The scales of a place's surroundings, each closer than the one before.
  public static let zooms = LocalView.crowds.indices

  /// The world and the surroundings of a place as the content of an `<svg>` in a page, whose style sheet colours it,
  /// with links to the neighbours. Nil for a position without a place. About 8 kB; under 1 ms.
  /// - Parameters:
  ///   - zoom: one of ``zooms``.
  ///   - words: the measures in the page's language.
  ///   - overview: the address of ``overview(of:)``.
  ///   - name: of a neighbour by its position: any text. Called for some dozens.
  ///   - address: of a neighbour by its position.
  public func content(
    of place: Int, zoom: Int, words: any MapWords, title: String, overview: String, name: (Int) -> String,
    address: (Int) -> String
  ) -> [UInt8]? {
    drawing(of: place, zoom, words, title, name)?.content(overview: overview, address: address).bytes
  }

  /// The world alone as an SVG document. Some milliseconds for 100,000 places.
  ///
  /// - Parameter found: The positions to show among all places; nil shows all places alike.
  public func overview(of found: [Int]? = nil) -> [UInt8] {
    world.overview(of: found?.compactMap(places.direction(of:)), style: style).bytes
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

  private func drawing(
    of place: Int, _ zoom: Int, _ words: any MapWords, _ title: String, _ name: (Int) -> String
  ) -> MapDrawing? {
    guard let direction = places.direction(of: place) else { return nil }
    let title = MapText(title)
    return MapDrawing(
      title: title,
      layout: LocalLayout(
        around: direction, neighbours: located(neighbours(of: place, count: Self.drawn)), zoom: zoom,
        in: Sheet.local, land, words: words, title: title, name: name),
      place: direction, world: world, words: words)
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
