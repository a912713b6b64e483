public import CatalogCore

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

  /// - Parameter places: nil for what has no place; positions in here name the places from then on.
  /// - Complexity: n log n; about 80 ms and 6 MB for 200,000.
  public init(places: some Collection<Coordinate?>, colors: AtlasColors) {
    tree = PlaceTree(places.map { $0.map { Direction($0) } })
    world = WorldMap(places.compactMap { $0.map { ($0.latitude, $0.longitude) } })
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

  /// The world and the surroundings of a place; nil for a position that has none. About 1 ms.
  ///
  /// - Parameters:
  ///   - title: of the place; any text.
  ///   - name: of a neighbour by its position, short, since it stands beside a dot; any text. Asked
  ///     for as many as are drawn.
  public func map(of place: Int, title: String, name: (Int) -> String) -> PlaceMap? {
    guard let direction = tree.direction(of: place) else { return nil }
    let neighbours = tree.nearest(to: direction, count: Self.crowd, except: place).neighbours
    let title = PlainText(title)
    let layout = LocalLayout(
      around: direction,
      neighbours: neighbours.compactMap { neighbour in
        tree.direction(of: neighbour.place).map { (neighbour, $0) }
      }, in: Sheet.local, title: title, name: name)
    let words = PlaceWords.describe(
      title, at: direction,
      near: neighbours.prefix(Self.told).compactMap { neighbour in
        tree.direction(of: neighbour.place).map { (PlainText(name(neighbour.place)), $0, neighbour.distance) }
      })
    let drawing = MapDrawing(
      title: title, description: PlainText(own: words), layout: layout, place: direction, world: world,
      style: style, height: height)
    return PlaceMap(svg: drawing.svg(), description: words)
  }

  /// Neighbours that are drawn at most, and that are named in the description.
  private static let crowd = 200
  private static let told = 5
}
