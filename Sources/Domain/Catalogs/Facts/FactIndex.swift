import Search
import System

/// The facets and orders of a catalog.
struct FactIndex: Sendable {
  let facets: [FacetValues]
  let orders: [FactOrder]
  /// Nil without facets.
  private let groups: FacetGroups?

  /// - Parameter columns: of all facts.
  init(_ arrays: ArraySet, _ columns: [FactColumn]) {
    facets = Self.facets(of: columns).enumerated().map { FacetValues(arrays, $0, $1) }
    groups = facets.isEmpty ? nil : FacetGroups(arrays)
    orders = Self.orders(of: columns).enumerated().map { FactOrder(arrays, $0, $1) }
  }

  /// Adds the arrays of all facets and orders.
  /// - Parameter collation: the order of texts; nil for that of folded ones.
  static func write(
    _ columns: [FactColumn], entryCount: Int, by collation: Collation?, to arrays: inout ArraySet
  ) {
    let facets = facets(of: columns)
    for (number, column) in facets.enumerated() {
      FacetValues.write(column, by: collation, to: &arrays, number)
    }
    if !facets.isEmpty { FacetGroups.write(facets, entryCount: entryCount, to: &arrays) }
    for (number, column) in orders(of: columns).enumerated() {
      FactOrder.write(column, by: collation, to: &arrays, number)
    }
  }

  private static func facets(of columns: [FactColumn]) -> [FactColumn] {
    Array(columns.filter(\.field.isFacet).prefix(FactField.facetLimit))
  }

  private static func orders(of columns: [FactColumn]) -> [FactColumn] {
    Array(columns.filter(\.field.isOrder).prefix(FactField.orderLimit))
  }

  func order(_ sort: FactSort) -> FactOrder? { orders.first { $0.field.name == sort.fact } }

  func facet(named name: String) -> FacetValues? { facets.first { $0.field.name == name } }

  /// The entries that pass all filters; nil without filters.
  func entries(with filters: [FactFilter]) -> SearchResults? {
    guard let groups, filters.allSatisfy({ facet(named: $0.fact) != nil }) else {
      return filters.isEmpty ? nil : SearchResults(ascending: [], below: 0)
    }
    if filters.contains(where: { $0.value.hasPrefix(FactFilter.none) })
      || Set(filters.map(\.fact)).count < filters.count
    {
      return groups.entries(facets, facets.map { ChosenValues(filters, of: $0) })
    }
    // One value of each facet: its entries are stored.
    var entries: SearchResults?
    for filter in filters {
      guard let facet = facet(named: filter.fact), let value = facet.number(named: filter.value) else {
        return SearchResults(ascending: [], below: 0)
      }
      entries = facet.entries(with: value).intersection(entries)
    }
    return entries
  }

  /// The choices of each facet among some entries.
  /// - Parameters:
  ///   - all: the entries before filtering; nil for the whole catalog.
  ///   - limit: values of each facet, the most frequent ones.
  func choices(among all: Results?, _ filters: [FactFilter], limit: Int) -> [Facet] {
    guard let groups else { return [] }
    let chosen = facets.map { ChosenValues(filters, of: $0) }
    let counts: [[Int]]
    if all == nil, filters.isEmpty {
      counts = facets.enumerated().map { index, facet in
        (0..<facet.count).map(facet.total) + [groups.totalWithout(index)]
      }
    } else {
      let sizes = all?.counts(in: groups.groups, count: groups.sizes.count) ?? Array(groups.sizes)
      counts = groups.counts(facets, sizes: sizes, chosen: chosen)
    }
    return facets.indices.map { index in
      let facet = facets[index]
      let (own, counts) = (chosen[index], counts[index])
      let named = own.numbers + own.excluded
      let shown = Set(facet.offered(limit) + named).sorted()
      let none = Facet.Choice(
        name: FactFilter.none, value: FactValue(""), count: counts[facet.count], isChosen: own.hasNone)
      return Facet(
        field: facet.field,
        choices: shown.filter { counts[$0] > 0 || named.contains($0) }.map { value in
          Facet.Choice(
            name: facet.names[value], value: facet.value(value), count: counts[value],
            isChosen: own.numbers.contains(value), isExcluded: own.excluded.contains(value))
        } + (none.count > 0 || none.isChosen ? [none] : []))
    }
  }
}

extension Results {
  /// The number of results in each group.
  fileprivate func counts(in groups: Numbers<UInt32>, count: Int) -> [UInt32] {
    if let found = unordered { return found.counts(in: groups, count: count) }
    var counts = Array(repeating: UInt32(0), count: count)
    for position in page(from: 0, limit: total) {
      let group = Int(groups[position])
      if group < count { counts[group] += 1 }
    }
    return counts
  }
}

/// A fact to filter a list by, with the values to choose from.
public struct Facet: Sendable {
  public struct Choice: Sendable {
    /// The value's name in addresses.
    public let name: String
    public let value: FactValue
    /// The number of entries with it, under the other facets' filters.
    public let count: Int
    public let isChosen: Bool
    public var isExcluded = false
  }

  public let field: FactField
  /// Values with results, and those of the filters; sorted, with ``FactFilter/none`` at the end.
  public let choices: [Choice]
}

/// A fact to sort a list by.
public struct FactSorting: Sendable {
  public enum Kind: Sendable {
    case text, number, date
  }

  public let field: FactField
  public let kind: Kind
}
