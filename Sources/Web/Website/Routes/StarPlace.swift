import Favorites

/// The page on which a star was pressed.
enum StarPlace: Sendable, Hashable {
  case list
  /// The page of an entry, its list beside it.
  case entry(String)
  /// The page of the favorites themselves.
  case favorites

  init(_ query: QueryReader) {
    if query["from"] == "favorites" {
      self = .favorites
    } else if let id = query["at"], Favorite.isID(id) {
      self = .entry(id)
    } else {
      self = .list
    }
  }

  /// What the query of a star's address says of it.
  var pairs: [(String, String)] {
    switch self {
    case .list: []
    case .entry(let id): [("at", id)]
    case .favorites: [("from", "favorites")]
    }
  }
}
