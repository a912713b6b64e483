import JSON
import Templating

/// The visitor's favorites, to look through, to keep and to carry to another device.
struct FavoritesPage: Sendable {
  /// Favorites that the page names; the list itself has the rest.
  static let limit = 500

  let chrome: Chrome
  /// "12 favorites", "1,200 favorites, the newest 500 of them here".
  let summary: String
  let rows: [FavoriteRow]
  /// Nil while there is nothing to carry.
  let carrying: Carrying?
  let importing: String
  /// What is wrong with a file that was to be imported, one line each.
  let faults: [String]

  /// The ways out: a link with its QR code, and a file.
  struct Carrying: Sendable {
    let link: String
    let export: String
    let favoritesOnly: String
    /// Modules of the code on each side, the quiet zone included.
    let codeSize: Int
    let codePath: String
    /// How many favorites do not fit into the link or the code, in words; nil where all do.
    let remark: String?
  }
}

extension FavoritesPage: Renderable {
  static let fields: [Field<FavoritesPage>] = [
    .object("chrome") { $0.chrome },
    .text("favoritesSummary") { $0.summary },
    .flag("hasFavorites") { !$0.rows.isEmpty },
    .list("favoriteRows") { $0.rows },
    .object("carrying") { $0.carrying },
    .text("importAddress") { $0.importing },
    .flag("hasFaults") { !$0.faults.isEmpty },
    .texts("faults") { $0.faults },
  ]
}

extension FavoritesPage.Carrying: Renderable {
  static let fields: [Field<FavoritesPage.Carrying>] = [
    .text("carryingLink") { $0.link },
    .text("exportAddress") { $0.export },
    .text("favoritesOnly") { $0.favoritesOnly },
    .integer("codeSize") { $0.codeSize },
    .text("codePath") { $0.codePath },
    .optionalText("carryingRemark") { $0.remark },
  ]
}
