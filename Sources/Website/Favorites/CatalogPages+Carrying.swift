import CatalogCore
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
      chrome: chrome(title: "Favorites – \(show.name)"), summary: Self.summary(marks.count),
      rows: favoriteRows(marks), noun: show.noun.one,
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
      remark: Self.remark(marks.count, link: link.count, code: short.count))
  }

  private static func remark(_ count: Int, link: Int, code: Int) -> String? {
    guard code < count else { return nil }
    let inLink = link < count ? "the link the newest \(Wording.grouped(link))" : "the link all"
    return "The code holds the newest \(Wording.grouped(code)) of \(Wording.grouped(count)), \(inLink); "
      + "a file holds every one."
  }

  private static func summary(_ count: Int) -> String {
    let limit = FavoritesPage.limit
    guard count > limit else { return favorites(count) }
    return "\(favorites(count)), the newest \(Wording.grouped(limit)) of them here"
  }

  /// Nil for a text that names no entry of this show.
  func handOver(_ ids: String, _ marks: FavoriteList) -> HandOverPage? {
    let list = handedOver(ids)
    guard !list.isEmpty else { return nil }
    let new = list.favorites.count { !marks.contains($0.id) }
    let label = new == list.count ? "Add to mine" : "Add \(Wording.grouped(new)) to mine"
    return HandOverPage(
      chrome: chrome(title: "Favorites from another device – \(show.name)"),
      heading: "\(Self.favorites(list.count)) from another device",
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

  private static func favorites(_ count: Int) -> String {
    Wording.count(count, Show.Noun(one: "favorite", many: "favorites"))
  }
}
