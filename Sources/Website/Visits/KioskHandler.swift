import Favorites
import HTTPServer

/// Leads a kiosk back to its beginning, and leaves nothing of whoever was there.
enum KioskHandler {
  /// Seconds without a touch after which a kiosk begins anew: longer than one reads a description, shorter than
  /// the next visitor waits.
  static let pause = 120

  static func restart(_ visit: Visit) -> Answer {
    guard visit.isKiosk, let visitors = visit.site.visitors else {
      return visit.lead(to: visit.addresses.list())
    }
    if let visitor = visit.visitor {
      do throws(FavoritesError) {
        _ = try visitors.store.apply(.removeAll, for: visitor)
      } catch {
        visitors.report("favorites: \(error)")
      }
    }
    let base = visit.addresses.base
    let cookies = [
      visitors.cookie(ofKiosk: true).removal, LanguageCookie.removal(base: base),
      Appearance.system.cookie(base: base, isSecure: visit.isSecure),
    ]
    return visit.lead(to: visit.addresses.list(), headers: cookies.map { ("Set-Cookie", $0) })
  }
}
