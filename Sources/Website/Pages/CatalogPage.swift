import Templating

/// The list, alone or beside a detail: one page, which a narrow screen shows half of.
struct CatalogPage: Sendable {
  let chrome: Chrome
  let list: ListPane
  /// The chosen entry; nil on the list itself.
  let detail: DetailPane?
  /// What others are told of the page; nil where it is the visitor's own.
  let sharing: SharingHead?
  /// The visitor's favorites; nil where none are kept.
  let drawer: DrawerPane?
}

extension CatalogPage: Renderable {
  static let fields: [Field<CatalogPage>] = [
    .object("chrome") { $0.chrome },
    .object("list") { $0.list },
    .object("detail") { $0.detail },
    .object("sharing") { $0.sharing },
    .object("drawer") { $0.drawer },
  ]
}
