import Favorites
import HTTPServer

/// Who visits, and what their favorites are.
struct Visitors: Sendable {
  let store: any FavoritesStore
  let cookie: VisitorCookie
  /// Takes lines for the log.
  let report: @Sendable (String) -> Void

  /// A visitor's favorites; nil if a disk has to be read first.
  func remembered(_ visitor: VisitorID?) -> FavoriteList? {
    visitor.map(store.rememberedList) ?? FavoriteList()
  }

  /// The visitor's list, for a page: where it cannot be read, the page comes without. May wait for a disk.
  func list(of visitor: VisitorID) -> FavoriteList {
    do {
      return try store.list(of: visitor)
    } catch {
      report("favorites: \(error)")
      return FavoriteList()
    }
  }
}
