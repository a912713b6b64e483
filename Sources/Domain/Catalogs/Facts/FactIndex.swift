import Search

/// What a catalog knows of its entries' facts beyond each entry's own: which entries have which, and orders.
struct FactIndex: Sendable {
  let facets: [FacetValues]
  let orders: [FactOrder]
  /// Nil without facets.
  private let groups: FacetGroups?

  /// - Parameter places: the list, as places in the store.
  init(_ columns: [FactColumn], places: [UInt32]) {
    func listed(_ column: FactColumn) -> [UInt32] { places.map { column.codes[Int($0)] } }
    let facets = columns.filter(\.field.isFacet).prefix(FactField.facetLimit)
    let codes = facets.map(listed)
    self.facets = zip(facets, codes).map { FacetValues($0, codes: $1) }
    groups = facets.isEmpty ? nil : FacetGroups(codes, entryCount: places.count)
    orders = columns.filter(\.field.isOrder).prefix(FactField.orderLimit).map {
      FactOrder($0, codes: listed($0))
    }
  }

  func order(_ sort: FactSort) -> FactOrder? { orders.first { $0.field.name == sort.fact } }

  /// The entries that have all of some values; nil if there is no filter.
  func entries(with filters: [FactFilter]) -> SearchResults? {
    var entries: SearchResults?
    for filter in filters {
      let facet = facets.first { $0.field.name == filter.fact }
      guard let facet, let value = facet.position(of: filter.value) else {
        return SearchResults(ascending: [], below: 0)
      }
      let own = facet.entries(with: value)
      entries = entries.map { $0.intersection(own) } ?? own
    }
    return entries
  }

  /// What there is to choose in each facet among some entries.
  /// - Parameters:
  ///   - all: those that are looked at, whatever is chosen; nil for the whole catalog.
  ///   - limit: values of each facet, the most frequent ones.
  func choices(among all: Results?, _ filters: [FactFilter], limit: Int) -> [Facet] {
    guard let groups else { return [] }
    let chosen = facets.map { facet in
      filters.first { $0.fact == facet.field.name }.map { facet.position(of: $0.value) ?? -1 }
    }
    let counts: [[Int]]
    if all == nil, filters.isEmpty {
      counts = facets.map(\.totals)
    } else {
      let sizes = all?.counts(in: groups.groups, count: groups.sizes.count) ?? groups.sizes
      counts = groups.counts(facets, sizes: sizes, chosen: chosen)
    }
    return facets.indices.map { index in
      let facet = facets[index]
      let own = chosen[index]
      let offered = facet.offered(limit)
      let isOffered = own.map { $0 < 0 || offered.contains($0) } ?? true
      let shown = isOffered ? offered : (offered + [own ?? 0]).sorted()
      return Facet(
        field: facet.field,
        choices: shown.filter { counts[index][$0] > 0 || $0 == own }.map { value in
          Facet.Choice(
            name: facet.names[value], value: facet.values[value], count: counts[index][value],
            isChosen: value == own)
        })
    }
  }
}

extension Results {
  /// How many of these there are in each group.
  fileprivate func counts(in groups: [UInt32], count: Int) -> [UInt32] {
    if let found = unordered { return found.counts(in: groups, count: count) }
    var counts = Array(repeating: UInt32(0), count: count)
    for position in page(from: 0, limit: total) { counts[Int(groups[position])] += 1 }
    return counts
  }
}

/// A fact by which a list is filtered, with what there is to choose.
public struct Facet: Sendable {
  /// A value that can be chosen.
  public struct Choice: Sendable {
    /// What stands for it in addresses.
    public let name: String
    public let value: FactValue
    /// How many entries a list would have with it, everything else as it is.
    public let count: Int
    public let isChosen: Bool
  }

  public let field: FactField
  /// Those that lead to anything, and the chosen one, in order.
  public let choices: [Choice]
}

/// A facet's value that a list is filtered by.
public struct FactFilter: Sendable, Hashable {
  /// Names as they stand in addresses.
  public let fact: String
  public let value: String

  /// Bytes of a name in an address: no value's is longer.
  public static let valueLimit = Slug.limit + 10

  public init(_ fact: String, _ value: String) {
    self.fact = fact
    self.value = value
  }
}

/// The fact that a list is sorted by.
public struct FactSort: Sendable, Hashable {
  /// Its name in addresses.
  public let fact: String
  public let isDescending: Bool

  public init(_ fact: String, isDescending: Bool = false) {
    self.fact = fact
    self.isDescending = isDescending
  }

  /// Reads what ``text`` writes.
  public init(_ text: Substring) {
    isDescending = text.hasPrefix("-")
    fact = String(isDescending ? text.dropFirst() : text)
  }

  /// As it stands in addresses: `born`, or `-born` for downwards.
  public var text: String { (isDescending ? "-" : "") + fact }
}

/// A fact by which a list can be sorted.
public struct FactSorting: Sendable {
  public enum Kind: Sendable {
    case text, number, date
  }

  public let field: FactField
  public let kind: Kind
}
