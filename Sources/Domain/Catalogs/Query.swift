public import Search

/// What a visitor asks a catalog for.
public struct Query: Sendable, Hashable {
  public var search: SearchQuery
  /// Id of the section to stay in; nil for all.
  public let section: String?
  /// What an entry must have, one value of a facet each.
  public let filters: [FactFilter]
  /// Nil for the order of the catalog's list.
  public let sort: FactSort?

  public init(
    search: SearchQuery, section: String? = nil, filters: [FactFilter] = [], sort: FactSort? = nil
  ) {
    self.search = search
    self.section = section
    self.filters = filters
    self.sort = sort
  }

  /// The same for another text.
  func with(_ search: SearchQuery) -> Query {
    Query(search: search, section: section, filters: filters, sort: sort)
  }

  /// The same without filters, in the order of the list.
  var unfiltered: Query { Query(search: search, section: section) }
}
