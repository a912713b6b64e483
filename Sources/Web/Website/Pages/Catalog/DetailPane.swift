import Catalogs
import Maps
import Templates
import Text

/// One entry in full.
struct DetailPane: Sendable {
  /// The results that it stands in.
  let list: ShownList
  let entry: Entry
  private let title: SafeHTML
  private let description: SafeHTML
  let map: Map?
  private let portrait: Portrait?
  /// Nil for an entry with a picture or a place.
  private let standIn: StandIn?
  private let facts: [FactLine]
  private let source: Source?
  /// The other sections that it stands in.
  private let sections: [Tab]
  /// Those that it names, and that name it.
  private let related: [Row]
  /// What keeps the view as it is, for their addresses.
  private let relatedQuery: SafeHTML

  init(_ entry: Entry, at position: Int, in list: ShownList) {
    self.list = list
    self.entry = entry
    let context = list.context
    let search = list.highlighted(in: entry)
    title =
      search.isEmpty ? SafeHTML(escaping: entry.title) : Highlighting.highlight(entry.title, search)
    let isKiosk = context.addresses.venue == .kiosk
    let text = isKiosk ? entry.description.withoutLinks : entry.description
    description = search.isEmpty ? text : Highlighting.highlight(text, search)
    map = Map(entry, at: position, context)
    portrait = map != nil && entry.picture == nil ? nil : Portrait(entry, context)
    standIn = map == nil && portrait == nil ? StandIn(id: entry.id, title: entry.title) : nil
    facts =
      entry.facts.map { FactLine($0, in: context.language) }
      + context.catalog.facts(at: position).map { FactLine($0, at: position, list.state.view, in: context) }
    source = isKiosk ? nil : entry.link.flatMap(Source.init)
    sections = entry.sections.map { context.catalog.sections[$0] }.filter { $0.id != list.state.section }.map
    {
      Tab(
        title: context.language.section($0.title),
        address: context.addresses.list(ListState().with(\.view, list.state.view).with(\.section, $0.id)),
        isCurrent: false)
    }
    related = context.mentions.related(to: position).map(context.row(at:))
    relatedQuery = SafeHTML(
      escaping: context.addresses.entryQuery(ListState().with(\.view, list.state.view)))
  }

  /// Whether the page changes when pictures arrive.
  var awaitsPictures: Bool {
    portrait?.isProvisional == true || related.contains { $0.thumbnail.isAwaited }
  }

  /// Address of the list that the visitor came from.
  private var back: String { list.context.addresses.list(list.state, at: entry.id) }

  /// Nil if no favorites are kept.
  private var star: Star? {
    list.favorites.map {
      Star(
        entry.id, SafeHTML(escaping: entry.title), list.starQuery(from: .entry(entry.id)),
        isFavorite: $0.contains(entry.id), list.context.addresses)
    }
  }

  /// Where the entry lies.
  struct Map: Sendable {
    let address: String
    /// What the map shows, in words.
    let label: String
    let width: Int
    let height: Int
    /// Nil where nothing leads elsewhere.
    let elsewhere: MapLinks?

    /// Nil for an entry without a place.
    init?(_ entry: Entry, at position: Int, _ context: PageContext) {
      guard let atlas = context.atlas, let coordinate = entry.coordinate else { return nil }
      address = context.addresses[.map, entry.id]
      label =
        atlas.whereabouts(of: position).map {
          context.language.description(of: $0, title: entry.title, name: context.nameBeside(entry.title))
        } ?? entry.title
      (width, height) = (Atlas.width, atlas.height)
      elsewhere =
        context.addresses.venue == .kiosk ? nil : MapLinks(coordinate, title: entry.title)
    }
  }

  /// Where the entry comes from.
  struct Source: Sendable {
    let address: String
    let host: String

    /// Nil for an address without a host.
    init?(_ address: String) {
      let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty else { return nil }
      host = String(parts[2].prefix { !"/?#".contains($0) })
      self.address = address
      if host.isEmpty { return nil }
    }
  }
}

extension DetailPane: Renderable {
  static let fields: [Field<DetailPane>] = [
    .text("plainTitle") { $0.entry.title },
    .html("entryTitle") { $0.title },
    .html("entrySubtitle") {
      $0.list.context.subtitle(of: $0.entry).map { SafeHTML(escaping: $0) } ?? .empty
    },
    .flag("isSubtitleOfFeed") { $0.entry.subtitle != nil },
    .html("description") { $0.description },
    .object("portrait") { $0.portrait },
    .object("standIn") { $0.standIn },
    .object("map") { $0.map },
    .flag("hasFacts") { !$0.facts.isEmpty },
    .list("facts") { $0.facts },
    .text("back") { $0.back },
    .flag("hasOtherSections") { !$0.sections.isEmpty },
    .list("otherSections") { $0.sections },
    .flag("hasRelated") { !$0.related.isEmpty },
    .list("related") { $0.related },
    .html("relatedQuery") { $0.relatedQuery },
    .object("source") { $0.source },
    .object("star") { $0.star },
    .object("neighbours") { $0.list.neighbours },
  ]
}

extension DetailPane.Map: Renderable {
  static let fields: [Field<DetailPane.Map>] = [
    .text("mapAddress") { $0.address },
    .text("mapLabel") { $0.label },
    .integer("mapWidth") { $0.width },
    .integer("mapHeight") { $0.height },
    .object("elsewhere") { $0.elsewhere },
  ]
}

extension DetailPane.Source: Renderable {
  static let fields: [Field<DetailPane.Source>] = [
    .text("sourceAddress") { $0.address },
    .text("sourceHost") { $0.host },
  ]
}
