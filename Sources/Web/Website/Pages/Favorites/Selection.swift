import Favorites
import HTTPServer
import Templates
import Text

/// Changes the favorites or one of the visitor's lists by all entries that were marked in the list.
enum SelectionHandler {
  /// Entries of one request.
  static let limit = 500

  /// Adds the form's `entry`, which is repeated, to the favorites or to `list`; removes them with `to=0`.
  static func change(_ visit: Visit) -> Reply {
    FavoritesHandler.changing(visit) { content throws(FavoritesError) in
      guard case .fields(let fields) = content else { return nil }
      let language = visit.language
      let (ids, adds) = (fields.values(of: "entry", QueryReader.valueLimit), fields["to"] != "0")
      guard !ids.isEmpty else { return .refusal(422, sentence: language.text(.nothingMarked)) }
      guard ids.count <= limit else {
        return .refusal(422, sentence: language.text(.tooManyMarked, ["limit": language.number(limit)]))
      }
      let own = try visit.visitor.map { id throws(FavoritesError) in
        try visit.site.visitors?.store.list(of: id) ?? FavoriteList()
      }
      let stored = own ?? FavoriteList()
      let (id, before) = (fields["list"] ?? "", stored.renamed(visit.context.renamed(stored)))
      let list = before.list(id)
      guard id.isEmpty || list != nil else { throw .noSuchList }
      let changed = Set(ids).filter { (list?.entries.contains($0) ?? before.contains($0)) != adds }
      let entries = ids.filter(changed.contains).compactMap {
        adds
          ? visit.context.favorite($0, addedAt: visit.edition.now()) : Favorite(id: $0, title: "", addedAt: 0)
      }
      let changes = entries.map { entry -> FavoriteChange in
        if let list { return adds ? .put(entry, in: list.id) : .take(entry.id, from: list.id) }
        return adds ? .add(entry) : .remove(entry.id)
      }
      let cookie = try FavoritesHandler.store(.all(changes), visit).cookie
      let page = page(visit, list?.label.name, entries.map(\.id), list?.id ?? "", adds: adds)
      let kept = visit.context.assets.pageHeaders + [("Cache-Control", "no-store")]
      return .response(
        Response(
          status: 200, headers: [("Content-Type", MediaType.html.rawValue)] + kept + cookie, body: page.bytes)
      )
    }
  }

  /// The number of entries, and a button that takes the change back.
  private static func page(
    _ visit: Visit, _ name: String?, _ ids: [String], _ list: String, adds: Bool
  ) -> ErrorPage {
    let (language, addresses) = (visit.language, visit.addresses)
    let name = name ?? language.text(.favorites)
    let undo = WayOut(
      reason: "", label: language.text(.undo), address: addresses[.selection] + addresses.query(visit.state),
      fields: [("list", list), ("to", adds ? "0" : "1")] + ids.map { ("entry", $0) })
    return ErrorPage(
      visit.context, 200, heading: name,
      sentence: language.text(adds ? .addedMany : .removedMany, count: ids.count, ["list": name]),
      wayOut: ids.isEmpty ? nil : undo, link: .list(addresses.list(visit.state.with(\.isPicking, false))))
  }
}
