import Favorites
import HTTPServer

/// Changes the lists that a visitor named.
enum ListsHandler {
  /// Makes a list of the form's `name` and `color`, with the entry whose id is `entry`, if there is one.
  static func make(_ visit: Visit) -> Reply {
    FavoritesHandler.changing(visit) { content throws(FavoritesError) in
      guard case .fields(let fields) = content else { return nil }
      var entry: Favorite?
      if let id = fields["entry"] {
        entry = try FavoritesHandler.favorite(id, visit)
        guard entry != nil else { return .refusal(404) }
      }
      return try change(.addList(try label(in: fields), with: entry), visit)
    }
  }

  /// Adds an entry to a list or removes it, `/lists/watched.homer` with `to`; changes a list, `/lists/watched`
  /// with `name` and `color`, or removes it, with `remove`.
  static func change(_ visit: Visit) -> Reply {
    FavoritesHandler.changing(visit) { content throws(FavoritesError) in
      guard case .fields(let fields) = content else { return nil }
      let names = visit.name.split(separator: ".", maxSplits: 1).map(String.init)
      guard let list = names.first, names.allSatisfy(Favorite.isID) else { return .refusal(404) }
      if names.count == 2 { return try mark(names[1], in: list, fields, visit) }
      if fields["remove"] == "1" { return try change(.removeList(list), visit) }
      return try change(.changeList(list, try label(in: fields)), visit)
    }
  }

  private static func mark(
    _ id: String, in list: String, _ fields: QueryReader, _ visit: Visit
  ) throws(FavoritesError) -> Reply {
    guard let wish = fields["to"], ["0", "1"].contains(wish) else { return .refusal(400) }
    guard FavoritesHandler.isOfVisitor(fields, visit) else { return .refusal(412) }
    guard let entry = try FavoritesHandler.favorite(id, visit) else { return .refusal(404) }
    let (own, cookie) = try FavoritesHandler.apply(
      wish == "1" ? .put(entry, in: list) : .take(id, from: list), visit)
    guard let list = own.list(list) else { throw .noSuchList }
    let isMarked = list.entries.contains(id)
    let said = visit.language.text(
      isMarked ? .addedToList : .removedFromList, ["name": entry.title, "list": list.label.name])
    return FavoritesHandler.answer(visit, entry, isMarked: isMarked, said, own, cookie)
  }

  private static func change(_ change: FavoriteChange, _ visit: Visit) throws(FavoritesError) -> Reply {
    let cookie = try FavoritesHandler.apply(change, visit).cookie
    return .redirect(to: visit.addresses.page(StarPage(visit.query), visit.state), headers: cookie)
  }

  private static func label(in fields: QueryReader) throws(FavoritesError) -> ListLabel {
    let color = fields["color"].flatMap(ListColor.init) ?? .red
    guard let label = ListLabel(name: fields["name"] ?? "", color: color) else { throw .noListName }
    return label
  }
}
