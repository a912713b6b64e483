import Templating

/// The visitor's favorites as they lie in the drawer of every page.
struct DrawerPane: Sendable {
  /// Favorites that the drawer names; the page of the favorites has the rest.
  static let limit = 100

  let count: Int
  /// The newest first.
  let rows: [FavoriteRow]
  /// "All 120 favorites"; nil where the drawer has them all.
  let more: String?
  let page: String
  /// Addresses of the list with everything in it, and with favorites only.
  let everything: String
  let favoritesOnly: String
  let isFavoritesOnly: Bool
}

extension DrawerPane: Renderable {
  static let fields: [Field<DrawerPane>] = [
    .integer("favoriteCount") { $0.count },
    .list("favoriteRows") { $0.rows },
    .optionalText("moreFavorites") { $0.more },
    .text("favoritesPage") { $0.page },
    .text("everything") { $0.everything },
    .text("favoritesOnly") { $0.favoritesOnly },
    .flag("isFavoritesOnly") { $0.isFavoritesOnly },
  ]
}
