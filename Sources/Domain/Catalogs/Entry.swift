public import Text

/// One thing in the catalogue: a character, a film, a city.
public struct Entry: Sendable {
  /// Slug, unique in its catalog and stable across refreshes; stands in addresses and favorites.
  public let id: String
  public let title: String
  /// Another title that it is found by, such as a film's original one; on one line.
  public let alternativeTitle: String?
  /// Nil if its feed says none.
  public let subtitle: String?
  public let description: SafeHTML
  /// The description as plain text: for search, suggestions and scripts.
  public let text: String
  /// Absolute http or https address of the picture at its source.
  public let picture: String?
  public let link: String?
  /// Positions in the catalog's sections, ascending.
  public let sections: [Int]
  public let coordinate: Coordinate?
  /// In the order in which a page shows them.
  public let facts: [Fact]

  /// The subtitle, else the coordinate in degrees, for programs: the same in all languages.
  public var neutralSubtitle: String? { subtitle ?? coordinate?.description }
}
