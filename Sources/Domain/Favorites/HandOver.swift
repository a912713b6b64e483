import System
import Text

/// Favorites as text for a link that opens them on another device: ids joined with full stops; after them each
/// list as `~`, its name, its color and its ids. No character of it needs escaping.
///
///     bart-simpson.lisa-simpson~To_20visit.green.springfield
public enum HandOver {
  /// Ids that a text holds at most.
  public static let limit = 500
  /// Bytes of a text in a link: an address of this length works everywhere.
  public static let textLimit = 6_000

  /// The ids of favorites in their order, and those of lists; only the newest if not all of them fit into
  /// `byteLimit` bytes.
  /// - Returns: the text, and the number of ids in it.
  public static func text(of list: FavoriteList, byteLimit: Int) -> (text: String, count: Int) {
    var (parts, count, size) = ([String](), 0, -1)
    func add(_ favorites: [Favorite], after start: String) {
      var ids: [String] = []
      size += start.isEmpty ? 0 : start.utf8.count + 1
      for favorite in favorites.reversed().prefix(limit - count) {
        size += favorite.id.utf8.count + 1
        guard size <= byteLimit else { break }
        ids.append(favorite.id)
      }
      parts.append(([start] + ids.reversed()).joined(separator: "."))
      count += ids.count
    }
    add(list.favorites, after: "")
    for list in list.lists {
      let start = "\(encoded(list.label.name)).\(list.label.color)"
      guard size + start.utf8.count + 1 <= byteLimit else { break }
      add(list.entries.favorites, after: start)
    }
    // Favorites have no start.
    parts[0] = String(parts[0].dropFirst())
    return (parts.joined(separator: "~"), count)
  }

  /// The list of the ids in a text, without those that have no title.
  /// - Parameter title: the title of the entry with an id; nil for an unknown id.
  public static func list(
    of text: some StringProtocol, addedAt: Int, title: (String) -> String?
  ) -> FavoriteList {
    var rest = limit
    func favorites(_ ids: some Sequence<Substring>) -> [Favorite] {
      let favorites = ids.prefix(rest).compactMap { part -> Favorite? in
        let id = String(part)
        guard Favorite.isID(id), let title = title(id) else { return nil }
        return Favorite(id: id, title: title, addedAt: addedAt)
      }
      rest -= favorites.count
      return favorites
    }
    let parts = String(text).split(
      separator: "~", maxSplits: NamedList.limit, omittingEmptySubsequences: false
    )
    .prefix(NamedList.limit + 1).map { $0.split(separator: ".", maxSplits: limit + 2) }
    let starred = favorites(parts.first ?? [])
    let lists = parts.dropFirst().enumerated().compactMap { number, part -> NamedList? in
      guard part.count >= 2, let color = ListColor(rawValue: String(part[1])),
        let label = ListLabel(name: decoded(part[0]), color: color)
      else { return nil }
      return NamedList(id: "list-\(number)", label: label, entries: FavoriteSet(favorites(part.dropFirst(2))))
    }
    // The list is shorter than its limits.
    return (try? FavoriteList(starred, lists: lists)) ?? FavoriteList()
  }

  /// Letters and digits as they are, other bytes as `_` and two hexadecimal digits.
  private static func encoded(_ name: String) -> String {
    name.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain ? String(scalar) : "_\(byte.hexDigits)"
    }.joined()
  }

  private static func decoded(_ text: Substring) -> String {
    let bytes = text.replacing("_", with: "%").utf8
    return PercentCoding.bytes(Array(bytes)[...]).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
