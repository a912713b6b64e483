import Favorites
import Templates
import Text

/// The visitor's favorites in the drawer that pages with a list have.
struct DrawerPane: Renderable {
  /// Most favorites in the drawer; their own page has the rest.
  private static let limit = Paging.pageSize

  let context: PageContext
  let favorites: FavoriteList
  let state: ListState
  let page: StarPage

  private var rows: [FavoriteRow] {
    let query = SafeHTML(escaping: context.addresses.starQuery(state, from: page))
    let state = state.ofLooks
    return favorites.favorites.reversed().prefix(Self.limit).map {
      FavoriteRow($0, context, state, starQuery: query)
    }
  }

  /// "All 120 favorites"; nil if the drawer has all of them.
  private var more: String? {
    favorites.count > Self.limit && canBeCarried
      ? context.language.text(.allFavorites, count: favorites.count) : nil
  }

  /// Whether the favorites have a page with their export.
  private var canBeCarried: Bool { context.addresses.venue == .device }

  private var everything: ListState { state.ofEveryone.with(\.page, 1) }

  private var favoritesOnly: ListState { everything.with(\.section, nil).with(\.isFavoritesOnly, true) }

  static let fields: [Field<Self>] = [
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

/// A row of a favorite, apart from the rows of the list.
struct FavoriteRow: Renderable {
  private let title: SafeHTML
  /// Nil, as the address, if the feed has removed the entry.
  private let thumbnail: Thumbnail?
  /// Subtitle, or beginning of the description; empty for a row of the title alone.
  private let line: SafeHTML
  private let address: SafeHTML?
  private let star: Star?

  private static let lineLimit = 48

  /// - Parameter starQuery: nil for a row without a star.
  init(
    _ favorite: Favorite, _ context: PageContext, _ state: ListState = ListState(),
    starQuery: SafeHTML? = nil
  ) {
    let entry = context.entry(favorite.id)
    let title = SafeHTML(escaping: entry?.title ?? favorite.title)
    let pictured = context.looks.hasFaces ? entry : nil
    thumbnail = pictured.map { Thumbnail($0, context.looks).checked(context) }
    line = SafeHTML(
      escaping: pictured.map {
        context.subtitle(of: $0) ?? context.looks.opening(of: $0, limit: Self.lineLimit)
      } ?? "")
    self.title = title
    address = entry.map { SafeHTML(escaping: context.addresses.entry($0.id, state)) }
    star = starQuery.map { Star(favorite.id, title, $0, isFavorite: true, context.addresses) }
  }

  static let fields: [Field<Self>] = [
    .html("favoriteTitle") { $0.title },
    .object("favoriteThumbnail") { $0.thumbnail },
    .html("favoriteLine") { $0.line },
    .html("favoriteAddress") { $0.address ?? .empty },
    .object("favoriteStar") { $0.star },
  ]
}
