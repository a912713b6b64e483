import Catalogs
import Favorites
import Templates
import Text

/// The visitor's favorites, with their export.
struct FavoritesPage: Renderable {
  /// Most favorites on the page; the list shows all of them.
  private static let limit = 500

  private let context: PageContext
  private let chrome: Chrome
  let favorites: FavoriteList
  let origin: Origin

  init(_ visit: Visit, _ favorites: FavoriteList) {
    context = visit.context
    chrome = context.chrome(title: context.language.text(.favorites))
    self.favorites = favorites
    origin = visit.sharedOrigin ?? visit.origin
  }

  /// "12 favorites", "1,200 favorites, the newest 500 of them here".
  private var summary: String {
    let language = context.language
    let counted = language.text(.countedFavorites, count: favorites.count)
    guard favorites.count > Self.limit else { return counted }
    return language.text(
      .newestFavorites, ["favorites": counted, "limit": language.number(Self.limit)])
  }

  private var rows: [FavoriteRow] {
    let query = SafeHTML(escaping: context.addresses.starQuery(ListState(), from: .favorites))
    return favorites.favorites.reversed().prefix(Self.limit).map {
      FavoriteRow($0, context, starQuery: query)
    }
  }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.chrome },
    .text("favoritesSummary") { $0.summary },
    .flag("hasFavorites") { $0.favorites.count > 0 },
    .list("favoriteRows") { $0.rows },
    .object("export") {
      $0.favorites.isEmpty ? nil : FavoritesExport($0.favorites, $0.context, $0.origin)
    },
  ]
}

/// A visitor's favorites as a link with its QR code, and as a file.
struct FavoritesExport: Renderable {
  /// Most bytes of ids in the QR code that a phone's camera can read from a screen.
  private static let codeLimit = 900

  private let addresses: Addresses
  private let link: String
  private let code: CodeDrawing?
  /// Number of favorites in the link and the code, in words; nil if all fit.
  private let remark: String?

  init(_ favorites: FavoriteList, _ context: PageContext, _ origin: Origin) {
    addresses = context.addresses
    let link = HandOver.text(of: favorites, byteLimit: HandOver.textLimit)
    let short = HandOver.text(of: favorites, byteLimit: Self.codeLimit)
    self.link = origin.text + addresses.handOver(link.text)
    code = origin.isLoopback ? nil : CodeDrawing(origin.text + addresses.handOver(short.text))
    remark = Self.remark(favorites.count, link: link.count, code: short.count, context.language)
  }

  private static func remark(_ count: Int, link: Int, code: Int, _ language: Language) -> String? {
    guard code < count else { return nil }
    return language.text(
      link == count ? .codeHolds : .codeAndLinkHold,
      [
        "code": language.number(code), "count": language.number(count), "link": language.number(link),
      ])
  }

  static let fields: [Field<Self>] = [
    .text("exportLink") { $0.link },
    .text("exportAddress") { $0.addresses[.favoritesJSON] },
    .text("favoritesOnly") { $0.addresses.list(ListState().with(\.isFavoritesOnly, true)) },
    .object("code") { $0.code },
    .optionalText("exportRemark") { $0.remark },
  ]
}

extension PageContext {
  /// A favorite of an entry, with the beginning of its title.
  func favorite(_ id: String, addedAt: Int) -> Favorite? {
    catalog.position(inAnyList: id).map { catalog.entries[$0] }.flatMap {
      Favorite(id: $0.id, title: String($0.title.prefix(Favorite.titleLength)), addedAt: addedAt)
    }
  }

  /// The ids of favorites that were marked in another list of the show, with the ids of this one.
  func renamed(_ favorites: FavoriteList) -> [String: String] {
    guard catalog.isNumbered else { return [:] }
    let ids = Set(favorites.favorites.map(\.id))
    let names = ids.map { ($0, catalog.position(inAnyList: $0).map(catalog.entries.id(at:))) }
    return Dictionary(uniqueKeysWithValues: names).compactMapValues(\.self).filter { $0.key != $0.value }
  }
}
