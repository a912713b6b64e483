/// Favorites as text for a link that opens them on another device: their ids, joined with full stops, which
/// no id holds and no address must escape.
public enum HandOver {
  /// How many ids are read from a text at most.
  public static let limit = 500
  /// Bytes of a text in a link: addresses of this length are taken everywhere, by this server too.
  public static let textLimit = 6_000

  /// The ids of a list in its order; only the newest if not all of them fit into `byteLimit` bytes.
  /// - Returns: the text, and how many ids it holds.
  public static func text(of list: FavoriteList, byteLimit: Int) -> (text: String, count: Int) {
    var ids: [String] = []
    var size = -1
    for favorite in list.favorites.reversed().prefix(limit) {
      size += favorite.id.utf8.count + 1
      guard size <= byteLimit else { break }
      ids.append(favorite.id)
    }
    return (ids.reversed().joined(separator: "."), ids.count)
  }

  /// The list that a text stands for, all added at one time.
  ///
  /// Anything that is not an id or has no title is skipped, and so is everything after the first ``limit`` parts.
  /// - Parameter title: the title of the entry with that id; nil if there is none.
  public static func list(
    of text: some StringProtocol, addedAt: Int, title: (String) -> String?
  ) -> FavoriteList {
    let favorites = text.split(separator: ".", maxSplits: limit).prefix(limit)
      .compactMap { part -> Favorite? in
        let id = String(part)
        guard Favorite.isID(id), let title = title(id) else { return nil }
        return Favorite(id: id, title: title, addedAt: addedAt)
      }
    // There are fewer than make a list too long.
    return (try? FavoriteList(favorites)) ?? FavoriteList()
  }
}
