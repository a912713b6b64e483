import Templates

/// All shows of a server, or what a text finds in each of them, the best first.
struct ShelfPage: Sendable {
  private let context: PageContext
  private let text: String
  private let cards: [ShelfCard]
  private let groups: [ShelfGroup]

  init(_ visit: Visit, _ shows: [ShelvedShow], _ text: String) {
    context = visit.context
    self.text = text
    let language = context.language
    cards = shows.map { ShelfCard($0, in: language, emblem: visit.context.emblem.drawing) }
    let found =
      text.isEmpty ? [] : shows.compactMap { $0.site.flatMap { ShelfGroup(text, in: $0, language) } }
    // Among equals the order of the shelf stays.
    groups = found.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(\.element)
  }
}

extension ShelfPage: Renderable {
  static let fields: [Field<ShelfPage>] = [
    .object("chrome") { $0.context.chrome() },
    .text("shelfStyles") { $0.context.assets.address(of: Assets.shelfStyles, in: $0.context.addresses) },
    .text("shelf") { $0.context.addresses.list() },
    .text("searchText") { $0.text },
    .flag("isSearch") { !$0.text.isEmpty },
    .list("cards") { $0.cards },
    .list("groups") { $0.groups },
    .flag("hasGroups") { !$0.groups.isEmpty },
    .text("nothingFound") { page in
      let noun = page.context.language.entry
      return page.context.language.text(
        .matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": page.text])
    },
  ]
}
