import Favorites
import System

/// The visitors of a show and their favorites.
final class Visitors: Sendable {
  let store: any FavoritesStore
  private let deviceCookie: VisitorCookie
  private let kioskCookie: VisitorCookie
  let log: any Log
  private let countChange: @Sendable (_ isStored: Bool, _ nanoseconds: UInt64) -> Void

  init(
    store: any FavoritesStore, show: String, base: String, log: any Log,
    countChange: @escaping @Sendable (_ isStored: Bool, _ nanoseconds: UInt64) -> Void = { _, _ in }
  ) {
    let key = store.visitorKey()
    func cookie(isOfKiosk: Bool) -> VisitorCookie {
      VisitorCookie(show: show, base: base, key: key ?? store.visitorKey(), isOfKiosk: isOfKiosk)
    }
    self.store = store
    deviceCookie = cookie(isOfKiosk: false)
    kioskCookie = cookie(isOfKiosk: true)
    self.log = log
    self.countChange = countChange
  }

  func cookie(ofKiosk isKiosk: Bool) -> VisitorCookie { isKiosk ? kioskCookie : deviceCookie }

  /// A visitor's favorites; nil if a disk has to be read first.
  func remembered(_ visitor: VisitorID?) -> FavoriteList? {
    visitor.map(store.rememberedList) ?? FavoriteList()
  }

  /// Makes a change, and returns the visitor's list after it.
  func change(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress? = nil
  ) throws(FavoritesError) -> FavoriteList {
    let start = MonotonicClock.awake.nanoseconds
    var isStored = false
    defer { countChange(isStored, MonotonicClock.awake.nanoseconds - start) }
    let list = try store.apply(change, for: visitor, from: address)
    isStored = true
    return list
  }

  /// The visitor of a cookie if it has a list. May wait for a disk.
  func withList(_ visitor: VisitorID?) throws(FavoritesError) -> VisitorID? {
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
