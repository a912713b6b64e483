public import Configuration
public import Fetching
import Text

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

extension SettingForm where Value == WebAddress {
  static var webAddress: Self {
    // No user name before the host.
    let pattern =
      #"^[Hh][Tt][Tt][Pp][Ss]?:/+(?!/)[^/?#@\u0000-\u001F\u007F]*([/?#][^\u0000-\u001F\u007F]*)?$"#
    return SettingForm<String>.text(pattern, "an http or https address", shown: \.withoutSecrets)
      .map { WebAddress($0) }
  }
}

extension SettingForm where Value == String {
  /// The base of addresses: without query and final slash, for paths to be appended to.
  static var baseAddress: Self {
    let pattern = #"^[Hh][Tt][Tt][Pp][Ss]?:/[^?#\u0000-\u001F\u007F]+\??$"#
    return text(pattern, "an http or https address without a query", shown: \.withoutSecrets)
      .map { text in WebAddress(text).flatMap { $0.query == nil ? $0.stem : nil } }
  }
}

extension SettingForm where Value == QueryTemplate {
  static var queryTemplate: Self {
    let pattern = #"^[Hh][Tt][Tt][Pp][Ss]?:/[^\u0000-\u001F\u007F]*\{query\}[^\u0000-\u001F\u007F]*$"#
    return SettingForm<String>.text(
      pattern, "an http or https address that holds {query}", shown: \.withoutSecrets
    )
    .map { QueryTemplate($0) }
  }
}

extension WebAddress {
  /// The address without query and fragment, which may be secret: references are resolved against it.
  public var base: WebAddress { WebAddress(String(text.prefix { $0 != "?" && $0 != "#" })) ?? self }

  /// The address without query and final slash, for paths to be appended to.
  var stem: String {
    let text = text.prefix { $0 != "?" && $0 != "#" }
    return String(text.hasSuffix("/") ? text.dropLast() : text)
  }
}
