public import HTML

/// What a feed's answers say, decoded but not yet trusted.
public struct FeedContent: Sendable {
  public var entries: [FeedEntry]
  /// Sections in the feed's order; empty for a feed without groups.
  public var sections: [Section]
  /// Entries that were left out, counted by reason; for the log.
  public var skipped: [String: Int]

  public init(entries: [FeedEntry], sections: [Section] = [], skipped: [String: Int] = [:]) {
    self.entries = entries
    self.sections = sections
    self.skipped = skipped
  }
}

/// One thing in a feed's answer. Its texts are text, its markup is not to be trusted.
public struct FeedEntry: Sendable {
  /// The feed's own stable name for it, unique within the feed: an address's last part, a number.
  public var key: String
  public var title: FeedText
  public var subtitle: String?
  public var description: FeedText
  /// Absolute http or https address of its picture.
  public var picture: String?
  /// Absolute http or https address of its source.
  public var link: String?
  /// Ids of the sections it stands in.
  public var sections: [String]
  public var coordinate: Coordinate?

  public init(
    key: String, title: FeedText, subtitle: String? = nil, description: FeedText = .plain(""),
    picture: String? = nil, link: String? = nil, sections: [String] = [], coordinate: Coordinate? = nil
  ) {
    self.key = key
    self.title = title
    self.subtitle = subtitle
    self.description = description
    self.picture = picture
    self.link = link
    self.sections = sections
    self.coordinate = coordinate
  }
}

/// A text that a feed sent, and whether it is markup.
public enum FeedText: Sendable, Hashable {
  case plain(String)
  case markup(UntrustedHTML)
}
