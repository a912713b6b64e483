public import Search

/// The entries of a show, in list order and indexed. Immutable: a refresh makes a new one.
public struct Catalog: Sendable {
  /// In list order.
  public let entries: Entries
  public let sections: [Section]
  /// What the list is sorted by, unless a query asks for another order.
  public let order: ListOrder
  /// Letters to jump to in the whole list; none if it is not in the order of titles.
  public let initials: [Initial]
  /// Entries that were left out because no text is left of their titles.
  public internal(set) var untitled = 0
  private let members: SectionMembers
  let index: SearchIndex
  private let ids: PackedTextIndex
  /// For each place in the entries' store the position in the list.
  private let positions: [UInt32]
  private let facts: FactIndex

  /// - Parameters:
  ///   - places: the list, as places in the store.
  ///   - members: for each section the places of its entries, in the order in which they came.
  ///   - index: of the texts in list order.
  init(
    store: EntryStore, ids: PackedTextIndex, order: ListOrder, places: [UInt32], sections: [Section],
    members: [[UInt32]], index: SearchIndex
  ) {
    self.sections = sections
    self.order = order
    self.ids = ids
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
    self.index = index
  }

  /// Position of the entry with this id.
  public func position(of id: String) -> Int? {
    ids.position(of: id, in: entries.store.ids).map { Int(positions[$0]) }
  }

  /// Everything that answers the query. An unknown section and an unknown value of a facet hold nothing; an
  /// order that the catalog does not have is that of the list. What is searched for anywhere and in no order
  /// comes best first, by its titles; what begins with a prefix stays in the order of the list.
  ///
  /// Cost: within a section, a look at each of its entries, never at those of others.
  public func results(for query: Query) -> Results {
    let results = listed(query)
    if let sort = query.sort, let order = facts.order(sort) {
      return results.sorted(by: order, isDescending: sort.isDescending, below: entries.count)
    }
    guard query.search.match == .contains, !query.search.isEmpty, results.total > 1 else { return results }
    return results.led(by: index.best(for: query.search, limit: Self.mostRanked))
  }

  /// How many results of a search are ranked at most; all others follow in list order. Whoever pages
  /// further than this has not found it by rank.
  private static let mostRanked = 5_000

  /// What answers the query, in list order.
  private func listed(_ query: Query) -> Results {
    let search = query.search
    let filtered = facts.entries(with: query.filters)
    let found = search.isEmpty ? filtered : index.results(for: search).intersection(filtered)
    guard let id = query.section else { return found.map(Results.found) ?? .everything(count: entries.count) }
    guard let section = sections.firstIndex(where: { $0.id == id }) else { return .chosen([]) }
    let positions = members.positions[section]
    guard let found else { return .chosen(positions, isAscending: order == .title) }
    return .chosen(
      positions.filter { found.rank(of: Int($0)) != nil }, isAscending: order == .title)
  }

  /// Whether what answers a query, and its facets, are found without a look at more than some hundreds of entries.
  /// - Parameter isShort: whether the list is short enough to look at all of it.
  public func answersAtOnce(_ query: Query, isShort: Bool) -> Bool {
    // Hits in descriptions are marked: the texts may be long in a short list too.
    if query.search.match == .contains, !query.search.isEmpty { return false }
    if isShort { return true }
    guard query.section == nil, query.filters.isEmpty else { return false }
    return query.search.isEmpty || query.sort == nil && facts.facets.isEmpty
  }

  // MARK: Facts

  /// What the entry at a position has of the facts that its show names, in their order.
  public func facts(at position: Int) -> [NamedFact] {
    entries.store.facts.compactMap { $0.fact(at: Int(entries.places[position])) }
  }

  /// The facts by which the list can be filtered.
  public var facetFields: [FactField] { facts.facets.map(\.field) }

  /// The facts by which the list can be sorted.
  public var sortings: [FactSorting] { facts.orders.map { FactSorting(field: $0.field, kind: $0.kind) } }

  /// What there is to choose in each facet, with counts that follow the search, the section and the other
  /// facets.
  /// - Parameters:
  ///   - shown: entries to which the list is confined besides, such as favorites; nil for no such.
  ///   - limit: values of each facet, the most frequent ones; ``FacetValues/offeredLimit`` at most.
  ///
  /// Cost: a look at each entry that the search or the section has, and at each of the groups that agree in
  /// all facets.
  public func facets(for query: Query, among shown: [Int]? = nil, limit: Int = .max) -> [Facet] {
    let isWhole = query.search.isEmpty && query.section == nil
    guard !facts.facets.isEmpty else { return [] }
    let all = listed(query.unfiltered)
    return facts.choices(among: shown.map(all.among) ?? (isWhole ? nil : all), query.filters, limit: limit)
  }

  /// The name of a fact's value in addresses, if the list can be filtered by it.
  public func filter(_ field: FactField, _ value: FactValue) -> FactFilter? {
    let name = FacetValues.name(of: value.text)
    let facet = facts.facets.first { $0.field.name == field.name }
    return facet?.position(of: name).map { _ in FactFilter(field.name, name) }
  }

  /// The value of a facet that a filter means; nil if no entry has it.
  public func value(of filter: FactFilter) -> FactValue? {
    guard let facet = facts.facets.first(where: { $0.field.name == filter.fact }) else { return nil }
    return facet.position(of: filter.value).map { facet.values[$0] }
  }

  /// The only entry with this title; nil if there is none, or several.
  public func entry(titled title: String) -> Int? {
    let search = SearchQuery(title, match: .prefix)
    let found = index.best(for: search, limit: Self.mostTitled).first ?? []
    let titled = found.filter { entries[$0].title == title }
    return titled.count == 1 ? titled[0] : nil
  }

  /// Entries with titles that fold to the same that are looked at for one with a title.
  private static let mostTitled = 16
}

extension Catalog {
  /// What ``init(unpacking:)`` makes the same catalog of without building it; nil for one that is more than a list
  /// of titles and places, sorted by title and searched by their beginnings.
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

  /// Of arrays with other numbers than ``packed`` had it makes another catalog, or none; whatever they hold, it
  /// stays within them.
  public init(unpacking arrays: PackedArrays) throws(PackedArrays.Misfit) {
    var arrays = arrays
    let store = try EntryStore(unpacking: &arrays)
    let places = try arrays.halves()
    let index = try SearchIndex(unpacking: &arrays)
    try arrays.finish()
    guard places.count == store.count, index.count == places.count, places.areEachOnce else {
      throw PackedArrays.Misfit()
    }
    self.init(
      store: store, ids: PackedTextIndex(of: store.ids), order: .title, places: places,
      sections: [], members: [], index: index)
  }
}

extension [UInt32] {
  /// Whether these are the numbers from zero on, in any order.
  fileprivate var areEachOnce: Bool {
    var isThere = Array<Bool>(repeating: false, count: count)
    for number in self {
      guard number < count, !isThere[Int(number)] else { return false }
      isThere[Int(number)] = true
    }
    return true
  }
}
