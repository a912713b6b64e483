import Search

/// The entries of a show, in list order and indexed. Immutable: a refresh makes a new one.
public struct Catalog: Sendable {
  /// In list order: sorted by title, blind to case and accents, or as the feed has them.
  public let entries: [Entry]
  public let sections: [Section]
  private let members: SectionMembers
  private let index: SearchIndex
  private let positions: [String: Int]

  init(entries: [Entry], sections: [Section], members: SectionMembers) {
    self.entries = entries
    self.sections = sections
    self.members = members
    index = SearchIndex(
      entries.map { SearchText(title: $0.title, description: $0.text, alternative: $0.alternativeTitle) })
    positions = Dictionary(
      entries.indices.lazy.map { (entries[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Position of the entry with this id.
  public func position(of id: String) -> Int? { positions[id] }

  /// Everything that answers the query. An unknown section holds nothing.
  ///
  /// Cost: within a section, a look at each of its entries, never at those of others.
  public func results(for query: Query) -> Results {
    guard let id = query.section else { return everything(for: query.search) }
    guard let section = sections.firstIndex(where: { $0.id == id }) else { return .chosen([]) }
    let positions = members.positions[section]
    if query.search.isEmpty { return .chosen(positions) }
    let found = index.results(for: query.search)
    return .chosen(positions.filter { found.rank(of: Int($0)) != nil })
  }

  private func everything(for search: SearchQuery) -> Results {
    search.isEmpty ? .everything(count: entries.count) : .found(index.results(for: search))
  }
}
