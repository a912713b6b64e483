import Maps
import Templates

/// The map of all places that a list shows, as a wide screen has it where nothing is chosen.
struct Overview: Sendable {
  let address: String
  /// What it shows, in words.
  let label: String
  let width: Int
  let height: Int

  /// Nil for a show without places.
  init?(_ list: ShownList, summary: String) {
    guard let latitudes = list.context.latitudes, let address = list.map else { return nil }
    self.address = address
    label = summary
    (width, height) = (Atlas.width, Atlas.overviewHeight(of: latitudes))
  }
}

extension Overview: Renderable {
  static let fields: [Field<Overview>] = [
    .text("overviewAddress") { $0.address },
    .text("overviewLabel") { $0.label },
    .integer("overviewWidth") { $0.width },
    .integer("overviewHeight") { $0.height },
  ]
}
