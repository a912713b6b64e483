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

  /// Entries of each relation on the page of an entry.
  static let limit = 24

  init(_ group: RelationGroup, limit: Int, in context: PageContext) {
    (label, isNamedByShow) = (group.label, group.isNamedByShow)
    rows = group.entries.prefix(limit).map(context.row(at:))
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

/// The entries below another: its relations, those that the descriptions mention, and those that share the rarest value.
enum Related {
  private static let limit = 12
  /// Relations among them: all are above already.
  private static let relationLimit = 6

  static func entries(
    of position: Int, _ groups: [RelationGroup], in context: PageContext
  ) -> [(position: Int, row: Row)] {
    var found: [(position: Int, row: Row)] = []
    func add(_ other: Int, _ reason: String = "") {
      guard other != position, found.count < limit, !found.contains(where: { $0.position == other }) else {
        return
      }
      var row = context.row(at: other)
      row.reason = SafeHTML(escaping: reason)
      found.append((other, row))
    }
    for group in groups {
      for other in group.entries.prefix(relationLimit - min(relationLimit, found.count)) {
        add(other, context.spoilers == .covered ? "" : group.label)
      }
    }
    for other in context.mentions.related(to: position) { add(other) }
    if context.isShort, let shared = context.catalog.rarestShared(at: position, limit: limit) {
      let (label, language) = (context.label(shared.field.label), context.language)
      let isPhrase = language.tag == "en" && label.hasSuffix(" by")
      let reason = language.text(
        isPhrase ? .alsoSharedBy : .alsoShared,
        [
          "label": language.tag == "de" ? label : label.uncapitalized,
          "value": language.text(of: shared.value),
        ])
      for other in shared.entries { add(other, reason) }
    }
    return found
  }
}

extension String {
  /// With a small first letter, unless the second is a capital too.
  fileprivate var uncapitalized: String {
    dropFirst().first?.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
