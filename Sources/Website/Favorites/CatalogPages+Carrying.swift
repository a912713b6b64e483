import Catalogs
import Favorites
import Glibc
import QRCode

extension CatalogPages {
  /// Bytes of ids that a link holds: addresses of this length are taken everywhere, by this server too.
  private static let linkLimit = 6_000
  /// Bytes of ids in the QR code: what a phone's camera still reads from a screen.
  private static let codeLimit = 900

  /// - Parameter faults: of a file that was to be imported.
  func favorites(_ marks: FavoriteList, in origin: Origin, faults: [String] = []) -> FavoritesPage {
    FavoritesPage(
      chrome: chrome(title: "\(language.text(.favorites)) – \(show.name)"), summary: summary(marks.count),
      rows: favoriteRows(marks),
      carrying: marks.isEmpty ? nil : carrying(marks, in: origin), importing: addresses.favoritesImport,
      faults: faults)
  }

  private func carrying(_ marks: FavoriteList, in origin: Origin) -> FavoritesPage.Carrying {
    let link = HandOver.text(of: marks, byteLimit: Self.linkLimit)
    let short = HandOver.text(of: marks, byteLimit: Self.codeLimit)
    let code = origin.isLoopback ? nil : QRCode(origin.text + addresses.handOver(short.text))
    return FavoritesPage.Carrying(
      link: origin.text + addresses.handOver(link.text), export: addresses.favoritesJSON,
      favoritesOnly: addresses.list(ListState().with(\.isFavoritesOnly, true)),
      codeSize: code.map { $0.size + 2 * Self.quietZone } ?? 0,
      codePath: code.map { $0.path(margin: Self.quietZone) } ?? "",
      remark: remark(marks.count, link: link.count, code: short.count))
  }

  private func remark(_ count: Int, link: Int, code: Int) -> String? {
    guard code < count else { return nil }
    let (code, link, isWhole) = (language.number(code), language.number(link), link == count)
    let count = language.number(count)
    return isWhole
      ? language.text(.codeHolds, ["code": code, "count": count])
      : language.text(.codeAndLinkHold, ["code": code, "count": count, "link": link])
  }

  private func summary(_ count: Int) -> String {
    let limit = FavoritesPage.limit
    let favorites = language.text(.countedFavorites, count: count)
    guard count > limit else { return favorites }
    return language.text(.newestFavorites, ["favorites": favorites, "limit": language.number(limit)])
  }

  /// Nil for a text that names no entry of this show.
  func handOver(_ ids: String, _ marks: FavoriteList) -> HandOverPage? {
    let list = handedOver(ids)
    guard !list.isEmpty else { return nil }
    let new = list.favorites.count { !marks.contains($0.id) }
    let label = new == list.count ? language.text(.addAll) : language.text(.addSome, count: new)
    return HandOverPage(
      chrome: chrome(title: "\(language.text(.otherDevice)) – \(show.name)"),
      heading: language.text(.countedOtherDevice, count: list.count),
      rows: list.favorites.reversed().map { row(of: $0, query: nil) },
      merge: new > 0 ? addresses.favoritesMerge(HandOver.text(of: list, byteLimit: .max).text) : nil,
      mergeLabel: label, favorites: addresses.favorites)
  }

  /// The entries that a link's text names, marked now.
  func handedOver(_ ids: String) -> FavoriteList {
    HandOver.list(of: ids, markedAt: time(nil)) { id in
      catalog.position(of: id).map { catalog.entries[$0].title }
    }
  }
}
