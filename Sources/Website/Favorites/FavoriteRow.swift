import HTML
import Templating

/// A favorite by its name, wherever favorites are listed apart from the catalog's own rows.
struct FavoriteRow: Sendable {
  let title: SafeHTML
  /// Nil where the feed has the entry no more.
  let address: SafeHTML?
  let star: DetailPane.Star?
}

extension FavoriteRow: Renderable {
  static let fields: [Field<FavoriteRow>] = [
    .html("favoriteTitle") { $0.title },
    .html("favoriteAddress") { $0.address ?? .empty },
    .object("favoriteStar") { $0.star },
  ]
}
