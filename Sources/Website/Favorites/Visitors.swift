import Favorites
import HTTPServer

/// Who visits, and what they have marked.
struct Visitors: Sendable {
  let store: any FavoritesStore
  let cookie: VisitorCookie
  /// Takes lines for the log.
  let report: @Sendable (String) -> Void

  /// What is known of whoever sends a request.
  enum Visit: Sendable {
    case known(FavoriteList)
    /// A disk has to be read first.
    case unread(VisitorID)
  }

  /// Waits for no disk.
  func visit(of request: Request) -> Visit {
    guard let visitor = cookie.visitor(of: request) else { return .known(FavoriteList()) }
    return store.rememberedList(of: visitor).map { .known($0) } ?? .unread(visitor)
  }

  /// What a visit is about; may wait for a disk.
  func list(_ visit: Visit) -> FavoriteList {
    switch visit {
    case .known(let list): list
    case .unread(let visitor): list(of: visitor)
    }
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
