public import Search

/// The entries of a show, in list order and indexed. Immutable: a refresh makes a new one.
public struct Catalog: Sendable {
  /// Sorted by title, blind to case and accents.
  public let entries: [Entry]
  public let sections: [Section]
  /// Letters to jump to in the whole list.
  public let initials: [Initial]
  private let index: SearchIndex
  private let positions: [String: Int]

  init(entries: [Entry], sections: [Section]) {
    self.entries = entries
    self.sections = sections
    initials = Initial.all(of: entries.count) { entries[$0].title }
    index = SearchIndex(entries.map { SearchText(title: $0.title, description: $0.text) })
    positions = Dictionary(
      entries.indices.lazy.map { (entries[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Position of the entry with this id.
  public func position(of id: String) -> Int? { positions[id] }

  /// The first matches to offer while someone types, best first.
  public func suggestions(for search: SearchQuery, limit: Int) -> [Int] {
    index.suggestions(for: search, limit: limit)
  }

  /// Everything that answers the query. An unknown section holds nothing.
  public func results(for query: Query) -> Results {
    let found: Results =
      query.search.isEmpty
      ? .everything(count: entries.count) : .found(index.results(for: query.search))
    guard let id = query.section else { return found }
    guard let section = sections.firstIndex(where: { $0.id == id }) else { return .chosen([]) }
    return .chosen(found.page(from: 0, limit: found.total).filter { entries[$0].sections.contains(section) })
  }
}
