import Favorites
import HTTPServer

/// Resets a kiosk: redirects to its beginning and removes every trace of the last visitor.
enum KioskHandler {
  /// Seconds without a touch after which a kiosk starts over.
  static let pause = 120

  /// A page with one button and nothing of the last visitor; browsers without the script redirect to it.
  static func page(_ visit: Visit) -> Reply {
    guard visit.isKiosk else { return .redirect(to: visit.addresses.list()) }
    let context = visit.context
    let page = ErrorPage(
      context, 0, heading: context.show.name, sentence: visit.language.text(.beginsAnew),
      begin: context.addresses[.restart] + context.addresses.query())
    return .page(.html, page.bytes)
  }

  static func restart(_ visit: Visit) -> Reply {
    guard visit.isKiosk else { return .redirect(to: visit.addresses.list()) }
    var cookies = Preferences.removals(visit.addresses, isSecure: visit.sender.isSecure)
    if let visitors = visit.site.visitors {
      cookies += visitors.cookie(ofKiosk: true).removals(isSecure: visit.sender.isSecure)
      do throws(FavoritesError) {
        if let visitor = visit.visitor { _ = try visitors.change(.removeAll, for: visitor) }
      } catch {
        visitors.log.warning("favorites: \(error)")
      }
    }
    var headers = cookies.map { ("Set-Cookie", $0) }
    // Elsewhere browsers ignore it, and say so in their consoles.
    if visit.sender.isSecure || visit.origin.isLoopback {
      headers.append(("Clear-Site-Data", "\"cache\", \"storage\""))
    }
    return .redirect(to: visit.addresses.list(), headers: headers)
  }
}
