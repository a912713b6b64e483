/// What an entry has of a fact that its show names: at least one value.
public struct NamedFact: Sendable, Hashable {
  public let field: FactField
  public let values: [FactValue]
}

/// A fact that entries may have: what a page calls it, and whether a list is filtered or sorted by it.
public struct FactField: Sendable, Hashable {
  /// What a page calls it, in the words of whoever made the show.
  public let label: String
  /// Its slug, which stands in addresses.
  public let name: String
  /// Whether a list is filtered by it.
  public let isFacet: Bool
  /// Whether a list is sorted by it.
  public let isOrder: Bool

  public init(_ label: String, isFacet: Bool = false, isOrder: Bool = false) {
    self.label = label
    name = Self.name(of: label)
    self.isFacet = isFacet
    self.isOrder = isOrder
  }

  /// Facts of a show: more make no list of terms that anyone reads.
  public static let limit = 12
  /// Facets of a show, each of which takes a place above the list, and a set of entries for each value.
  public static let facetLimit = 4
  /// Orders of a show, each of which takes twelve bytes an entry.
  public static let orderLimit = 4

  /// The slug of a label.
  public static func name(of label: String) -> String { Slug.make(label, otherwise: "fact") }

  /// Names that addresses use for something else, so that no fact may have them.
  public static let reservedNames: Set<String> = [
    "q", "view", "section", "page", "size", "sort", "favorites", "part", "kiosk", "at", "from", "to", "ids",
  ]
}
