import Templates
import Text

/// What a text finds in one show of the shelf.
struct ShelfGroup: Sendable {
  /// Rows of each show; its own page has the others.
  private static let rowLimit = 5

  private let context: PageContext
  private let list: ShownList
  private let rows: [Row]
  /// How far the best of them is from what was typed: 0 for a title that is just that.
  let distance: Int

  /// Nil if nothing is found in the show, or it has no entries.
  init?(_ text: String, in site: Site, _ language: Language) {
    let edition = site.published.value
    context = edition.context.inLanguage(language)
    guard edition.search == nil, let list = ShownList(text, in: context),
      let best = list.results.page(from: 0, limit: 1).first
    else { return nil }
    self.list = list
    rows = list.rows(from: 0, limit: Self.rowLimit)
    distance = Self.distance(of: context.catalog.entries[best].title, in: list)
  }

  private static func distance(of title: String, in list: ShownList) -> Int {
    if list.isMeant { return 4 }
    let hits = list.query.search.hits(in: title)
    guard let first = hits.first else { return 3 }
    if first.lowerBound > 0 { return 2 }
    return first.count == title.utf8.count ? 0 : 1
  }

  private var address: String { context.addresses.list(list.state) }
}

extension ShelfGroup: Renderable {
  static let fields: [Field<ShelfGroup>] = [
    .text("groupName") { $0.context.show.name },
    .text("groupEmblem") { $0.context.emblem.drawing },
    .text("groupAddress") { $0.address },
    .text("groupSummary") { $0.list.summary },
    .text("groupLanguage") { $0.context.show.language ?? "" },
    .html("groupQuery") { SafeHTML(escaping: $0.list.state.query) },
    .list("groupRows") { $0.rows },
    .flag("hasMore") { $0.list.results.total > $0.rows.count },
  ]
}
