public import Catalogs

/// All places of a catalog: which are near to each other, and a drawing of where each one lies.
///
/// Made once for a catalog, then read from any thread. Deterministic: the same places give the same
/// bytes.
public struct Atlas: Sendable {
  /// Width of every drawing, in its own units; 1 unit is meant to be about 1 pixel.
  public static let width = Int(Sheet.width)
  /// Height of every drawing of this atlas: the world is as high as its places need.
  public let height: Int

  private let tree: PlaceTree
  private let world: WorldMap
  private let style: [UInt8]

  /// - Parameters:
  ///   - count: how many positions there are, each of which names its place from then on.
  ///   - place: nil for a position that has none; asked more than once.
  /// - Complexity: n log n; about 80 ms and 6 MB for 200,000.
  public init(count: Int, colors: AtlasColors, place: (Int) -> Coordinate?) {
    tree = withoutActuallyEscaping(place) { place in
      PlaceTree((0..<count).lazy.map { place($0).map { Direction($0) } })
    }
    world = WorldMap((0..<count).compactMap { place($0).map { ($0.latitude, $0.longitude) } })
    style = StyleSheet.bytes(colors)
    height = Int((world.frame.top + world.frame.height + Sheet.margin).rounded(.up))
  }

  /// The nearest other places, nearest first, equally near ones by position.
  ///
  /// Empty for a position that has no place.
  public func neighbours(of place: Int, count: Int) -> [Neighbour] {
    guard let direction = tree.direction(of: place) else { return [] }
    return tree.nearest(to: direction, count: count, except: place).neighbours
  }

  /// The world and the surroundings of a place as an SVG document in UTF-8; nil for a position that
  /// has no place. About 40 kB, a quarter of that with gzip; under 1 ms.
  ///
  /// Nothing is loaded by it and its style is inside. In an `<img>` it needs no header; opened on its
  /// own it needs `Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'`.
  ///
  /// - Parameters:
  ///   - title: of the place; any text.
  ///   - name: of a neighbour by its position: any text, short, since it stands beside a dot. Asked
  ///     for some dozens.
  public func map(of place: Int, title: String, name: (Int) -> String) -> [UInt8]? {
    guard let direction = tree.direction(of: place) else { return nil }
    let neighbours = located(neighbours(of: place, count: Self.drawn))
    let title = MapText(title)
    return MapDrawing(
      title: title,
      description: describe(title, at: direction, near: neighbours.prefix(Self.told), name: name),
      layout: LocalLayout(
        around: direction, neighbours: neighbours, in: Sheet.local, title: title, name: name),
      place: direction, world: world, style: style, height: height
    ).svg()
  }

  /// The height of the drawings of the world alone, which pages say that need no atlas yet.
  /// - Parameter places: the latitudes between which all places lie.
  public static func overviewHeight(of places: ClosedRange<Double>) -> Int {
    OverviewDrawing.height(of: WorldFrame(around: places))
  }

  /// The world alone as an SVG document, with all places, or with some of them among all. Some milliseconds
  /// for 100,000 places.
  ///
  /// - Parameter places: nil for all; those that have no place are left out.
  public func overview(of places: [Int]? = nil) -> [UInt8] {
    OverviewDrawing(world: world, style: style, found: places?.compactMap(tree.direction(of:))).svg()
  }

  /// What the map shows: where the place is, and its nearest neighbours with distance and direction.
  /// Nil for a position that has no place. The map itself says it in English.
  public func whereabouts(of place: Int) -> Whereabouts? {
    guard let direction = tree.direction(of: place) else { return nil }
    return Whereabouts(
      latitude: direction.latitude, longitude: direction.longitude,
      neighbours: located(neighbours(of: place, count: Self.told)).map {
        ($0.neighbour, Compass(from: direction, to: $0.direction))
      })
  }

  private func describe(
    _ title: MapText, at direction: Direction,
    near neighbours: ArraySlice<(neighbour: Neighbour, direction: Direction)>, name: (Int) -> String
  ) -> MapText {
    let told = neighbours.compactMap { neighbour, direction in
      let name = MapText(name(neighbour.place))
      return name.isEmpty ? nil : (name: name, at: direction, distance: neighbour.distance)
    }
    return MapText(own: PlaceWords.describe(title, at: direction, near: told))
  }

  private func located(_ neighbours: [Neighbour]) -> [(neighbour: Neighbour, direction: Direction)] {
    neighbours.compactMap { neighbour in
      tree.direction(of: neighbour.place).map { (neighbour, $0) }
    }
  }

  /// Neighbours that are drawn at most, and that are told of.
  private static let drawn = 200
  private static let told = 5
}
