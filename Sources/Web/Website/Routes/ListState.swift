public import Catalogs
public import Configuration
import Favorites
import System
import Text

/// The state of the list, which its address contains.
public struct ListState: Sendable, Hashable {
  public typealias View = Looks.View

  /// The search text without leading blanks. One trailing blank is kept: it ends a word.
  public var text = ""
  /// Nil for the show's own.
  public var view: View?
  public var section: String?
  /// The section in which a search began, and to which its end leads.
  public var tab: String?
  /// The chosen values, in the order of the facets, so that a list has one address.
  public var filters: [FactFilter] = []
  /// Whether the address has more values of a facet than count.
  public var hasTooManyValues = false
  public var sort: FactSort?
  public var isFavoritesOnly = false
  /// Counted from 1.
  public var page = 1
  /// The state of the list beside an entry; nil for open.
  var pane: Pane?

  /// The highest number of a page, and of entries on one.
  static let pageLimit = 10_000_000

  public init() {}

  /// Reads a query. Invalid members are ignored, but an unknown value of a facet has no results.
  init(_ query: QueryReader, textLimit: Int = QueryReader.valueLimit, of catalog: Catalog? = nil) {
    text = Self.trimmed(query["q", textLimit] ?? "")
    view = query["view"].flatMap(View.init(rawValue:))?.current
    section = query["section"].flatMap { $0.isEmpty ? nil : $0 }
    tab = query["tab"].flatMap { $0.isEmpty ? nil : $0 }
    for field in catalog?.facetFields ?? [] {
      // Earlier versions excluded a value by a hyphen before its name.
      let values = query.values(of: field.name, FactFilter.valueLimit)
        .filter { !$0.isEmpty && (!$0.hasPrefix("-") || $0 == FactFilter.none) }
      if values.count > FactFilter.countLimit { hasTooManyValues = true }
      filters += Set(values.prefix(FactFilter.countLimit)).sorted().map { FactFilter(field.name, $0) }
    }
    sort = query["sort"].flatMap { catalog?.sort(named: $0) }
    isFavoritesOnly = query["favorites"] == "1"
    page = query["page"]?.number(in: 1...Self.pageLimit) ?? 1
    pane = query["pane"].flatMap(Pane.init)
  }

  var pairs: [(String, String)] {
    var pairs: [(String, String)] = []
    if !text.isEmpty { pairs.append(("q", text)) }
    if let section { pairs.append(("section", section)) }
    if let tab, !text.isEmpty { pairs.append(("tab", tab)) }
    pairs += filters.map { ($0.fact, $0.value) }
    if let sort { pairs.append(("sort", sort.text)) }
    if let view { pairs.append(("view", view.rawValue)) }
    if isFavoritesOnly { pairs.append(("favorites", "1")) }
    if page > 1 { pairs.append(("page", String(page))) }
    return pairs
  }

  /// Whether the list was asked for, so that it stands beside an entry even if it was closed before.
  var asksForList: Bool {
    !text.isEmpty || section != nil || !filters.isEmpty || view != nil || isFavoritesOnly
  }

  /// The member by which an entry's address keeps a list closed that would open otherwise.
  var closedPane: [(String, String)] {
    pane == .closed && asksForList ? [("pane", Pane.closed.rawValue)] : []
  }

  /// The state of a list with nothing asked for but its looks.
  var ofLooks: ListState { ListState().with(\.view, view).with(\.pane, pane) }

  /// The state with all entries of the show.
  var ofEveryone: ListState { with(\.isFavoritesOnly, false) }

  /// The state without the way in which the list is shown.
  var content: ListState { with(\.view, nil).with(\.tab, nil) }

  /// The query with its question mark; empty for the default state.
  var query: String { Self.query(pairs) }

  static func query(_ pairs: [(String, String)]) -> String {
    guard !pairs.isEmpty else { return "" }
    // Names of orders are slugs; their comma stays legible.
    return "?" + pairs.map { "\($0)=\($0 == "sort" ? $1 : PercentCoding.encode($1))" }.joined(separator: "&")
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    let end = start.index(after: last)
    return String(start[..<end]) + (end < start.endIndex ? " " : "")
  }

  /// The filters of a facet.
  subscript(_ facet: FactField) -> [FactFilter] { filters.filter { $0.fact == facet.name } }

  /// The state with other values of a facet, on the first page.
  func with(_ facet: FactField, _ values: [String], of catalog: Catalog) -> ListState {
    let kept = filters.filter { $0.fact != facet.name } + values.map { FactFilter(facet.name, $0) }
    let ordered = catalog.facetFields.flatMap { field in kept.filter { $0.fact == field.name } }
    return with(\.filters, ordered).with(\.page, 1)
  }

  func with<Value>(_ member: WritableKeyPath<ListState, Value>, _ value: Value) -> ListState {
    var copy = self
    copy[keyPath: member] = value
    return copy
  }
}

/// The members of a query, `application/x-www-form-urlencoded`; the first of a name counts where one is asked for.
struct QueryReader: Sendable {
  /// Default limit of a value in bytes: the address of each row repeats the query.
  static let valueLimit = 300

  private let pairs: [(name: String, value: String)]

  /// - Parameter limit: of members; further ones are ignored.
  init(_ query: ArraySlice<UInt8>, limit: Int = 32) {
    pairs = query.split(separator: UInt8(ascii: "&"), maxSplits: limit).prefix(limit).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        PercentCoding.decodeForm(pair[..<equals]), PercentCoding.decodeForm(pair[equals...].dropFirst())
      )
    }
  }

  var isEmpty: Bool { pairs.isEmpty }

  subscript(name: String) -> String? { self[name, Self.valueLimit] }

  /// A value of more than `limit` bytes is cut at the end of a scalar.
  subscript(name: String, limit: Int) -> String? {
    pairs.first { $0.name == name }.map { Self.cut($0.value, limit) }
  }

  /// All values of a name, cut likewise.
  func values(of name: String, _ limit: Int) -> [String] {
    pairs.filter { $0.name == name }.map { Self.cut($0.value, limit) }
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    // Slicing inside a scalar rounds down to its beginning.
    return String(text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: limit)])
  }
}

extension Catalog {
  /// The order of a name in an address; nil for an unknown one, and for the order by title where that is the list's own.
  func sort(named text: String) -> FactSort? {
    let sort = FactSort(text[...])
    if sort.text == FactField.titleOrder, self.sort != nil { return sort }
    return sortings.contains { $0.field.name == sort.fact } ? sort : nil
  }
}
