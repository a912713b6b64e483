public import Configuration

/// The kinds of feed that a show may name.
public enum FeedKinds {
  public static let all: [any FeedKind.Type] = [
    DuckDuckGoFeed.self, TMDBFeed.self, CitiesFeed.self, RecordsFeed.self, SuggestionFeed.self,
  ]

  /// What a show gets from the feed that its `feed` object describes; nil if its kind is unknown.
  public static func read(_ feed: SettingsReader) -> FeedYield? {
    feed.choice(
      "kind", "what the feed is, and so how it is read", example: DuckDuckGoFeed.kind,
      of: all.map { kind in (kind.kind, { kind.init($0).yield }) })
  }
}
