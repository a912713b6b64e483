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
