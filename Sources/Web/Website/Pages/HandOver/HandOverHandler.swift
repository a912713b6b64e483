import Favorites
import Glibc
import HTTPServer

/// Answers another device that opens a link with favorites. Not kept: the text is anybody's.
enum HandOverHandler {
  static func page(_ visit: Visit) -> Reply {
    guard let own = visit.favorites else { return visit.refusalWithoutFavorites }
    guard let list = list(visit), !list.isEmpty else { return .refusal(404) }
    let page = HandOverPage(
      context: visit.context, chrome: visit.context.chrome(title: visit.language.text(.otherDevice)),
      list: list,
      newCount: list.favorites.count { !own.contains($0.id) })
    return .page(visit.context.templates.handOver, page)
  }

  /// The entries that a link's text names, as favorites of this moment.
  static func list(_ visit: Visit) -> FavoriteList? {
    visit.query["ids", HandOver.textLimit].map { ids in
      HandOver.list(of: ids, addedAt: time(nil)) { visit.context.entry($0)?.title }
    }
  }
}
