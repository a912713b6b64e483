import Favorites
import System

/// The visitors of a show and their favorites.
final class Visitors: Sendable {
  let store: any FavoritesStore
  private let deviceCookie: VisitorCookie
  private let kioskCookie: VisitorCookie
  let former: FormerEntries
  let newcomers = NetworkCounts.ofNewVisitors()
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

  func visitor(in cookies: UnsafeBufferPointer<UInt8>, ofKiosk isKiosk: Bool) -> SentVisitor {
    isKiosk ? kioskCookie.visitor(in: cookies) : deviceCookie.visitor(in: cookies)
  }

  func cookie(ofKiosk isKiosk: Bool) -> VisitorCookie { isKiosk ? kioskCookie : deviceCookie }

  /// A visitor's favorites; nil if a disk has to be read first.
  func remembered(_ visitor: VisitorID?) -> FavoriteList? {
    visitor.map(store.rememberedList) ?? FavoriteList()
  }

  /// The visitor of a cookie if it has a list. May wait for a disk.
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

extension NetworkCounts {
  /// New visitors in an hour from one network: enough for a school behind one address.
  static let newVisitorLimit = 600

  static func ofNewVisitors() -> NetworkCounts { NetworkCounts(limit: newVisitorLimit, seconds: 3_600) }

  /// Counts a new visitor, who costs a file; false if too many have come from the same network in this hour.
  /// - Parameter now: seconds since 1970.
  func admits(_ peer: String, now: Int) -> Bool {
    let network = IPAddress(peer)?.network
    if exceeds(of: network, now: now) { return false }
    add(1, of: network, now: now)
    return true
  }
}
