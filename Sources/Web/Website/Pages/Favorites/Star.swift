import Favorites
import Templates
import Text

/// The button that adds an entry to the favorites or removes it.
struct Star: Renderable {
  private let title: SafeHTML
  private let address: SafeHTML
  private let query: SafeHTML
  private let isFavorite: Bool

  init(
    _ id: String, _ title: SafeHTML, _ query: SafeHTML, isFavorite: Bool, _ addresses: Addresses
  ) {
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

  var pairs: [(String, String)] {
    switch self {
    case .list: []
    case .entry(let id): [("at", id)]
    case .favorites: [("from", "favorites")]
    }
  }
}

extension FavoriteChange {
  /// The change that a pressed star asks for: to be a favorite ("1"), none ("0"), or the opposite.
  /// - Parameter isLost: whether the feed has removed the entry; such a favorite can only be removed.
  static func wish(_ text: String?, _ favorite: Favorite, isLost: Bool) -> FavoriteChange {
    switch text {
    case "1": isLost ? .merge(FavoriteList()) : .add(favorite)
    case "0": .remove(favorite.id)
    default: isLost ? .remove(favorite.id) : .toggle(favorite)
    }
  }
}
