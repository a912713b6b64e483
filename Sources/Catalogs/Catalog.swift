import Search
import TextPacking

/// The entries of a show, in list order and indexed. Immutable: a refresh makes a new one.
public struct Catalog: Sendable {
  /// In list order.
  public let entries: Entries
  public let sections: [Section]
  /// What the list is sorted by, unless a query asks for another order.
  public let order: ListOrder
  /// Letters to jump to in the whole list; none if it is not in the order of titles.
  public let initials: [Initial]
  private let members: SectionMembers
  let index: SearchIndex
  private let ids: PackedTextIndex
  /// For each place in the entries' store the position in the list.
  private let positions: [UInt32]
  /// The positions in every other order.
  let permutations: [ListOrder: [UInt32]]

  /// - Parameters:
  ///   - places: the list, as places in the store.
  ///   - others: the same in other orders.
  ///   - members: for each section the places of its entries, in the order in which they came.
  ///   - index: of the texts in list order.
  init(
    store: EntryStore, ids: PackedTextIndex, order: ListOrder, places: [UInt32],
    others: [ListOrder: [UInt32]], sections: [Section], members: [[UInt32]], index: SearchIndex
  ) {
    self.sections = sections
    self.order = order
    self.ids = ids
    var positions = Array(repeating: UInt32(0), count: places.count)
    for (position, place) in places.enumerated() { positions[Int(place)] = UInt32(position) }
    self.positions = positions
    permutations = others.mapValues { $0.map { positions[Int($0)] } }
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

  /// Everything that answers the query. An unknown section holds nothing; an order that the catalog does not
  /// have is that of the list. What is searched for anywhere and in no order comes best first, by its titles;
  /// what begins with a prefix stays in the order of the list.
  ///
  /// Cost: within a section, a look at each of its entries, never at those of others; in another order than
  /// that of the list, a look at each entry's position.
  public func results(for query: Query) -> Results {
    let results = listed(query)
    if let order = query.order { return permutations[order].map(results.sorted) ?? results }
    guard query.search.match == .contains, !query.search.isEmpty, results.total > 1 else { return results }
    return results.led(by: index.best(for: query.search, limit: Self.mostRanked))
  }

  /// How many results of a search are ranked at most; all others follow in list order. Whoever pages
  /// further than this has not found it by rank.
  private static let mostRanked = 5_000

  /// What answers the query, in list order.
  private func listed(_ query: Query) -> Results {
    let search = query.search
    guard let id = query.section else {
      return search.isEmpty ? .everything(count: entries.count) : .found(index.results(for: search))
    }
    guard let section = sections.firstIndex(where: { $0.id == id }) else { return .chosen([]) }
    let positions = members.positions[section]
    if search.isEmpty { return .chosen(positions, isAscending: order == .title) }
    let found = index.results(for: search)
    return .chosen(
      positions.filter { found.rank(of: Int($0)) != nil }, isAscending: order == .title)
  }
}
