public import Search

/// What a visitor asks a catalog for.
public struct Query: Sendable, Hashable {
  public var search: SearchQuery
  /// Id of the section to stay in; nil for all.
  public let section: String?
  /// Nil for that of the catalog's list.
  public let order: ListOrder?

  public init(search: SearchQuery, section: String? = nil, order: ListOrder? = nil) {
    self.search = search
    self.section = section
    self.order = order
  }
}
