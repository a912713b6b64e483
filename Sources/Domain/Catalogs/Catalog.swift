public import Search

/// The entries of a show, in list order and indexed. Immutable: a refresh builds a new one.
public struct Catalog: Sendable {
  /// In list order.
  public let entries: Entries
  public let sections: [Section]
  /// The order of the list for a query that names none.
  public let order: ListOrder
  /// Letters to jump to in the whole list; empty unless it is sorted by title.
  public let initials: [Initial]
  /// The number of entries left out because their titles hold no text.
  public internal(set) var untitled = 0
  let index: SearchIndex
  private let members: SectionMembers
  private let ids: PackedTextIndex
  /// List positions by place in the store.
  private let positions: [UInt32]
  private let facts: FactIndex

  /// - Parameters:
  ///   - places: the list, as places in the store.
  ///   - members: the places of each section's entries, in feed order.
  ///   - index: of the texts in list order.
  init(
    store: EntryStore, order: ListOrder, places: [UInt32], sections: [Section], members: [[UInt32]],
    index: SearchIndex
  ) {
    self.sections = sections
    self.order = order
    self.index = index
    ids = PackedTextIndex(of: store.ids)
    var positions = Array(repeating: UInt32(0), count: places.count)
    for (position, place) in places.enumerated() { positions[Int(place)] = UInt32(position) }
    self.positions = positions
    facts = FactIndex(store.facts, places: places)
    let listed = members.map { places in
      let listed = places.map { positions[Int($0)] }
      return order == .title ? listed.sorted() : listed
    }
    self.members = SectionMembers(listed, entryCount: places.count)
    let entries = Entries(store: store, places: places, members: self.members)
    self.entries = entries
    initials = order == .title ? Initial.all(of: entries.count) { entries[$0].title } : []
  }

  /// Position of the entry with this id.
  public func position(of id: String) -> Int? {
    ids.position(of: id, in: entries.store.ids).map { Int(positions[$0]) }
  }

  // MARK: Results

  /// The entries that match a query. An unknown section or facet value matches nothing; an unknown order is
  /// that of the list. A search anywhere, without an order, is ranked by title; prefix matches stay in list order.
  ///
  /// Cost: within a section, one step for each of its entries.
  public func results(for query: Query) -> Results {
    let results = listed(query)
    if let sort = query.sort, let order = facts.order(sort) {
      return results.sorted(by: order, isDescending: sort.isDescending, below: entries.count)
    }
    guard query.search.match == .contains, !query.search.isEmpty, results.total > 1 else { return results }
    return results.ranked(index.best(for: query.search, limit: Self.rankedLimit))
  }

  /// Ranked results of one search; the others follow in list order.
  private static let rankedLimit = 5_000

  /// The results in list order.
  private func listed(_ query: Query) -> Results {
    let found = index.results(for: query.search).intersection(facts.entries(with: query.filters))
    guard let id = query.section else { return .found(found) }
    guard let section = sections.firstIndex(where: { $0.id == id }) else { return .chosen([]) }
    let positions = members.positions[section]
    return .chosen(
      found.total == entries.count ? positions : positions.filter { found.contains(Int($0)) },
      isAscending: order == .title)
  }

  /// Whether a query and its facets are answered by reading at most some hundreds of entries.
  /// - Parameter isShort: whether the list is short enough to read all of it.
  public func answersAtOnce(_ query: Query, isShort: Bool) -> Bool {
    // Hits in descriptions are marked: the texts may be long in a short list too.
    if query.search.match == .contains, !query.search.isEmpty { return false }
    if isShort { return true }
    guard query.section == nil, query.filters.isEmpty else { return false }
    return query.search.isEmpty || query.sort == nil && facts.facets.isEmpty
  }

  /// The only entry with this title; nil if there are none or several.
  public func entry(titled title: String) -> Int? {
    // Up to 16 titles that fold to the same are compared.
    let found = index.best(for: SearchQuery(title, match: .prefix), limit: 16).first ?? []
    let titled = found.filter { entries[$0].title == title }
    return titled.count == 1 ? titled[0] : nil
  }

  // MARK: Facts

  /// The facts of the entry at a position, in the show's order.
  public func facts(at position: Int) -> [NamedFact] {
    entries.store.facts.compactMap { $0.fact(at: Int(entries.places[position])) }
  }

  /// The facts that the list can be filtered by.
  public var facetFields: [FactField] { facts.facets.map(\.field) }

  /// The facts that the list can be sorted by.
  public var sortings: [FactSorting] { facts.orders.map { FactSorting(field: $0.field, kind: $0.kind) } }

  /// The choices of each facet, with counts that follow the search, the section and the other facets.
  /// - Parameters:
  ///   - shown: entries that the list is restricted to as well, such as favorites.
  ///   - limit: values of each facet, the most frequent ones; at most ``FacetValues/offeredLimit``.
  ///
  /// Cost: one step for each entry of the search or section, and for each group of entries equal in all facets.
  public func facets(for query: Query, among shown: [Int]? = nil, limit: Int = .max) -> [Facet] {
    guard !facts.facets.isEmpty else { return [] }
    let isWhole = query.search.isEmpty && query.section == nil
    let all = listed(query.unfiltered)
    return facts.choices(among: shown.map(all.among) ?? (isWhole ? nil : all), query.filters, limit: limit)
  }

  /// The filter that selects a fact's value; nil if the list cannot be filtered by it.
  public func filter(_ field: FactField, _ value: FactValue) -> FactFilter? {
    let filter = FactFilter(field.name, FacetValues.name(of: value.text))
    return self.value(of: filter).map { _ in filter }
  }

  /// The facet value that a filter selects; nil if no entry has it.
  public func value(of filter: FactFilter) -> FactValue? {
    guard let facet = facts.facet(named: filter.fact) else { return nil }
    return facet.position(of: filter.value).map { facet.values[$0] }
  }
}

extension Catalog {
  /// The arrays of a catalog that has only titles and coordinates, is sorted by title and searched by prefix;
  /// nil for any other.
  public var packed: PackedArrays? {
    guard index.isPackable, entries.store.isPackable, order == .title, entries.store.facts.isEmpty,
      sections.isEmpty
    else { return nil }
    var arrays = PackedArrays()
    entries.store.pack(into: &arrays)
    arrays.append(.halves(entries.places))
    index.pack(into: &arrays)
    return arrays
  }

  /// Restores a catalog from ``packed`` without building it. Damaged arrays give another catalog or an error,
  /// never an access outside of them.
  public init(unpacking arrays: PackedArrays) throws(PackedArrays.Misfit) {
    var arrays = arrays
    let store = try EntryStore(unpacking: &arrays)
    let places = try arrays.halves()
    let index = try SearchIndex(unpacking: &arrays)
    try arrays.finish()
    guard places.count == store.count, index.count == places.count, places.isPermutation else {
      throw PackedArrays.Misfit()
    }
    self.init(store: store, order: .title, places: places, sections: [], members: [], index: index)
  }
}

extension [UInt32] {
  /// Whether these are the numbers from zero on, each once, in any order.
  fileprivate var isPermutation: Bool {
    var isThere = Array<Bool>(repeating: false, count: count)
    for number in self {
      guard number < count, !isThere[Int(number)] else { return false }
      isThere[Int(number)] = true
    }
    return true
  }
}
