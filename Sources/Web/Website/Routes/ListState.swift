public import Catalogs
import Text

/// What the visitor sees of the list; all of it stands in the address.
public struct ListState: Sendable, Hashable {
  public enum View: String, Sendable {
    case list, grid
  }

  /// The search text as typed, without blanks before it and with one at most behind it: while a word is
  /// typed, the blank that ends it counts.
  public var text = ""
  public var view = View.list
  /// Id of the chosen section; nil for all.
  public var section: String?
  /// The chosen values of facets, one of each, in the order of the facets.
  public var filters: [FactFilter] = []
  /// The fact by which the list is sorted; nil for its own order.
  public var sort: FactSort?
  /// Whether only the visitor's favorites are listed.
  public var isFavoritesOnly = false
  /// Counted from 1.
  public var page = 1

  public init() {}

  /// Reads what the query of an address says; nonsense counts as nothing, but an unknown value of a facet as
  /// one that no entry has.
  /// - Parameters:
  ///   - textLimit: bytes of the search text.
  ///   - catalog: whose facets and orders are read; nil for none.
  init(_ query: QueryReader, textLimit: Int = QueryReader.valueLimit, of catalog: Catalog? = nil) {
    text = Self.trimmed(query["q", textLimit] ?? "")
    view = query["view"].flatMap(View.init(rawValue:)) ?? .list
    section = query["section"].flatMap { $0.isEmpty ? nil : $0 }
    filters = (catalog?.facetFields ?? []).compactMap { field in
      query[field.name, FactFilter.valueLimit].flatMap { $0.isEmpty ? nil : FactFilter(field.name, $0) }
    }
    sort = query["sort"].flatMap { text in
      let sort = FactSort(text[...])
      return catalog?.sortings.contains { $0.field.name == sort.fact } == true ? sort : nil
    }
    isFavoritesOnly = query["favorites"] == "1"
    page = query["page"].flatMap { Int($0) }.map { max(1, $0) } ?? 1
  }

  /// What a query says to get here; defaults are left out.
  var pairs: [(String, String)] {
    var pairs: [(String, String)] = []
    if !text.isEmpty { pairs.append(("q", text)) }
    if let section { pairs.append(("section", section)) }
    pairs += filters.map { ($0.fact, $0.value) }
    if let sort { pairs.append(("sort", sort.text)) }
    if view == .grid { pairs.append(("view", view.rawValue)) }
    if isFavoritesOnly { pairs.append(("favorites", "1")) }
    if page > 1 { pairs.append(("page", String(page))) }
    return pairs
  }

  /// The query with its question mark; empty for the plain list.
  var query: String { Self.query(pairs) }

  static func query(_ pairs: [(String, String)]) -> String {
    guard !pairs.isEmpty else { return "" }
    return "?" + pairs.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    let end = start.index(after: last)
    return String(start[..<end]) + (end < start.endIndex ? " " : "")
  }

  /// The value that is chosen of a facet; nil if none is.
  subscript(_ facet: FactField) -> String? { filters.first { $0.fact == facet.name }?.value }

  /// The first page of the same with another value of a facet, or none.
  func with(_ facet: FactField, _ value: String?, of catalog: Catalog) -> ListState {
    let chosen = value.map { [FactFilter(facet.name, $0)] } ?? []
    let kept = filters.filter { $0.fact != facet.name } + chosen
    // In one order, so that one list has one address.
    let ordered = catalog.facetFields.compactMap { field in kept.first { $0.fact == field.name } }
    return with(\.filters, ordered).with(\.page, 1)
  }

  func with<Value>(_ member: WritableKeyPath<ListState, Value>, _ value: Value) -> ListState {
    var copy = self
    copy[keyPath: member] = value
    return copy
  }
}
