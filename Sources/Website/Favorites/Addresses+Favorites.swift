import Favorites

extension Addresses {
  /// The path of all addresses about favorites.
  private static let favoritesName = "/favorites"

  // MARK: Writing

  /// Where a star is pressed, without the query that says where one stands.
  func marking(_ id: String) -> String { "\(base)\(Self.favoritesName)/\(id)" }

  /// The query of a star's address: the list, and the place to come back to.
  func markingQuery(_ state: ListState, from place: MarkingPlace) -> String {
    var pairs = pairs(state)
    switch place {
    case .list: break
    case .entry(let id): pairs.append(("at", id))
    case .favorites: pairs.append(("from", "favorites"))
    }
    return Self.query(pairs)
  }

  /// Where a visitor goes on who has pressed a star.
  func place(_ place: MarkingPlace, _ state: ListState, of id: String) -> String {
    switch place {
    case .list: list(state, at: id)
    case .entry(id): entry(id, state)
    case .entry(let shown): "\(entry(shown, state))#\(Self.anchor(id))"
    case .favorites: favorites
    }
  }

  var favorites: String { base + Self.favoritesName }

  var favoritesJSON: String { "\(favorites).json" }

  var favoritesImport: String { "\(favorites)/import" }

  func favoritesMerge(_ ids: String) -> String { "\(favorites)/add?ids=\(ids)" }

  /// What another device opens to see these favorites.
  func handOver(_ ids: String) -> String { "\(favorites)/open?ids=\(ids)" }

  // MARK: Reading

  /// What a path is about favorites for; nil for any other path.
  func favoritesRoute(_ path: String, _ query: QueryReader) throws(RouteFault) -> Route? {
    guard path.hasPrefix(Self.favoritesName) else { return nil }
    switch path.dropFirst(Self.favoritesName.count) {
    case "": return .favorites
    case ".json": return .favoritesJSON
    case "/open": return .handOver(ids: query["ids"] ?? "")
    case "/import", "/add": throw .postOnly
    case let rest where rest.first == "/" && Favorite.isID(rest.dropFirst()): throw .postOnly
    default: return nil
    }
  }

  /// Whether a POST to a target chooses a language.
  func isLanguage(_ target: [UInt8]) -> Bool { target.elementsEqual(language.utf8) }

  /// What a POST to a target asks for; nil where nothing takes one.
  func command(of target: [UInt8]) -> FavoritesCommand? {
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    guard target[..<mark].starts(with: base.utf8),
      let path = PercentCoding.decode(target[..<mark].dropFirst(base.utf8.count)),
      path.hasPrefix(Self.favoritesName + "/")
    else { return nil }
    let name = String(path.dropFirst(Self.favoritesName.count + 1))
    let query = QueryReader(target[mark...].dropFirst())
    if name == "import" { return .importing }
    if name == "add", let ids = query["ids"] { return .merge(ids: ids) }
    return .mark(id: name, state(query), Self.place(query))
  }

  private static func place(_ query: QueryReader) -> MarkingPlace {
    if query["from"] == "favorites" { return .favorites }
    guard let id = query["at"], Favorite.isID(id) else { return .list }
    return .entry(id)
  }
}
