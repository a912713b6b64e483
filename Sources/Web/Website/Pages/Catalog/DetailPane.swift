import Catalogs
import Pictures
import Templates
import Text

/// An entry with its description, facts and links.
struct DetailPane: Renderable {
  let list: ShownList
  let entry: Entry
  private let title: SafeHTML
  private let description: SafeHTML
  /// The part of the description behind a curtain.
  private let covered: SafeHTML
  let map: EntryMap?
  private let portrait: Portrait?
  /// The pictures beside the first.
  private let pictures: [StripPicture]
  /// A small tile in place of a missing picture; nil in a show without pictures.
  private let token: Thumbnail?
  private let facts: [FactLine]
  private let coveredFacts: [FactLine]
  /// Address and host of the entry's page at its source.
  private let source: (address: String, host: String)?
  /// Sections without a common name; others are a fact.
  private let otherSections: [Link]
  private let relations: [RelationLine]
  private let strip: Strip?
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
    let parts = CurtainedText(text, context.catalog.entries.covered)
    (description, covered) =
      search.isEmpty
      ? (parts.open, parts.covered)
      : (Highlighting.highlight(parts.open, search), Highlighting.highlight(parts.covered, search))
    map = EntryMap(entry, at: position, in: list)
    portrait = Portrait(entry, context)
    pictures = StripPicture.all(of: entry, context)
    token =
      portrait == nil && context.looks.hasPictures && (map == nil || entry.picture != nil)
      ? Thumbnail(entry, context.looks).checked(context) : nil
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
      + context.catalog.unrelatedFacts(at: position).map {
        FactLine($0, at: position, list.state.view, in: context)
      }
    coveredFacts = context.shown.coveredFacts(at: position).map {
      FactLine($0, at: position, list.state.view, in: context)
    }
    source = isKiosk ? nil : entry.link.flatMap { link in Self.host(of: link).map { (link, $0) } }
    let groups = context.relations(at: position)
    relations = groups.map { RelationLine($0, in: context) }
    strip = Strip(below: position, groups, in: context)
    relatedQuery = SafeHTML(
      escaping: context.addresses.entryQuery(list.state.ofLooks))
  }

  var awaitsPictures: Bool {
    portrait?.isProvisional == true || token?.isAwaited == true || pictures.contains(where: \.isAwaited)
      || strip?.awaitsPictures == true || relations.contains(where: \.awaitsPictures)
  }

  private var star: Star? {
    list.star(of: entry, from: .entry(entry.id))
  }

  /// Characters that two lines of a phone's bar hold.
  private static let barLimit = 40

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
    .html("covered") { $0.covered },
    .object("portrait") { $0.portrait },
    .flag("isBeside") { $0.portrait?.isBeside == true },
    // Whether the bar of a phone has no room for the name.
    .flag("isNamedBelow") { $0.entry.title.count > barLimit },
    .flag("hasPictures") { !$0.pictures.isEmpty },
    .list("pictures") { $0.pictures },
    .object("token") { $0.token },
    .object("map") { $0.map },
    .flag("hasRelations") { !$0.relations.isEmpty },
    .list("relations") { $0.relations },
    .flag("isCovered") { $0.list.context.shown.isCovered },
    .text("connectionsTitle") { $0.list.context.language.text(.connections) },
    .flag("hasFacts") { !$0.facts.isEmpty },
    .list("facts") { $0.facts },
    .flag("hasCoveredFacts") { !$0.coveredFacts.isEmpty },
    .list("coveredFacts") { $0.coveredFacts },
    // The list that the visitor came from.
    .text("back") { $0.list.context.addresses.list($0.list.state, at: $0.entry.id) },
    .flag("hasOtherSections") { !$0.otherSections.isEmpty },
    .list("otherSections") { $0.otherSections },
    .object("strip") { $0.strip },
    .html("otherQuery") { $0.relatedQuery },
    .optionalText("source") { $0.source?.address },
    .optionalText("sourceHost") { $0.source?.host },
    .object("star") { $0.star },
    .object("neighbours") { $0.list.neighbours },
  ]
}

/// One of the further pictures of an entry, in the strip below the first.
struct StripPicture: Renderable {
  private let address: String
  private let number: Int
  private let label: String
  private let title: String
  private let aspect: (width: Int, height: Int)
  /// Whether a placeholder is shown now and the picture may still arrive.
  let isAwaited: Bool

  /// Empty for an entry with one picture or none.
  static func all(of entry: Entry, _ context: PageContext) -> [StripPicture] {
    guard context.pictures != nil else { return [] }
    return entry.morePictures.enumerated().map { StripPicture($1, $0 + 2, of: entry, context) }
  }

  private init(_ source: String, _ number: Int, of entry: Entry, _ context: PageContext) {
    self.number = number
    address = context.addresses.picture(of: entry, number)
    label = context.language.text(
      .pictureNumber,
      ["number": context.language.number(number), "total": context.language.number(entry.pictures.count)])
    title = entry.title
    aspect = (context.looks.aspect.width, context.looks.aspect.height)
    isAwaited = context.pictures?.isAwaited(source, context.looks.tile) == true
  }

  static let fields: [Field<Self>] = [
    .text("stripAddress") { $0.address },
    .integer("stripNumber") { $0.number },
    .text("stripLabel") { $0.label },
    .text("stripTitle") { "\($0.title) – \($0.label)" },
    .integer("stripWidth") { $0.aspect.width * height / $0.aspect.height },
    .integer("stripHeight") { _ in height },
    .integer("stripTile") { _ in PictureScaling.tileWidths[0] },
    .integer("stripWhole") { _ in PictureScaling.wholeWidths[1] },
    .flag("isAwaitedStrip") { $0.isAwaited },
  ]

  /// In CSS pixels.
  private static let height = 80
}
