import Catalogs
import Maps
import Templates
import Text

/// An entry with its description, facts and links.
struct DetailPane: Renderable {
  let list: ShownList
  let entry: Entry
  private let title: SafeHTML
  private let description: SafeHTML
  let map: MapImage?
  private let portrait: Portrait?
  /// The pictures beside the first.
  private let strip: [StripPicture]
  /// Nil for an entry with a picture or a map.
  private let placeholder: Placeholder?
  private let facts: [FactLine]
  /// Address and host of the entry's page at its source.
  private let source: (address: String, host: String)?
  /// Sections without a common name; others are a fact.
  private let otherSections: [Link]
  /// Entries that this one mentions or that mention it.
  private let related: [Row]
  private let more: MoreLikeThis?
  /// Query of their addresses, which keeps the view.
  private let relatedQuery: SafeHTML

  init(_ entry: Entry, at position: Int, in list: ShownList) {
    self.list = list
    self.entry = entry
    let context = list.context
    let search = list.highlighted(in: entry)
    title =
      search.isEmpty ? SafeHTML(escaping: entry.title) : Highlighting.highlight(entry.title, search)
    let isKiosk = context.addresses.venue == .kiosk
    let whole = context.catalog.description(at: position)
    let text = isKiosk ? whole.withoutLinks : whole
    description = search.isEmpty ? text : Highlighting.highlight(text, search)
    map = MapImage(entry, at: position, context)
    portrait = map != nil && entry.picture == nil ? nil : Portrait(entry, context)
    strip = StripPicture.all(of: entry, context)
    placeholder = map == nil && portrait == nil ? Placeholder(entry) : nil
    let sections = entry.sections.map { context.catalog.sections[$0] }
    func links(_ sections: [Section]) -> [Link] {
      sections.map { section in
        let state = ListState().with(\.view, list.state.view).with(\.section, section.id)
        return Link(title: context.section(section.title), address: context.addresses.list(state))
      }
    }
    let label = context.catalog.sectionLabel
    otherSections = label == nil ? links(sections.filter { $0.id != list.state.section }) : []
    let named = label.map { FactLine($0, links(sections), in: context) }
    facts =
      (named.map { $0.values.isEmpty ? [] : [$0] } ?? [])
      + entry.facts.map { FactLine($0, in: context.language) }
      + context.catalog.facts(at: position).map { FactLine($0, at: position, list.state.view, in: context) }
    source = isKiosk ? nil : entry.link.flatMap { link in Self.host(of: link).map { (link, $0) } }
    let mentioned = context.mentions.related(to: position)
    related = mentioned.map(context.row(at:))
    more = context.looks.hasPictures ? MoreLikeThis(position, besides: mentioned, in: context) : nil
    relatedQuery = SafeHTML(
      escaping: context.addresses.entryQuery(list.state.ofLooks))
  }

  var awaitsPictures: Bool {
    portrait?.isProvisional == true || strip.contains(where: \.isAwaited)
      || related.contains { $0.thumbnail.isAwaited }
      || more?.awaitsPictures == true
  }

  private var star: Star? {
    list.star(of: entry, from: .entry(entry.id))
  }

  static func host(of address: String) -> String? {
    let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else { return nil }
    let host = String(parts[2].prefix { !"/?#".contains($0) })
    return host.isEmpty ? nil : host
  }

  static let fields: [Field<Self>] = [
    .text("plainTitle") { $0.entry.title },
    .html("entryTitle") { $0.title },
    .html("entrySubtitle") {
      $0.list.context.subtitle(of: $0.entry).map { SafeHTML(escaping: $0) } ?? .empty
    },
    .flag("isSubtitleOfFeed") { $0.entry.subtitle != nil },
    .html("description") { $0.description },
    .object("portrait") { $0.portrait },
    .flag("hasStrip") { !$0.strip.isEmpty },
    .list("strip") { $0.strip },
    .object("placeholder") { $0.placeholder },
    .object("map") { $0.map },
    .flag("hasFacts") { !$0.facts.isEmpty },
    .list("facts") { $0.facts },
    // The list that the visitor came from.
    .text("back") { $0.list.context.addresses.list($0.list.state, at: $0.entry.id) },
    .flag("hasOtherSections") { !$0.otherSections.isEmpty },
    .list("otherSections") { $0.otherSections },
    .flag("hasRelated") { !$0.related.isEmpty },
    .list("related") { $0.related },
    .object("more") { $0.more },
    .html("otherQuery") { $0.relatedQuery },
    .optionalText("source") { $0.source?.address },
    .optionalText("sourceHost") { $0.source?.host },
    .object("star") { $0.star },
    .object("entryLists") { EntryLists($0.entry, in: $0.list) },
    .object("neighbours") { $0.list.neighbours },
  ]
}

/// The map of an entry or of a list, as a page shows it.
struct MapImage: Renderable {
  let address: String
  let label: String
  private let height: Int
  /// Links to other maps; nil for a list, and at a kiosk.
  private let elsewhere: MapLinks?
  /// Address that opens the nearest entry to a point; nil for the map of an entry, and in a copy.
  private let nearest: String?
  /// The place of the entry of the day in the drawing's units.
  let pin: MapPin?

  init?(_ entry: Entry, at position: Int, _ context: PageContext) {
    guard let atlas = context.atlas, let coordinate = entry.coordinate else { return nil }
    address = context.addresses[.map, entry.id]
    label =
      atlas.whereabouts(of: position).map {
        context.language.description(of: $0, title: entry.title, name: context.nameBeside(entry.title))
      } ?? entry.title
    height = atlas.height
    (nearest, pin) = (nil, nil)
    elsewhere = context.addresses.venue == .kiosk ? nil : MapLinks(coordinate, title: entry.title)
  }

  /// The map of a list, which wide screens show while no entry is chosen; nil for a show without coordinates.
  /// - Parameter pinned: position of the entry of the day.
  init?(_ list: ShownList, summary: String, pinned: Int?) {
    guard let latitudes = list.context.latitudes, let address = list.map else { return nil }
    self.address = address
    label = summary
    height = Atlas.overviewHeight(of: latitudes)
    elsewhere = nil
    let context = list.context
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
    .object("elsewhere") { $0.elsewhere },
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
