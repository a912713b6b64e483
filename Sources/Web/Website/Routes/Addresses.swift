import Text

/// Every address of ours as it is written into pages: the table of routes below the base path.
public struct Addresses: Sendable, Hashable {
  /// Path that everything lies under: empty, or `/` and names without a slash at the end.
  public let base: String
  let baseBytes: [UInt8]
  /// Where the pages are seen.
  var venue = Venue.device
  /// Whether addresses say that this is a kiosk, because the show's file does not.
  var namesKiosk = false
  /// Address of the page of all shows; nil for a show that is served alone.
  public var shelf: String?

  /// Everything lies directly under the host.
  public static let root = Addresses(names: [])

  /// Those within a copy of plain files, before they are made relative.
  public static let ofCopy = {
    var addresses = root
    addresses.venue = .copy
    return addresses
  }()

  private init(names: [Substring]) {
    base = names.map { "/" + $0 }.joined()
    baseBytes = Array(base.utf8)
  }

  /// Takes a base path with or without slashes at its ends; nil if it is not made of plain names.
  public init?(base: String) {
    let names = base.split(separator: "/")
    let allowed = names.allSatisfy { name in
      name != "." && name != ".." && name.utf8.allSatisfy(PercentCoding.isUnreserved)
    }
    guard allowed else { return nil }
    self.init(names: names)
  }

  /// The address of a route.
  /// - Parameter name: what its pattern holds, percent-encoded where it has to be.
  subscript(_ route: Route, _ name: String = "") -> String { base + route.path(name) }

  // MARK: Pages

  public func list(_ state: ListState = ListState()) -> String { self[.list] + query(state) }

  /// What follows the path of anything that shows a list in this state.
  func query(_ state: ListState = ListState(), _ others: [(String, String)] = []) -> String {
    ListState.query(state.pairs + others + kept)
  }

  /// What the address of an entry says of the list that it is seen in; nothing in a copy, which has one file of it.
  func entryQuery(_ state: ListState) -> String { venue == .copy ? "" : query(state) }

  /// What every address of a page says besides.
  var kept: [(String, String)] { namesKiosk ? [("kiosk", "1")] : [] }

  /// The list, scrolled to the row of an entry.
  func list(_ state: ListState, at id: String) -> String { "\(list(state))#\(Self.anchor(id))" }

  /// What the row of an entry is called in its page.
  static func anchor(_ id: String) -> String { "e-\(id)" }

  public func entry(_ id: String, _ state: ListState = ListState()) -> String {
    self[.entry, id] + entryQuery(state)
  }

  // MARK: Favorites

  /// What the address of a star is followed by: the list, and the place to come back to.
  func starQuery(_ state: ListState, from place: StarPlace) -> String {
    query(state, place.pairs)
  }

  /// The page on which a star was pressed.
  func page(_ place: StarPlace, _ state: ListState) -> String {
    switch place {
    case .list: list(state)
    case .entry(let shown): entry(shown, state)
    case .favorites: self[.favorites]
    }
  }

  /// The same page, scrolled to the row whose star was pressed.
  func place(_ place: StarPlace, _ state: ListState, of id: String) -> String {
    switch place {
    case .favorites, .entry(id): page(place, state)
    case .list, .entry: "\(page(place, state))#\(Self.anchor(id))"
    }
  }

  func merge(_ ids: String) -> String { "\(self[.merge])?ids=\(ids)" }

  /// What another device opens to see these favorites.
  func handOver(_ ids: String) -> String { "\(self[.handOver])?ids=\(ids)" }

  // MARK: For scripts and programs

  func listJSON(_ state: ListState, size: Int) -> String {
    var pairs = state.with(\.view, .list).with(\.isFavoritesOnly, false).pairs
    if size != Paging.pageSize { pairs.append(("size", String(size))) }
    return self[.listJSON] + ListState.query(pairs)
  }

  /// Completions of a text, in OpenSearch form.
  func suggestions(_ text: String = "") -> String {
    self[.suggestions] + ListState.query(text.isEmpty ? [] : [("q", text)])
  }

  /// Where the server says whether it is ready; the same path is answered without the base path too.
  public var health: String { self[.health] }
  /// Where it says that it is alive, ready or not.
  public var alive: String { self[.alive] }

  /// Targets of the looks that others take every few seconds.
  public var healthTargets: [String] {
    [health, alive] + (base.isEmpty ? [] : [Route.health.path(), Route.alive.path()])
  }
}
