import Search

/// A fact that entries may have: its label, and whether a list is filtered or sorted by it.
public struct FactField: Sendable, Hashable {
  /// As in the show's file.
  public let label: String
  /// The slug of the label, for addresses.
  public let name: String
  public let isFacet: Bool
  public let isOrder: Bool
  /// The form of its values; nil to choose it by all of them.
  public let stated: FactForm?
  /// Whether its values name other entries; nil to find out by all of them.
  public let isRelation: Bool?
  /// The label for the entries that name one; nil without a word for it.
  public let back: String?

  public init(
    _ label: String, isFacet: Bool = false, isOrder: Bool = false, form: FactForm? = nil,
    isRelation: Bool? = nil, back: String? = nil
  ) {
    (self.label, stated, self.isRelation, self.back) = (label, form, isRelation, back)
    name = Self.name(of: label)
    self.isFacet = isFacet
    self.isOrder = isOrder
  }

  /// Facts of a show.
  public static let limit = 60
  /// Facets of a show. Each takes space above the list, and a set of entries for each value.
  public static let facetLimit = 4
  /// Orders of a show. Each takes twelve bytes an entry.
  public static let orderLimit = 8

  /// The name of the order by title, in a list whose own order is by a fact.
  public static let titleOrder = "a-z"

  /// The slug of a label; another one for words that have their own meaning in addresses since 1.0.
  public static func name(of label: String) -> String {
    let name = Slug.make(label, otherwise: "fact")
    return ["tab", "pane", "zoom", "with"].contains(name) ? "\(name)-fact" : name
  }

  /// Names with another meaning in addresses; no fact may have them.
  public static let reservedNames: Set<String> = [
    titleOrder, "q", "view", "section", "page", "size", "sort", "favorites", "list", "part", "kiosk", "at",
    "from",
    "to", "ids",
  ]
}

/// A fact of an entry, with at least one value.
public struct NamedFact: Sendable, Hashable {
  public let field: FactField
  public let values: [FactValue]
}
