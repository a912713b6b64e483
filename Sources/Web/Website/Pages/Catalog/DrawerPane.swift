import Favorites
import Templates
import Text

/// The visitor's favorites as they lie in the drawer of every page.
struct DrawerPane: Sendable {
  /// Favorites in the drawer; the page of favorites has the rest.
  private static let limit = Paging.pageSize

  let context: PageContext
  let favorites: FavoriteList
  /// What the list beside it shows.
  let state: ListState
  /// The page that it lies over.
  let place: StarPlace

  /// The newest first, each with its star.
  private var rows: [FavoriteRow] {
    let query = SafeHTML(escaping: context.addresses.starQuery(state, from: place))
    let state = ListState().with(\.view, state.view)
    return favorites.favorites.reversed().prefix(Self.limit).map {
      FavoriteRow($0, context, state, starQuery: query)
    }
  }

  /// "All 120 favorites"; nil if the drawer has them all.
  private var more: String? {
    favorites.count > Self.limit && canBeCarried
      ? context.language.text(.allFavorites, count: favorites.count) : nil
  }

  /// Whether there is a page to keep them and to take them to another device.
  private var canBeCarried: Bool { context.addresses.venue == .device }

  /// Address of the list with everything in it.
  private var everything: ListState { state.with(\.isFavoritesOnly, false).with(\.page, 1) }

  private var favoritesOnly: ListState { everything.with(\.section, nil).with(\.isFavoritesOnly, true) }
}

extension DrawerPane: Renderable {
  static let fields: [Field<DrawerPane>] = [
    .integer("favoriteCount") { $0.favorites.count },
    .list("favoriteRows") { $0.rows },
    .optionalText("moreFavorites") { $0.more },
    .flag("canBeCarried") { $0.canBeCarried },
    .text("favoritesPage") { $0.context.addresses[.favorites] },
    .text("everything") { $0.context.addresses.list($0.everything) },
    .text("favoritesOnly") { $0.context.addresses.list($0.favoritesOnly) },
    .flag("isFavoritesOnly") { $0.state.isFavoritesOnly },
  ]
}
