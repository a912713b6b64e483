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
  /// Whether only the visitor's favorites are listed.
  public var isFavoritesOnly = false
  /// Counted from 1.
  public var page = 1

  public init() {}

  /// Reads what the query of an address says; nonsense counts as nothing.
  init(_ query: QueryReader) {
    self.init(query, textLimit: QueryReader.valueLimit)
  }

  /// - Parameter textLimit: bytes of the search text.
  init(_ query: QueryReader, textLimit: Int) {
    text = Self.trimmed(query["q", textLimit] ?? "")
    view = query["view"].flatMap(View.init(rawValue:)) ?? .list
    section = query["section"].flatMap { $0.isEmpty ? nil : $0 }
    isFavoritesOnly = query["favorites"] == "1"
    page = query["page"].flatMap { Int($0) }.map { max(1, $0) } ?? 1
  }

  /// What a query says to get here; defaults are left out.
  var pairs: [(String, String)] {
    var pairs: [(String, String)] = []
    if !text.isEmpty { pairs.append(("q", text)) }
    if let section { pairs.append(("section", section)) }
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

  func with<Value>(_ member: WritableKeyPath<ListState, Value>, _ value: Value) -> ListState {
    var copy = self
    copy[keyPath: member] = value
    return copy
  }
}
