import Catalogs
import Templates
import Text

/// A relation of an entry: the other entries under the word for it.
struct RelationLine: Renderable {
  let label: String
  private let isNamedByShow: Bool
  let rows: [Row]
  /// In words, such as "12 more"; nil if all are shown.
  private let rest: String?

  private static let limit = 24

  init(_ group: RelationGroup, in context: PageContext) {
    (label, isNamedByShow) = (group.label, group.isNamedByShow)
    rows = group.entries.prefix(Self.limit).map(context.row(at:))
    let rest = group.total - rows.count
    self.rest =
      rest > 0 ? context.language.text(.moreConnected, ["count": context.language.number(rest)]) : nil
  }

  var awaitsPictures: Bool { rows.contains { $0.thumbnail.isAwaited } }

  static let fields: [Field<Self>] = [
    .text("relationLabel") { $0.label },
    .flag("isNamedByShow") { $0.isNamedByShow },
    .list("relatives") { $0.rows },
    .optionalText("relationRest") { $0.rest },
  ]
}

/// The one row of further entries below another, under the reason for it: they share the rarest value, are mentioned
/// together, or are of the same section. None of them is a relation, as these are above.
struct Strip: Renderable {
  private let heading: String
  private let rows: [Row]

  private static let limit = 12
  /// Fewest entries of a row from the same section.
  private static let least = 3

  /// Nil without a reason.
  init?(below position: Int, _ groups: [RelationGroup], in context: PageContext) {
    let seen = Set(groups.flatMap(\.entries) + [position])
    func fresh(_ found: [Int]) -> [Int] { Array(found.filter { !seen.contains($0) }.prefix(Self.limit)) }
    let language = context.language
    let mentioned = fresh(context.shown.mentions.related(to: position))
    if !mentioned.isEmpty {
      self.init(language.text(.related), mentioned, context)
    } else if let (heading, others) = Self.shared(at: position, besides: seen.count, in: context),
      case let others = fresh(others), !others.isEmpty
    {
      self.init(heading, others, context)
    } else if let (heading, others) = Self.section(of: position, besides: seen.count, in: context),
      case let others = fresh(others), others.count >= Self.least
    {
      self.init(heading, others, context)
    } else {
      return nil
    }
  }

  private init(_ heading: String, _ positions: [Int], _ context: PageContext) {
    (self.heading, rows) = (heading, positions.map(context.row(at:)))
  }

  private static func shared(
    at position: Int, besides seen: Int, in context: PageContext
  ) -> (heading: String, [Int])? {
    guard context.shown.isShort,
      let shared = context.catalog.rarestShared(at: position, limit: limit + seen)
    else { return nil }
    let (label, language) = (context.label(shared.field.label), context.language)
    let isPhrase = language.tag == "en" && label.hasSuffix(" by")
    let heading = language.text(
      isPhrase ? .alsoSharedBy : .alsoShared,
      ["label": language.tag == "de" ? label : label.uncapitalized, "value": language.text(of: shared.value)])
    return (heading, shared.entries)
  }

  /// Entries after this one come first; after the section's end its beginning follows.
  private static func section(
    of position: Int, besides seen: Int, in context: PageContext
  ) -> (heading: String, [Int])? {
    let catalog = context.catalog
    // Filters of a long list take longer than a page may.
    guard context.shown.isShort, context.looks.hasPictures,
      let first = catalog.entries[position].sections.first
    else { return nil }
    let section = catalog.sections[first]
    let results = catalog.results(for: context.query(of: ListState().with(\.section, section.id)))
    let next = results.rank(of: position).map { $0 + 1 } ?? 0
    let wanted = limit + seen
    let others = results.page(from: next, limit: wanted) + results.page(from: 0, limit: min(next, wanted))
    return (context.section(section.title), others)
  }

  var awaitsPictures: Bool { rows.contains { $0.thumbnail.isAwaited } }

  static let fields: [Field<Self>] = [
    .text("stripHeading") { $0.heading },
    .list("stripRows") { $0.rows },
  ]
}

extension String {
  /// With a small first letter, unless the second is a capital too.
  fileprivate var uncapitalized: String {
    dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
