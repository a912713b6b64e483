import Catalogs
import Templates

/// A row of further entries below one: of its section, else with the same value of a facet, else those after it in the
/// list.
struct MoreLikeThis: Renderable {
  let title: String
  let rows: [Row]

  private static let limit = 12
  /// Fewest entries of a row besides the entry.
  private static let least = 3

  /// - Parameter related: positions that the page shows already.
  init?(_ position: Int, besides related: [Int], in context: PageContext) {
    let catalog = context.catalog
    guard let (title, results) = Self.group(of: position, in: context) else { return nil }
    // Those after the entry come first, and the beginning of the group after its end.
    let next = results.rank(of: position).map { $0 + 1 } ?? 0
    let wanted = Self.limit + related.count + 1
    let found = results.page(from: next, limit: wanted) + results.page(from: 0, limit: min(next, wanted))
    var seen = Set(related + [position])
    rows = found.filter { seen.insert($0).inserted }.prefix(Self.limit).map(context.row(at:))
    self.title = title
    if rows.count < Self.least || catalog.entries.isEmpty { return nil }
  }

  private static func group(of position: Int, in context: PageContext) -> (title: String, Results)? {
    let (catalog, language) = (context.catalog, context.language)
    // Filters of a long list take longer than a page may.
    guard context.isShort else { return nil }
    if let section = catalog.entries[position].sections.first.map({ catalog.sections[$0] }) {
      let state = ListState().with(\.section, section.id)
      return (context.section(section.title), catalog.results(for: context.query(of: state)))
    }
    for fact in catalog.facts(at: position) {
      guard let value = fact.values.first, let filter = catalog.filter(fact.field, value) else { continue }
      let results = catalog.results(for: context.query(of: ListState().with(\.filters, [filter])))
      guard (least + 1..<catalog.entries.count).contains(results.total) else { continue }
      return ("\(context.label(fact.field.label)): \(language.text(of: value))", results)
    }
    return (language.text(.discover), catalog.results(for: context.query(of: ListState())))
  }

  var awaitsPictures: Bool { rows.contains { $0.thumbnail.isAwaited } }

  static let fields: [Field<Self>] = [
    .text("moreTitle") { $0.title },
    .list("moreRows") { $0.rows },
  ]
}
