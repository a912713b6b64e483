import Favorites
import Templates

/// The ways out for a visitor's favorites: a link with its QR code, and a file.
struct CarriedFavorites: Sendable {
  /// Bytes of ids in the QR code: what a phone's camera still reads from a screen.
  private static let codeLimit = 900

  private let addresses: Addresses
  private let link: String
  private let code: CodeDrawing?
  /// How many favorites do not fit into the link or the code, in words; nil if all do.
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
}

extension CarriedFavorites: Renderable {
  static let fields: [Field<CarriedFavorites>] = [
    .text("carryingLink") { $0.link },
    .text("exportAddress") { $0.addresses[.favoritesJSON] },
    .text("favoritesOnly") { $0.addresses.list(ListState().with(\.isFavoritesOnly, true)) },
    .object("code") { $0.code },
    .optionalText("carryingRemark") { $0.remark },
  ]
}
