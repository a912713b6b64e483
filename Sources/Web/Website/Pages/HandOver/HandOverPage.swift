import Favorites
import Templates

/// Favorites of another device, to add to the own ones or only to look at.
struct HandOverPage: Sendable {
  let context: PageContext
  let chrome: Chrome
  /// Those of the other device.
  let list: FavoriteList
  /// How many of them are not among the own ones.
  let newCount: Int

  private var mergeLabel: String {
    newCount == list.count ? context.language.text(.addAll) : context.language.text(.addSome, count: newCount)
  }

  /// Where the own favorites take these; nil if they have them all.
  private var merge: String? {
    newCount > 0 ? context.addresses.merge(HandOver.text(of: list, byteLimit: .max).text) : nil
  }
}

extension HandOverPage: Renderable {
  static let fields: [Field<HandOverPage>] = [
    .object("chrome") { $0.chrome },
    .text("handOverHeading") { $0.context.language.text(.countedOtherDevice, count: $0.list.count) },
    .list("favoriteRows") { page in
      page.list.favorites.reversed().map { FavoriteRow($0, page.context) }
    },
    .optionalText("mergeAddress") { $0.merge },
    .text("mergeLabel") { $0.mergeLabel },
    .text("favoritesPage") { $0.context.addresses[.favorites] },
  ]
}
