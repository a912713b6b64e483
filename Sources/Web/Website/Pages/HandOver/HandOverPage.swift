import Favorites
import HTTPServer
import Templates

/// Favorites of another device from a link, to browse or to add to one's own.
struct HandOverPage: Renderable {
  private let context: PageContext
  private let list: FavoriteList
  /// Number of them that this visitor does not have.
  private let newCount: Int

  /// Never cached: the link may contain any text.
  static func answer(_ visit: Visit) -> Reply {
    guard let own = visit.favorites else { return visit.refusalWithoutFavorites }
    guard let list = list(visit), !list.isEmpty else { return .refusal(404) }
    let newCount = (try? own.changed(by: .merge(list))).map { $0.count - own.count } ?? list.count
    let page = HandOverPage(context: visit.context, list: list, newCount: newCount)
    return .page(visit.context.templates.handOver, page)
  }

  /// The entries that a link names, as favorites added now.
  static func list(_ visit: Visit) -> FavoriteList? {
    visit.query["ids", HandOver.textLimit].map { ids in
      HandOver.list(of: ids, addedAt: visit.edition.now()) { visit.context.favorite($0, addedAt: 0)?.title }
    }
  }

  private var mergeLabel: String {
    newCount == list.count ? context.language.text(.addAll) : context.language.text(.addSome, count: newCount)
  }

  /// Address that adds them; nil if the visitor has all of them.
  private var merge: String? {
    newCount > 0 ? context.addresses.merge(HandOver.text(of: list, byteLimit: .max).text) : nil
  }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.context.chrome(title: $0.context.language.text(.otherDevice)) },
    .text("handOverHeading") {
      $0.context.language.text(.countedOtherDevice, count: $0.list.count)
    },
    .list("favoriteRows") { page in
      page.list.favorites.reversed().map { FavoriteRow($0, page.context) }
    },
    .optionalText("mergeAddress") { $0.merge },
    .text("mergeLabel") { $0.mergeLabel },
    .text("favoritesPage") { $0.context.addresses[.favorites] },
  ]
}
