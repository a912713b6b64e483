public import Configuration

/// A kind of feed that a show may name: its name, its settings, and what a show gets from it.
///
/// A further kind is one file with one such type, and its name in ``FeedKinds/all``.
public protocol FeedKind: Sendable {
  /// What a show's file calls it, as `feed.kind`.
  static var kind: String { get }

  /// Reads its own keys of a show's `feed` object.
  init(_ settings: SettingsReader)

  var yield: FeedYield { get }
}

/// A feed that is asked in another's stead.
public struct Alternative: Sendable {
  public var feed: any Feed
  public let manners: RequestManners

  public init(_ feed: any Feed, manners: RequestManners = RequestManners()) {
    self.feed = feed
    self.manners = manners
  }
}

/// The rules of the requests to a feed's address, for all kinds of feeds.
public struct RequestManners: Sendable {
  /// The contact for its service; nil for the contact of the show's own feed.
  public var contact: String?
  /// Private hosts that a private address may redirect to.
  public var redirectHosts: Set<String> = []

  public init() {}

  /// Reads its own keys of a `feed` object.
  public init(_ settings: SettingsReader) {
    contact = settings.optional(
      "contact", .contact, "whom a service may write to about these requests",
      note: "Stands in the User-Agent of every request for the show, which Wikimedia and others ask for.",
      standard: "the User-Agent names the program alone", example: "https://example.org/about")
    redirectHosts = Set(
      settings.optional(
        "redirectHosts", .texts(FieldPattern.hosts, "host names"),
        "other hosts at private addresses that a feed at a private address may redirect to",
        note: "*.example.org stands for every host below it. Link-local addresses are never asked.",
        standard: "it may redirect to its own host and port, and to public addresses",
        example: ["nas.home.arpa"]) ?? [])
  }
}

/// What a show gets from its feed.
public enum FeedYield: Sendable {
  /// Entries, asked for now and then; further feeds are asked in its stead when it gives none.
  case catalog(any Feed, else: [Alternative] = [])
  /// Completions of what a visitor types; such a show has no entries.
  case suggestions(SuggestionFeed)

  /// The feed that fills a catalog; nil if there is none to fill.
  public var catalog: (any Feed)? {
    guard case .catalog(let feed, _) = self else { return nil }
    return feed
  }

  /// The feeds that are asked, one after the other, when that one gives nothing.
  public var alternatives: [Alternative] {
    guard case .catalog(_, let others) = self else { return [] }
    return others
  }

  /// The feed that completes what is typed; nil if the show is a catalog.
  public var suggestions: SuggestionFeed? {
    guard case .suggestions(let feed) = self else { return nil }
    return feed
  }
}
