/// A fact by which a list is filtered, with what there is to choose.
public struct Facet: Sendable {
  /// A value that can be chosen.
  public struct Choice: Sendable {
    /// What stands for it in addresses.
    public let name: String
    public let value: FactValue
    /// How many entries a list would have with it, everything else as it is.
    public let count: Int
    public let isChosen: Bool
  }

  public let field: FactField
  /// Those that lead to anything, and the chosen one, in order.
  public let choices: [Choice]
}

/// A facet's value that a list is filtered by.
public struct FactFilter: Sendable, Hashable {
  /// Names as they stand in addresses.
  public let fact: String
  public let value: String

  /// Bytes of a name in an address: no value's is longer.
  public static let valueLimit = Slug.limit + 10

  public init(_ fact: String, _ value: String) {
    self.fact = fact
    self.value = value
  }
}

/// The fact that a list is sorted by.
public struct FactSort: Sendable, Hashable {
  /// Its name in addresses.
  public let fact: String
  public let isDescending: Bool

  public init(_ fact: String, isDescending: Bool = false) {
    self.fact = fact
    self.isDescending = isDescending
  }

  /// Reads what ``text`` writes.
  public init(_ text: Substring) {
    isDescending = text.hasPrefix("-")
    fact = String(isDescending ? text.dropFirst() : text)
  }

  /// As it stands in addresses: `born`, or `-born` for downwards.
  public var text: String { (isDescending ? "-" : "") + fact }
}

/// A fact by which a list can be sorted.
public struct FactSorting: Sendable {
  public enum Kind: Sendable {
    case text, number, date
  }

  public let field: FactField
  public let kind: Kind
}
