public import Search

/// A visitor's request to a catalog: search, section, filters and order.
public struct Query: Sendable, Hashable {
  public var search: SearchQuery
  /// Id of the section to search in; nil for all.
  public let section: String?
  /// Values to select, several of one facet too.
  public let filters: [FactFilter]
  /// Nil for the order of the catalog's list.
  public let sort: FactSort?

  public init(
    search: SearchQuery, section: String? = nil, filters: [FactFilter] = [], sort: FactSort? = nil
  ) {
    (self.search, self.section, self.filters, self.sort) = (search, section, filters, sort)
  }

  /// The same query with another text.
  func with(_ search: SearchQuery) -> Query {
    Query(search: search, section: section, filters: filters, sort: sort)
  }

  /// The same query without filters, in the order of the list.
  var unfiltered: Query { Query(search: search, section: section) }
}

/// A facet's value to filter a list by. Both are names in addresses; of one facet, several values select entries with
/// any of them.
public struct FactFilter: Sendable, Hashable {
  public let fact: String
  /// The name of a value, or ``none``.
  public let value: String

  /// The value of entries without the fact. No value's own name begins with a hyphen.
  public static let none = "-"
  /// Bytes of the longest name of a value.
  public static let valueLimit = Slug.limit + 20
  /// Values of one facet; the address of each row repeats them.
  public static let countLimit = 12

  public init(_ fact: String, _ value: String) {
    (self.fact, self.value) = (fact, value)
  }
}

/// The fact to sort a list by.
public struct FactSort: Sendable, Hashable {
  /// Its name in addresses.
  public let fact: String
  public let isDescending: Bool

  public init(_ fact: String, isDescending: Bool = false) {
    (self.fact, self.isDescending) = (fact, isDescending)
  }

  /// Reads ``text``; a second fact, which earlier versions had, is left out.
  public init(_ text: Substring) {
    let first = text.prefix { $0 != "," }
    isDescending = first.hasPrefix("-")
    fact = String(isDescending ? first.dropFirst() : first)
  }

  /// The form in addresses: `born`, `-born` if descending.
  public var text: String { (isDescending ? "-" : "") + fact }
}
