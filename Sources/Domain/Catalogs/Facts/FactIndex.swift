import Search
import System

/// The facets and orders of a catalog.
struct FactIndex: Sendable {
  let facets: [FacetValues]
  let orders: [FactOrder]

  /// - Parameter columns: of all facts.
  init(_ arrays: ArraySet, _ columns: [FactColumn]) {
    facets = Self.facets(of: columns).enumerated().map { FacetValues(arrays, $0, $1) }
    orders = Self.orders(of: columns).enumerated().map { FactOrder(arrays, $0, $1) }
  }

  /// Adds the arrays of all facets and orders.
  /// - Parameter collation: the order of texts; nil for that of folded ones.
  static func write(_ columns: [FactColumn], by collation: Collation?, to arrays: inout ArraySet) {
    for (number, column) in facets(of: columns).enumerated() {
      FacetValues.write(column, by: collation, to: &arrays, number)
    }
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

  /// The results that pass all filters. Cost: one step for each, for each facet that is filtered.
  func filtered(_ results: Results, by filters: [FactFilter]) -> Results {
    guard filters.allSatisfy({ facet(named: $0.fact) != nil }) else { return .none }
    return facets.reduce(results) { $1.filtered($0, by: ChosenValues(filters, of: $1)) }
  }

  /// The choices of each facet among some entries, counted under the filters of the other facets.
  /// - Parameters:
  ///   - all: the entries before filtering; nil for the whole catalog.
  ///   - count: the number of entries in the catalog.
  ///   - passing: those of them that pass the filters, if they are known already.
  ///   - limit: values of each facet, the most frequent ones.
  func choices(
    among all: Results?, of count: Int, _ filters: [FactFilter], passing: Results?, limit: Int
  ) -> [Facet] {
    let passing = filters.allSatisfy { facet(named: $0.fact) != nil } ? passing : nil
    let filters = filters.filter { facet(named: $0.fact) != nil }
    let chosen = facets.map { ChosenValues(filters, of: $0) }
    let counted = filters.isEmpty ? all : passing ?? filtered(all ?? Results(0..<count), by: filters)
    let counts = zip(facets, chosen).map { facet, own in
      if own.isEmpty { return facet.counts(among: counted) }
      let others = filters.filter { $0.fact != facet.field.name }
      return facet.counts(among: others.isEmpty ? all : filtered(all ?? Results(0..<count), by: others))
    }
    return facets.indices.map { index in
      let (facet, own, counts) = (facets[index], chosen[index], counts[index])
      let shown = Set(facet.offered(limit) + own.numbers).sorted()
      let none = Facet.Choice(
        name: FactFilter.none, value: FactValue(""), count: counts[facet.count], isChosen: own.hasNone)
      return Facet(
        field: facet.field,
        choices: shown.filter { counts[$0] > 0 || own.numbers.contains($0) }.map { value in
          Facet.Choice(
            name: facet.names[value], value: facet.value(value), count: counts[value],
            isChosen: own.numbers.contains(value))
        } + (none.count > 0 || none.isChosen ? [none] : []))
    }
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
