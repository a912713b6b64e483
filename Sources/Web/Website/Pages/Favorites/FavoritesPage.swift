import Favorites
import Templates
import Text

/// The visitor's favorites, to look through, to keep and to carry to another device.
struct FavoritesPage: Sendable {
  /// Favorites that the page names; the list itself has the rest.
  private static let limit = 500

  private let context: PageContext
  private let chrome: Chrome
  let favorites: FavoriteList
  /// Where another device is sent.
  let origin: Origin
  /// Nil unless a file was to be imported and cannot be.
  let refusal: Refusal?

  /// Why a file is not imported: in one sentence, and one line for each fault in it.
  struct Refusal: Sendable {
    let heading: String
    let faults: [String]
  }

  init(_ visit: Visit, _ favorites: FavoriteList, refusal: Refusal? = nil) {
    context = visit.context
    chrome = context.chrome(title: context.language.text(.favorites))
    self.favorites = favorites
    origin = visit.sharedOrigin ?? visit.origin
    self.refusal = refusal
  }

  /// "12 favorites", "1,200 favorites, the newest 500 of them here".
  private var summary: String {
    let language = context.language
    let counted = language.text(.countedFavorites, count: favorites.count)
    guard favorites.count > Self.limit else { return counted }
    return language.text(
      .newestFavorites, ["favorites": counted, "limit": language.number(Self.limit)])
  }

  /// The newest first, each with its star.
  private var rows: [FavoriteRow] {
    let query = SafeHTML(escaping: context.addresses.starQuery(ListState(), from: .favorites))
    return favorites.favorites.reversed().prefix(Self.limit).map {
      FavoriteRow($0, context, starQuery: query)
    }
  }
}

extension FavoritesPage: Renderable {
  static let fields: [Field<FavoritesPage>] = [
    .object("chrome") { $0.chrome },
    .text("favoritesSummary") { $0.summary },
    .flag("hasFavorites") { !$0.favorites.isEmpty },
    .list("favoriteRows") { $0.rows },
    // Nil while there is nothing to carry.
    .object("carrying") {
      $0.favorites.isEmpty ? nil : CarriedFavorites($0.favorites, $0.context, $0.origin)
    },
    .text("importAddress") { $0.context.addresses[.importing] },
    .object("refusal") { $0.refusal },
  ]
}

extension FavoritesPage.Refusal: Renderable {
  static let fields: [Field<FavoritesPage.Refusal>] = [
    .text("refusalHeading") { $0.heading },
    .flag("hasFaults") { !$0.faults.isEmpty },
    .texts("faults") { $0.faults },
  ]
}
