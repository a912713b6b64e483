import Catalogs
import Maps
import Templates
@_spi(TrustedMarkup) import Text

/// The map of an entry, drawn into its page.
struct EntryMap: Renderable {
  /// Its words: the coordinate, and the nearest entries.
  let label: String
  private let height: Int
  private let drawing: SafeHTML
  /// Addresses of the page with another scale; nil where there is none.
  private let closer: String?
  private let farther: String?
  /// Nil at a kiosk.
  private let elsewhere: MapLinks?

  init?(_ entry: Entry, at position: Int, in list: ShownList) {
    let (context, zoom, addresses) = (list.context, list.zoom, list.context.addresses)
    func address(_ id: String, _ state: ListState, _ zoom: Int) -> String {
      if addresses.venue == .copy { return addresses.entry(id) }
      return addresses[.entry, id]
        + addresses.query(state, zoom > 0 ? [("zoom", "\(zoom)")] : [])
    }
    let name = context.nameBeside(entry.title)
    let state = ListState().with(\.view, list.state.view)
    guard let atlas = context.shown.atlas, let coordinate = entry.coordinate,
      let drawing = atlas.content(
        of: position, zoom: zoom, title: entry.title,
        land: context.assets.address(of: Assets.land, in: addresses), overview: addresses[.mapOfAll],
        length: context.language.length, name: name,
        address: { address(context.catalog.entries[$0].id, state, zoom) })
    else { return nil }
    label =
      atlas.whereabouts(of: position).map {
        context.language.description(of: $0, title: entry.title, name: name)
      } ?? entry.title
    height = atlas.height
    // Names are escaped in the drawing.
    self.drawing = SafeHTML(trusted: drawing)
    let isZoomed = addresses.venue != .copy
    func zoomed(_ zoom: Int) -> String? {
      isZoomed && Atlas.zooms.contains(zoom) ? "\(address(entry.id, list.state, zoom))#map" : nil
    }
    (closer, farther) = (zoomed(zoom + 1), zoomed(zoom - 1))
    elsewhere = addresses.venue == .kiosk ? nil : MapLinks(coordinate, title: entry.title)
  }

  static let fields: [Field<Self>] = [
    .text("mapLabel") { $0.label },
    .integer("mapWidth") { _ in Int(MapFrame.width) },
    .integer("mapHeight") { $0.height },
    .html("drawing") { $0.drawing },
    .optionalText("closer") { $0.closer },
    .optionalText("farther") { $0.farther },
    .object("elsewhere") { $0.elsewhere },
  ]
}

/// Links from a coordinate to other maps.
struct MapLinks: Renderable {
  let openStreetMap: String
  /// For the map app of the device (RFC 5870, with the query that phones show as a label).
  let geo: String

  init(_ coordinate: Coordinate, title: String) {
    let latitude = Self.degrees(coordinate.latitude)
    let longitude = Self.degrees(coordinate.longitude)
    openStreetMap =
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=11/\(latitude)/\(longitude)"
    geo = "geo:\(latitude),\(longitude)?q=\(latitude),\(longitude)(\(PercentCoding.encode(title)))"
  }

  /// Five decimals are about a metre.
  private static func degrees(_ value: Double) -> String {
    let rounded = (value * 100_000).rounded() / 100_000
    // Small numbers would be written with an exponent.
    return abs(rounded) < 0.0001 ? "0" : "\(rounded)"
  }

  static let fields: [Field<Self>] = [
    .text("openStreetMap") { $0.openStreetMap },
    .text("geo") { $0.geo },
  ]
}

/// The map of a list, which wide screens show while no entry is chosen.
struct ListMap: Renderable {
  private let address: String
  private let label: String
  private let height: Int
  /// The place of the entry of the day in the drawing's units.
  private let pin: (x: Double, y: Double)?

  /// Nil for a show without coordinates.
  /// - Parameter pinned: position of the entry of the day.
  init?(_ list: ShownList, summary: String, pinned: Int?) {
    guard let frame = list.context.shown.mapFrame, let address = list.map else { return nil }
    let context = list.context
    (self.address, label, height) = (address, summary, Int(frame.height))
    pin = pinned.flatMap { context.catalog.entries[$0].coordinate }.map {
      frame.point($0.latitude, $0.longitude)
    }
  }

  static let fields: [Field<Self>] = [
    .text("mapAddress") { $0.address },
    .text("mapLabel") { $0.label },
    .integer("mapWidth") { _ in Int(MapFrame.width) },
    .integer("mapHeight") { $0.height },
    .optionalText("pinX") { $0.pin.map { "\(($0.x * 10).rounded() / 10)" } },
    .optionalText("pinY") { $0.pin.map { "\(($0.y * 10).rounded() / 10)" } },
  ]
}
