import Favorites
import Templates
import Text

/// A favorite by its name, wherever favorites are listed apart from the catalog's own rows.
struct FavoriteRow: Sendable {
  private let title: SafeHTML
  /// Nil if the feed has the entry no more, as the address.
  private let thumbnail: Thumbnail?
  /// Its subtitle, or the first words of its description; empty for a row of its title alone.
  private let line: SafeHTML
  private let address: SafeHTML?
  private let star: Star?

  /// Characters of a description that a line has room for.
  private static let lineLimit = 48

  /// - Parameters:
  ///   - state: what the list beside the entry shows.
  ///   - starQuery: of the star's address; nil for a row without a star.
  init(
    _ favorite: Favorite, _ context: PageContext, _ state: ListState = ListState(), starQuery: SafeHTML? = nil
  ) {
    let entry = context.entry(favorite.id)
    let title = SafeHTML(escaping: entry?.title ?? favorite.title)
    let pictured = context.looks.rows == .titles ? nil : entry
    thumbnail = pictured.map { Thumbnail($0, context.looks).checked(context) }
    line = SafeHTML(
      escaping: pictured.map {
        context.subtitle(of: $0) ?? Wording.beginning(of: $0.text, limit: Self.lineLimit)
      } ?? "")
    self.title = title
    address = entry.map { SafeHTML(escaping: context.addresses.entry($0.id, state)) }
    star = starQuery.map { Star(favorite.id, title, $0, isFavorite: true, context.addresses) }
  }
}

extension FavoriteRow: Renderable {
  static let fields: [Field<FavoriteRow>] = [
    .html("favoriteTitle") { $0.title },
    .object("favoriteThumbnail") { $0.thumbnail },
    .html("favoriteLine") { $0.line },
    .html("favoriteAddress") { $0.address ?? .empty },
    .object("favoriteStar") { $0.star },
  ]
}

/// The button that makes an entry a favorite, or none any more.
struct Star: Sendable {
  private let title: SafeHTML
  private let address: SafeHTML
  private let query: SafeHTML
  private let isFavorite: Bool

  init(_ id: String, _ title: SafeHTML, _ query: SafeHTML, isFavorite: Bool, _ addresses: Addresses) {
    self.title = title
    address = SafeHTML(escaping: addresses[.star, id])
    self.query = query
    self.isFavorite = isFavorite
  }
}

extension Star: Renderable {
  static let fields: [Field<Star>] = [
    .html("starTitle") { $0.title },
    .html("starAddress") { $0.address },
    .html("starQuery") { $0.query },
    .flag("isFavorite") { $0.isFavorite },
  ]
}
