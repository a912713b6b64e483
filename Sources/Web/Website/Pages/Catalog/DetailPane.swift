import Catalogs
import Templates
import Text

/// An entry with its description, facts and links.
struct DetailPane: Renderable {
  let list: ShownList
  let entry: Entry
  private let title: SafeHTML
  private let description: SafeHTML
  let map: EntryMap?
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
    map = EntryMap(entry, at: position, in: list)
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
