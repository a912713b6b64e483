/// Every address of ours: the only place that reads and writes them, and knows the base path.
public struct Addresses: Sendable, Hashable {
  /// Path that everything lies under: empty, or `/` and names without a slash at the end.
  public let base: String

  /// Entries a page of the JSON list, unless the query says otherwise, and at most.
  static let jsonPageSize = 60
  static let jsonPageLimit = 500

  /// Everything lies directly under the host.
  public static let root = Addresses()

  private init() {
    base = ""
  }

  /// Takes a base path with or without slashes at its ends; nil where it is not made of plain names.
  public init?(base: String) {
    let names = base.split(separator: "/")
    let allowed = names.allSatisfy { name in
      name != "." && name != ".." && name.utf8.allSatisfy(PercentCoding.isUnreserved)
    }
    guard allowed else { return nil }
    self.base = names.map { "/" + $0 }.joined()
  }

  // MARK: Writing

  public func list(_ state: ListState = ListState()) -> String { "\(base)/\(query(state))" }

  /// The list, scrolled to the row of an entry.
  func list(_ state: ListState, at id: String) -> String { "\(list(state))#\(Self.anchor(id))" }

  /// What the row of an entry is called in its page.
  static func anchor(_ id: String) -> String { "e-\(id)" }

  public func entry(_ id: String, _ state: ListState = ListState()) -> String {
    entryPath(id) + query(state)
  }

  /// An entry's address without the query that keeps the list.
  func entryPath(_ id: String) -> String { "\(base)/entries/\(id)" }

  /// Whether a request's target is a list or lies where the entries' pages are, which hold whole addresses.
  /// Cost: the comparison of a few bytes.
  func namesItself(_ target: [UInt8]) -> Bool {
    let path = target.starts(with: base.utf8) ? target.dropFirst(base.utf8.count) : []
    guard path.first == UInt8(ascii: "/") else { return false }
    return path.count == 1 || path.dropFirst().first == UInt8(ascii: "?") || isBelow("/entries/", target)
  }

  /// Whether it lies where the public files are.
  func isAsset(_ target: [UInt8]) -> Bool { isBelow("/static/", target) }

  private func isBelow(_ folder: String, _ target: [UInt8]) -> Bool {
    target.starts(with: base.utf8) && target.dropFirst(base.utf8.count).starts(with: folder.utf8)
  }

  func listJSON(_ state: ListState, size: Int) -> String {
    var pairs = pairs(state.with(\.view, .list).with(\.isFavoritesOnly, false))
    if size != Self.jsonPageSize { pairs.append(("size", String(size))) }
    return "\(base)/entries.json" + Self.query(pairs)
  }

  func entryJSON(_ id: String) -> String { "\(base)/entries/\(id).json" }

  /// Completions of a text, in OpenSearch form.
  func suggestions(_ text: String = "") -> String {
    "\(base)/suggest" + Self.query(text.isEmpty ? [] : [("q", text)])
  }

  /// What a browser reads to add the show as a search engine.
  var openSearch: String { "\(base)/opensearch.xml" }

  /// What a browser reads to put the show on the home screen.
  var manifest: String { "\(base)/manifest.webmanifest" }

  /// The script that browsers run beside the pages.
  var serviceWorker: String { "\(base)/service-worker.js" }

  /// What it shows where nothing else was kept.
  var offline: String { "\(base)/offline" }

  /// Where a visitor chooses a language.
  var language: String { "\(base)/language" }

  /// The way here for another device.
  var connect: String { "\(base)/connect" }

  func picture(_ id: String) -> String { "\(base)/pictures/\(id)" }

  /// The drawing of where an entry lies.
  func map(_ id: String) -> String { "\(base)/map/\(id).svg" }

  func asset(_ name: String) -> String { "\(base)/static/\(name)" }

  /// The query that keeps the list as it is, with its question mark; empty for the plain list.
  func query(_ state: ListState) -> String { Self.query(pairs(state)) }

  func pairs(_ state: ListState) -> [(String, String)] {
    var pairs: [(String, String)] = []
    if !state.text.isEmpty { pairs.append(("q", state.text)) }
    if let section = state.section { pairs.append(("section", section)) }
    if state.view == .grid { pairs.append(("view", state.view.rawValue)) }
    if state.isFavoritesOnly { pairs.append(("favorites", "1")) }
    if state.page > 1 { pairs.append(("page", String(state.page))) }
    return pairs
  }

  static func query(_ pairs: [(String, String)]) -> String {
    guard !pairs.isEmpty else { return "" }
    return "?" + pairs.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
  }

  // MARK: Reading

  /// What a request's target, path and query as they came, stands for.
  public func route(of target: [UInt8]) throws(RouteFault) -> Route {
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    guard target[..<mark].starts(with: base.utf8),
      let path = PercentCoding.decode(target[..<mark].dropFirst(base.utf8.count))
    else { throw .unknown }
    let query = QueryReader(target[mark...].dropFirst())
    if path.isEmpty { return .home }
    if path == "/" { return query.hasResultsOnly ? .results(state(query)) : .list(state(query)) }
    if let route = try favoritesRoute(path, query) { return route }
    let names = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch (names.count, names[0]) {
    case (1, "entries.json"):
      return .listJSON(state(query).with(\.isFavoritesOnly, false), size: try size(query))
    case (1, "suggest"): return .suggestions(state(query), withResults: query.hasResultsOnly)
    case (1, "opensearch.xml"): return .openSearch
    case (1, "manifest.webmanifest"): return .manifest
    case (1, "service-worker.js"): return .serviceWorker
    case (1, "offline"): return .offline
    case (1, "language"): throw .postOnly
    case (1, "connect"): return .connect
    case (2, "entries") where names[1].hasSuffix(".json"): return .entryJSON(id: String(names[1].dropLast(5)))
    case (2, "entries"): return .entry(id: names[1], state(query))
    case (2, "pictures"): return .picture(id: names[1])
    case (2, "map") where names[1].hasSuffix(".svg"): return .map(id: String(names[1].dropLast(4)))
    case (2, "static"): return .asset(name: names[1])
    default: throw .unknown
    }
  }

  func state(_ query: QueryReader) -> ListState {
    var state = ListState()
    state.text = query["q"] ?? ""
    state.view = query["view"].flatMap(ListState.View.init(rawValue:)) ?? .list
    state.section = query["section"].flatMap { $0.isEmpty ? nil : $0 }
    state.isFavoritesOnly = query["favorites"] == "1"
    state.page = query["page"].flatMap { Int($0) }.map { max(1, $0) } ?? 1
    return state
  }

  /// What the search address of a show looks like to a browser, which puts the typed text at the end.
  func searchTemplate(_ path: String) -> String { "\(path)?q={searchTerms}" }

  private func size(_ query: QueryReader) throws(RouteFault) -> Int {
    for key in ["page", "size"] {
      guard let text = query[key] else { continue }
      guard let number = Int(text), number >= 1 else {
        throw .badQuery("\(key) must be a whole number from 1")
      }
      if key == "size", number > Self.jsonPageLimit {
        throw .badQuery("size must be at most \(Self.jsonPageLimit)")
      }
    }
    return query["size"].flatMap { Int($0) } ?? Self.jsonPageSize
  }
}
