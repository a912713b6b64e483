import Catalogs
import Configuration
import Text

/// All addresses of a site: the table of routes below its base path.
public struct Addresses: Sendable, Hashable {
  /// The base path: empty, or `/` and names, without a slash at the end.
  public let base: String
  let baseBytes: [UInt8]
  var venue = Venue.device
  /// The languages of a static export, by their tags; empty for all.
  public var languages: [String] = []
  /// Whether addresses mark a kiosk because the show's file does not.
  var namesKiosk = false
  /// Address of the page of all shows; nil for a single show.
  public var shelf: String?

  public static let root = Addresses(names: [])

  /// Addresses in a static export, before they become relative.
  public static let ofCopy = {
    var addresses = root
    addresses.venue = .copy
    return addresses
  }()

  private init(names: [Substring]) {
    base = names.map { "/" + $0 }.joined()
    baseBytes = Array(base.utf8)
  }

  /// - Parameter base: a base path with or without slashes at its ends; nil for one with reserved characters.
  public init?(base: String) {
    let names = base.split(separator: "/")
    let allowed = names.allSatisfy { name in
      name != "." && name != ".." && name.utf8.allSatisfy(PercentCoding.isUnreserved)
    }
    guard allowed else { return nil }
    self.init(names: names)
  }

  /// The address of a route; `name`, percent-encoded, replaces the name in the pattern.
  subscript(_ route: Route, _ name: String = "") -> String { base + route.path(name) }

  // MARK: Pages

  public func list(_ state: ListState = ListState()) -> String { self[.list] + query(state) }

  func query(_ state: ListState = ListState(), _ others: [(String, String)] = []) -> String {
    ListState.query(state.pairs + others + kept)
  }

  /// The query of an entry's address, which keeps the list; empty in an export, which has one file per entry.
  func entryQuery(_ state: ListState) -> String {
    venue == .copy ? "" : query(state, state.closedPane)
  }

  /// The address of a picture, with the version of its source: another file or address is another picture.
  /// - Parameter number: the first picture is 1; an entry has at least that many.
  func picture(of entry: Entry, _ number: Int = 1) -> String {
    self[.picture, "\(entry.id)~\(entry.version(ofPicture: number))"]
      + (number > 1 ? "?\(PictureHandler.number)=\(number)" : "")
  }

  /// Members that every address of a page has.
  var kept: [(String, String)] { namesKiosk ? [("kiosk", "1")] : [] }

  func list(_ state: ListState, at id: String) -> String { "\(list(state))#\(Self.anchor(id))" }

  static func anchor(_ id: String) -> String { "e-\(id)" }

  public func entry(_ id: String, _ state: ListState = ListState()) -> String {
    self[.entry, id] + entryQuery(state)
  }

  /// The address that closes or opens the list of a page.
  /// - Parameter id: the entry beside the list; nil for none.
  func pane(_ pane: Pane, _ state: ListState, at id: String?) -> String {
    (id.map { self[.entry, $0] } ?? self[.list])
      + query(state, [("pane", pane.rawValue)])
  }

  // MARK: Favorites

  /// The query of a star's address: the list, and the page to return to.
  func starQuery(_ state: ListState, from page: StarPage) -> String {
    query(state, state.closedPane + page.pairs)
  }

  /// The page of a pressed star, at the row of its entry.
  func page(_ page: StarPage, _ state: ListState, at id: String) -> String {
    switch page {
    case .list: list(state, at: id)
    case .entry(id): entry(id, state)
    case .entry(let shown): "\(entry(shown, state))#\(Self.anchor(id))"
    case .favorites: self[.favorites]
    }
  }

  func merge(_ ids: String) -> String { "\(self[.merge])?ids=\(ids)" }

  func handOver(_ ids: String) -> String { "\(self[.handOver])?ids=\(ids)" }

  // MARK: For scripts and programs

  func listJSON(_ state: ListState, size: Int) -> String {
    var pairs = state.ofEveryone.content.pairs
    if size != Paging.pageSize { pairs.append(("size", String(size))) }
    return self[.listJSON] + ListState.query(pairs)
  }

  /// Completions of a text, in OpenSearch form.
  func suggestions(_ text: String = "") -> String {
    self[.suggestions] + ListState.query(text.isEmpty ? [] : [("q", text)])
  }

  public var health: String { self[.health] }
  public var alive: String { self[.alive] }

  /// All targets of health checks, which arrive every few seconds.
  public var healthTargets: [String] {
    [health, alive] + (base.isEmpty ? [] : [Route.health.path(), Route.alive.path()])
  }
}

/// The kind of screen that shows the pages; it decides which links leave the show.
public enum Venue: Sendable, Hashable {
  case device
  /// A public screen: no link leaves the show, and the browser stores nothing of a visitor.
  case kiosk
  /// A static export, without a server.
  case copy
}
