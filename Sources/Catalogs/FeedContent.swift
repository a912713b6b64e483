public import HTML

/// What a feed's answers say, decoded but not yet trusted.
///
/// A key that comes again adds the sections it then names to its first entry, and nothing else.
public struct FeedContent: Sendable {
  public var entries: FeedEntries
  /// Sections in the feed's order; empty for a feed without groups.
  public var sections: [Section]
  /// The order of the catalog's list.
  public var order: ListOrder
  /// The facts of which each entry has a text, in the order in which a page shows them.
  public var facts: [FactField]
  /// Entries that were left out, counted by reason; for the log.
  public var skipped: [String: Int]

  public init(
    entries: FeedEntries, sections: [Section] = [], order: ListOrder = .title,
    facts: [FactField] = [], skipped: [String: Int] = [:]
  ) {
    self.entries = entries
    self.sections = sections
    self.order = order
    self.facts = facts
    self.skipped = skipped
  }

  public init(
    entries: [FeedEntry], sections: [Section] = [], order: ListOrder = .title,
    facts: [FactField] = [], skipped: [String: Int] = [:]
  ) {
    self.init(
      entries: FeedEntries(entries), sections: sections, order: order, facts: facts, skipped: skipped)
  }
}

/// One thing in a feed's answer. Its texts are text, its markup is not to be trusted.
public struct FeedEntry: Sendable {
  /// The feed's own stable name for it, unique within the feed: an address's last part, a number.
  public var key: String
  public var title: FeedText
  /// Another title that it is found by, such as a film's original one; plain text.
  public var alternativeTitle: String?
  /// What it is sorted by before its title, such as a city without the country behind it; plain text.
  public var sortTitle: String?
  /// Nil if its coordinate, if it has one, says enough.
  public var subtitle: String?
  public var description: FeedText
  /// Absolute http or https address of its picture.
  public var picture: String?
  /// Absolute http or https address of its source.
  public var link: String?
  /// Ids of the sections it stands in.
  public var sections: [String]
  public var coordinate: Coordinate?
  /// In the order in which a page shows them.
  public var facts: [Fact]
  /// The values of each fact that the content names: none, one, or several with ``valueSeparator`` between.
  public var values: [String]

  /// No line of text holds it.
  public static let valueSeparator: Character = "\u{1F}"

  public init(
    key: String, title: FeedText, alternativeTitle: String? = nil, sortTitle: String? = nil,
    subtitle: String? = nil, description: FeedText = .plain(""), picture: String? = nil, link: String? = nil,
    sections: [String] = [],
    coordinate: Coordinate? = nil, facts: [Fact] = [], values: [String] = []
  ) {
    self.key = key
    self.title = title
    self.alternativeTitle = alternativeTitle
    self.sortTitle = sortTitle
    self.subtitle = subtitle
    self.description = description
    self.picture = picture
    self.link = link
    self.sections = sections
    self.coordinate = coordinate
    self.facts = facts
    self.values = values
  }
}

/// A text that a feed sent, and whether it is markup.
public enum FeedText: Sendable, Hashable {
  case plain(String)
  case markup(UntrustedHTML)
}
