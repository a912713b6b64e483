public import Configuration
public import Fetching
import Text

/// A kind of feed that a show may name: its name, its settings, and the traits of its entries.
///
/// A further kind is one file with one such type, and its name in ``FeedKinds/all``.
public protocol FeedKind: Sendable {
  /// The value of `feed.kind` in a show's file.
  static var kind: String { get }

  /// Whether titles end with the letters of a country, such as "Springfield, US".
  static var titlesEndWithCountry: Bool { get }

  /// Reads its own keys of a show's `feed` object.
  init(_ settings: SettingsReader)
}

extension FeedKind {
  public static var titlesEndWithCountry: Bool { false }
}

/// The feed of a show, as its file describes it.
public struct ShowFeed: Sendable {
  /// The feed that fills the catalogue; nil for a show without entries.
  public var catalog: (any Feed)?
  /// The feed that completes what a visitor types; nil for a catalogue.
  public let suggestions: SuggestionFeed?
  /// The feeds under `else`, asked one after the other when the feed fails.
  public var alternatives: [Alternative] = []
  /// The contact in the User-Agent.
  public let contact: String?
  /// See ``FeedKind/titlesEndWithCountry``.
  public let titlesEndWithCountry: Bool

  fileprivate init(_ feed: any FeedKind, contact: String?) {
    catalog = feed as? any Feed
    suggestions = feed as? SuggestionFeed
    titlesEndWithCountry = type(of: feed).titlesEndWithCountry
    self.contact = contact
  }
}

/// A feed under `else`.
public struct Alternative: Sendable {
  public var feed: any Feed
  /// Nil for that of the show's own feed.
  public let contact: String?
}

/// The kinds of feed that a show may name.
public enum FeedKinds {
  public static let all: [any FeedKind.Type] = [
    DuckDuckGoFeed.self, TMDBFeed.self, CitiesFeed.self, RecordsFeed.self, SuggestionFeed.self,
  ]

  /// Feeds that `else` may list.
  public static let alternativeLimit = 4

  /// Reads a show's `feed` object; nil if its kind is unknown.
  public static func read(_ settings: SettingsReader) -> ShowFeed? {
    var alternatives: [Alternative] = []
    let feed = feed(settings, of: all) { feed, settings in
      if feed is any Feed { alternatives = self.alternatives(settings) }
    }
    let contact = contact(settings)
    guard let feed else { return nil }
    var show = ShowFeed(feed, contact: contact)
    show.alternatives = alternatives
    return show
  }

  private static func alternatives(_ settings: SettingsReader) -> [Alternative] {
    settings.objects(
      "else", upTo: alternativeLimit, like: "feed",
      "fallback feeds, asked in turn when one fails, is empty, or loses more than half of its entries",
      note: "Entries of the same title keep their ids, and with them the favorites.",
      standard: "the last good answer stays up",
      example: [
        [
          "kind": .text(RecordsFeed.kind), "address": "https://api.example.org/people",
          "entry": ["title": "name"],
        ]
      ]
    ) { settings in
      let feed = feed(settings, of: all.filter { $0 is any Feed.Type }) { _, _ in } as? any Feed
      let contact = contact(settings)
      return feed.map { Alternative(feed: $0, contact: contact) }
    }.compactMap { $0 }
  }

  private static func contact(_ settings: SettingsReader) -> String? {
    settings.optional(
      "contact", .contact, "a contact for the services that are asked",
      note: "Goes into the User-Agent of every request for the show; Wikimedia and others require one.",
      standard: "the User-Agent names only the program", example: "https://example.org/about")
  }

  /// - Parameter readMore: reads the keys that are not the kind's own.
  private static func feed(
    _ settings: SettingsReader, of kinds: [any FeedKind.Type],
    readMore: @escaping (any FeedKind, SettingsReader) -> Void
  ) -> (any FeedKind)? {
    settings.choice(
      "kind", "the kind of the feed", example: DuckDuckGoFeed.kind,
      of: kinds.map { kind in
        (
          kind.kind,
          { settings in
            let feed = kind.init(settings)
            readMore(feed, settings)
            return feed
          }
        )
      })
  }
}

// MARK: Forms of settings

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

  /// An address for the brackets of a User-Agent.
  fileprivate static var contact: Self {
    let mail = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+"
    return text(
      "^(?=.{1,200}$)([Hh][Tt][Tt][Pp][Ss]?://[!-'*-~]+|\(mail))$",
      "an http or https address, or a mail address, of at most 200 characters")
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
