/// Favorites as text for a link that opens them on another device: ids joined with full stops. No character of it needs
/// escaping.
public enum HandOver {
  /// Ids that a text holds at most.
  public static let limit = 500
  /// Bytes of a text in a link: an address of this length works everywhere.
  public static let textLimit = 6_000

  /// The ids of favorites in their order; only the newest if not all of them fit into `byteLimit` bytes.
  /// - Returns: the text, and the number of ids in it.
  public static func text(of list: FavoriteList, byteLimit: Int) -> (text: String, count: Int) {
    var (ids, size) = ([String](), -1)
    for favorite in list.favorites.reversed().prefix(limit) {
      size += favorite.id.utf8.count + 1
      guard size <= byteLimit else { break }
      ids.append(favorite.id)
    }
    return (ids.reversed().joined(separator: "."), ids.count)
  }

  /// The list of the ids in a text, without those that have no title. Links of versions 0.9 to 0.14 go on with lists,
  /// `~To_20visit.green.springfield`, whose entries join the favorites.
  /// - Parameter title: the title of the entry with an id; nil for an unknown id.
  public static func list(
    of text: some StringProtocol, addedAt: Int, title: (String) -> String?
  ) -> FavoriteList {
    let parts = String(text).split(separator: "~", omittingEmptySubsequences: false)
    let ids = parts.enumerated().flatMap { number, part in
      part.split(separator: ".").dropFirst(number == 0 ? 0 : 2)
    }
    let favorites = ids.prefix(limit).compactMap { part -> Favorite? in
      let id = String(part)
      guard Favorite.isID(id), let title = title(id) else { return nil }
      return Favorite(id: id, title: title, addedAt: addedAt)
    }
    // The list is shorter than its limit.
    return (try? FavoriteList(favorites)) ?? FavoriteList()
  }
}
