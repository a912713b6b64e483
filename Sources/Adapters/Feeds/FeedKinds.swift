public import Configuration

/// The kinds of feed that a show may name.
public enum FeedKinds {
  public static let all: [any FeedKind.Type] = [
    DuckDuckGoFeed.self, TMDBFeed.self, CitiesFeed.self, RecordsFeed.self, SuggestionFeed.self,
  ]

  /// Further feeds of a show: each is asked in turn when all before it have failed.
  public static let alternativeLimit = 4

  /// What a show gets from the feed that its `feed` object describes; nil if its kind is unknown.
  public static func read(_ settings: SettingsReader) -> FeedYield? {
    let feed = kind(settings, of: all) { feed, settings in
      guard case .catalog(let own, _) = feed else { return feed }
      return .catalog(own, else: others(settings))
    }
    _ = RequestManners(settings)
    return feed
  }

  private static func others(_ settings: SettingsReader) -> [Alternative] {
    let others = settings.objects(
      "else", upTo: alternativeLimit, like: "feed",
      "further feeds, asked in turn when one fails, is empty, or has lost more than half of its entries",
      note: "Entries of the same title keep their ids, and with them the favorites.",
      standard: "what the last good answer held stays",
      example: [
        ["kind": "records", "address": "https://api.example.org/people", "entry": ["title": "name"]]
      ]
    ) { settings in
      let feed = kind(settings, of: all.filter { $0 is any Feed.Type }) { feed, _ in feed }?.catalog
      let manners = RequestManners(settings)
      return feed.map { Alternative($0, manners: manners) }
    }
    return others.compactMap { $0 }
  }

  /// - Parameter complete: adds what else the object says to what a show gets from a feed of its kind.
  private static func kind(
    _ settings: SettingsReader, of kinds: [any FeedKind.Type],
    complete: @escaping (FeedYield, SettingsReader) -> FeedYield
  ) -> FeedYield? {
    settings.choice(
      "kind", "what the feed is, and so how it is read", example: DuckDuckGoFeed.kind,
      of: kinds.map { kind in (kind.kind, { complete(kind.init($0).yield, $0) }) })
  }
}

extension SettingForm where Value == String {
  /// What may stand within the brackets of a User-Agent.
  static var contact: Self {
    let mail = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+"
    return text(
      "^(?=.{1,200}$)([Hh][Tt][Tt][Pp][Ss]?://[!-'*-~]+|\(mail))$",
      "an http or https address, or a mail address, of at most 200 characters")
  }
}
