import Catalogs
import Favorites
import HTTPServer

extension Site {
  /// The answer to a POST. Only a page of ours may ask for a change; all that touches a disk is done aside.
  func post(_ request: Request, _ edition: Edition, _ key: PageCache.Key) -> Answer {
    if addresses.isLanguage(request.target) { return .now(choose(request, edition, key)) }
    guard let visitors, let command = addresses.command(of: request.target) else {
      return .now(refuseMethod(edition, key, allowed: "GET, HEAD"))
    }
    let desk = FavoritesDesk(
      visitors: visitors, visitor: visitors.cookie.visitor(of: request), edition: edition,
      origin: shared(Origin(of: request)), key: key, isSecure: request.isSecure,
      isForScript: request.wantsJSON)
    guard SameOrigin.allows(request) else { return .now(desk.refuse(403)) }
    let form = FormBody(request)
    switch (command, form) {
    case (.mark(let id, let state, let place), .fields(let fields)):
      guard let wish = MarkingWish(fields["to"]) else { return .now(desk.refuse(400)) }
      return desk.mark(id, wish, state, place)
    case (.merge(let ids), .fields): return desk.merge(edition.pages.handedOver(ids))
    case (.importing, .file(let bytes)): return desk.importing(bytes)
    case (.importing, .fields), (.importing, .broken), (_, .broken): return .now(desk.refuse(400))
    default: return .now(desk.refuse(415))
    }
  }
}

extension Request {
  /// Whether it comes from our script, which asks for JSON.
  fileprivate var wantsJSON: Bool { header("Accept")?.hasPrefix("application/json") ?? false }
}

/// What pressing a star is to lead to.
enum MarkingWish: Sendable {
  case marked, unmarked
  /// Whatever it is not now.
  case other

  /// Nil for a text that no page of ours sends.
  init?(_ text: String?) {
    switch text {
    case nil: self = .other
    case "1": self = .marked
    case "0": self = .unmarked
    default: return nil
    }
  }
}
