import Favorites
import HTTPServer
import System

/// Who visits, and what their favorites are.
final class Visitors: Sendable {
  let store: any FavoritesStore
  private let deviceCookie: VisitorCookie
  private let kioskCookie: VisitorCookie
  let former: FormerEntries
  let newcomers = NewVisitors()
  let log: any Log

  init(store: any FavoritesStore, show: String, base: String, former: FormerEntries, log: any Log) {
    let key = store.visitorKey()
    func cookie(isOfKiosk: Bool) -> VisitorCookie {
      VisitorCookie(show: show, base: base, key: key ?? store.visitorKey(), isOfKiosk: isOfKiosk)
    }
    self.store = store
    deviceCookie = cookie(isOfKiosk: false)
    kioskCookie = cookie(isOfKiosk: true)
    self.former = former
    self.log = log
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
      log.warning("favorites: \(error)")
      return FavoriteList()
    }
  }
}
