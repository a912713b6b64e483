import Templating

/// Favorites of another device, to add to the own ones or only to look at.
struct HandOverPage: Sendable {
  let chrome: Chrome
  /// "12 favorites from another device".
  let heading: String
  let rows: [FavoriteRow]
  /// Where the own favorites take these; empty where they have them all.
  let merge: String?
  /// "Add all to mine", "Add 3 to mine".
  let mergeLabel: String
  let favorites: String
}

extension HandOverPage: Renderable {
  static let fields: [Field<HandOverPage>] = [
    .object("chrome") { $0.chrome },
    .text("handOverHeading") { $0.heading },
    .flag("hasFavorites") { !$0.rows.isEmpty },
    .list("favoriteRows") { $0.rows },
    .optionalText("mergeAddress") { $0.merge },
    .text("mergeLabel") { $0.mergeLabel },
    .text("favoritesPage") { $0.favorites },
  ]
}
