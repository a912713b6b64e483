import HTML
import Templating

/// One entry in full.
struct DetailPane: Sendable {
  /// Title as plain text, for the bar.
  let plainTitle: String
  let title: SafeHTML
  let subtitle: SafeHTML
  let description: SafeHTML
  let portrait: Portrait?
  let map: Map?
  let facts: [FactLine]
  /// Address of the list that the visitor came from.
  let back: String
  let source: Source?
  /// Nil where no favorites are kept.
  let star: Star?
  /// Nil for the only one of its results.
  let neighbours: NeighbourLinks?

  /// Marks the entry, or unmarks it.
  struct Star: Sendable {
    let title: SafeHTML
    let address: SafeHTML
    let query: SafeHTML
    let isMarked: Bool
  }

  /// The picture; its size, in pixels, only reserves its place.
  struct Portrait: Sendable {
    let address: String
    let width: Int
    let height: Int
  }

  /// Where the entry lies.
  struct Map: Sendable {
    let address: String
    /// What the map shows, in words.
    let label: String
    let width: Int
    let height: Int
    let elsewhere: MapLinks
  }

  /// Where the entry comes from.
  struct Source: Sendable {
    let address: String
    let host: String
  }
}

extension DetailPane: Renderable {
  static let fields: [Field<DetailPane>] = [
    .text("plainTitle") { $0.plainTitle },
    .html("entryTitle") { $0.title },
    .html("entrySubtitle") { $0.subtitle },
    .html("description") { $0.description },
    .object("portrait") { $0.portrait },
    .object("map") { $0.map },
    .flag("hasFacts") { !$0.facts.isEmpty },
    .list("facts") { $0.facts },
    .text("back") { $0.back },
    .object("source") { $0.source },
    .object("star") { $0.star },
    .object("neighbours") { $0.neighbours },
  ]
}

extension DetailPane.Portrait: Renderable {
  static let fields: [Field<DetailPane.Portrait>] = [
    .text("entryPicture") { $0.address },
    .integer("width") { $0.width },
    .integer("height") { $0.height },
  ]
}

extension DetailPane.Map: Renderable {
  static let fields: [Field<DetailPane.Map>] = [
    .text("mapAddress") { $0.address },
    .text("mapLabel") { $0.label },
    .integer("mapWidth") { $0.width },
    .integer("mapHeight") { $0.height },
    .text("openStreetMap") { $0.elsewhere.openStreetMap },
    .text("geo") { $0.elsewhere.geo },
  ]
}

extension DetailPane.Star: Renderable {
  static let fields: [Field<DetailPane.Star>] = [
    .html("starTitle") { $0.title },
    .html("starAddress") { $0.address },
    .html("starQuery") { $0.query },
    .flag("isMarked") { $0.isMarked },
  ]
}

extension DetailPane.Source: Renderable {
  static let fields: [Field<DetailPane.Source>] = [
    .text("sourceAddress") { $0.address },
    .text("sourceHost") { $0.host },
  ]
}
