import Catalogs
import Maps
import Templates

/// The map of a list, which wide screens show while no entry is chosen.
struct ListMap: Renderable {
  private let address: String
  private let label: String
  private let height: Int
  /// Address that opens the nearest entry to a point; nil in a copy.
  private let nearest: String?
  /// The place of the entry of the day in the drawing's units.
  private let pin: MapPin?

  /// Nil for a show without coordinates.
  /// - Parameter pinned: position of the entry of the day.
  init?(_ list: ShownList, summary: String, pinned: Int?) {
    guard let latitudes = list.context.latitudes, let address = list.map else { return nil }
    let context = list.context
    (self.address, label, height) = (address, summary, Atlas.overviewHeight(of: latitudes))
    nearest = context.addresses.venue == .copy ? nil : context.addresses[.nearest]
    pin = pinned.flatMap { context.catalog.entries[$0].coordinate }.map {
      MapPin(point: Atlas.overviewPoint(of: $0, among: latitudes))
    }
  }

  static let fields: [Field<Self>] = [
    .text("mapAddress") { $0.address },
    .text("mapLabel") { $0.label },
    .integer("mapWidth") { _ in Atlas.width },
    .integer("mapHeight") { $0.height },
    .optionalText("nearest") { $0.nearest },
    .object("pin") { $0.pin },
  ]
}

/// A place on the map of a list.
struct MapPin: Renderable {
  /// In the drawing's units.
  let point: (x: Double, y: Double)

  static let fields: [Field<Self>] = [
    .text("pinX") { "\(($0.point.x * 10).rounded() / 10)" },
    .text("pinY") { "\(($0.point.y * 10).rounded() / 10)" },
  ]
}
