import Favorites
import HTTPServer

/// Who visits, and what their favorites are.
final class Visitors: Sendable {
  let store: any FavoritesStore
  private let deviceCookie: VisitorCookie
  private let kioskCookie: VisitorCookie
  let former: FormerEntries
  let newcomers = NewVisitors()
  /// Takes lines for the log.
  let report: @Sendable (String) -> Void

  init(
    store: any FavoritesStore, cookies: (device: VisitorCookie, kiosk: VisitorCookie), former: FormerEntries,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    (deviceCookie, kioskCookie) = cookies
    self.former = former
    self.report = report
  }

  func cookie(ofKiosk isKiosk: Bool) -> VisitorCookie { isKiosk ? kioskCookie : deviceCookie }

  /// A visitor's favorites; nil if a disk has to be read first.
  func remembered(_ visitor: VisitorID?) -> FavoriteList? {
    visitor.map(store.rememberedList) ?? FavoriteList()
  }

  /// The visitor of a cookie whose list is there; nil for anybody else. May wait for a disk.
  func known(_ visitor: VisitorID?) throws(FavoritesError) -> VisitorID? {
    guard let visitor, try !store.list(of: visitor).isEmpty else { return nil }
    return visitor
  }

  /// The visitor's list, for a page: where it cannot be read, the page comes without. May wait for a disk.
  /// - Returns: nil if the store cannot be asked at the moment.
  func list(of visitor: VisitorID) -> FavoriteList? {
    do {
      return try store.list(of: visitor)
    } catch {
      if case .unavailable = error { return nil }
      report("favorites: \(error)")
      return FavoriteList()
    }
  }
}
