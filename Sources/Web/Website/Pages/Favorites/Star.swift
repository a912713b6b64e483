import Favorites
import HTTPServer
import JSON
import Templates
import Text

/// The button that adds an entry to the favorites or removes it.
struct Star: Renderable {
  private let title: SafeHTML
  private let address: SafeHTML
  private let query: SafeHTML
  private let isFavorite: Bool

  init(_ id: String, _ title: SafeHTML, _ query: SafeHTML, isFavorite: Bool, _ addresses: Addresses) {
    self.title = title
    address = SafeHTML(escaping: addresses[.star, id])
    self.query = query
    self.isFavorite = isFavorite
  }

  static let fields: [Field<Self>] = [
    .html("starTitle") { $0.title },
    .html("starAddress") { $0.address },
    .html("starQuery") { $0.query },
    .flag("isFavorite") { $0.isFavorite },
  ]
}

/// The page of a pressed star.
enum StarPage: Sendable, Hashable {
  case list
  case entry(String)
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

  /// Members in the query of the star's address.
  var pairs: [(String, String)] {
    switch self {
    case .list: []
    case .entry(let id): [("at", id)]
    case .favorites: [("from", "favorites")]
    }
  }
}

/// The state that a pressed star asks for.
enum StarWish {
  case favorite, none
  /// The opposite of the current state.
  case other

  /// Nil for a text that our pages never send.
  init?(_ text: String?) {
    switch text {
    case nil: self = .other
    case "1": self = .favorite
    case "0": self = .none
    default: return nil
    }
  }

  /// - Parameter isLost: whether the feed has removed the entry; such a favorite can only be removed.
  func change(_ favorite: Favorite, isLost: Bool) -> FavoriteChange {
    switch self {
    case .favorite: isLost ? .merge(FavoriteList()) : .add(favorite)
    case .none: .remove(favorite.id)
    case .other: isLost ? .remove(favorite.id) : .toggle(favorite)
    }
  }
}

/// The answer to the script that sent a star.
enum FavoritesJSON {
  /// `{"id": …, "favorite": true, "said": a sentence to announce, "count": 3, "drawer": its markup}`.
  static func response(
    id: String, list: FavoriteList, said: String, drawer: String, headers: [(String, String)]
  ) -> Response {
    let body = JSONWriter.object { writer in
      writer.member("id", id)
      writer.key("favorite")
      writer.bool(list.contains(id))
      writer.member("said", said)
      writer.member("count", list.count)
      writer.member("drawer", drawer)
    }
    let kept = [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")]
    return Response(status: 200, headers: kept + headers, body: body)
  }
}
