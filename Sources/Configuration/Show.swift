public import JSON
public import Search

/// What one deployment serves: one file `config/<name>.json`.
public struct Show: Sendable {
  /// The name of its file without `.json`; names its folder on disk and its cookie.
  public let slug: String
  public let name: String
  /// For a home screen: at most 12 characters are sure to be shown there.
  public let shortName: String
  /// Reverse domain name, which identifies the show as an app.
  public let packageID: String
  /// The feed's own settings; its `kind` says who reads them.
  public let feed: JSONValue
  /// Answers that ship with the show, relative to the folder of its file.
  public let bundled: String?
  /// What the feed's texts are written in (BCP 47); nil where that is not known. That of
  /// the feed's own settings where the file says nothing else.
  public let language: String?
  /// What one entry and several are called: "character", "characters". In ``language``, else in English.
  public let noun: Noun
  /// The same in other languages, by their tags.
  public let nouns: [String: Noun]
  /// Taken off the end of every title.
  public let strippedSuffix: String?
  public let looks: Looks
  public let pictures: PictureSources
  public let match: SearchMatch
  /// Name of the sanitizer's level for descriptions.
  public let markup: String
  /// Who made the data, for the foot of every page.
  public let credit: Credit?
  public let serving: Serving

  /// What a flag or the environment may override; nil leaves it to the default.
  public struct Serving: Sendable, Hashable {
    public let port: UInt16?
    public let basePath: String?
    /// Seconds between two visits to the feed.
    public let refresh: Int?
    /// Further names that the show is reached under, in lower case: those of a reverse proxy.
    public let hosts: Set<String>
    /// Whether browsers keep what a visitor has seen, for when this server is out of reach.
    public let offlinePages: Bool
  }

  public struct Noun: Sendable, Hashable {
    public let one: String
    public let many: String
    /// With a number, which is `{count}`, by CLDR's plural categories: only where `one` and `many` are
    /// not enough, as in Arabic.
    public let counted: [String: String]

    public init(one: String, many: String, counted: [String: String] = [:]) {
      self.one = one
      self.many = many
      self.counted = counted
    }
  }

  public struct PictureSources: Sendable, Hashable {
    /// Hosts that pictures may come from; `*.example.org` stands for every host below it.
    public let hosts: Set<String>
    /// Whether a host may be in the house: loopback, link-local and private addresses.
    public let privateAddresses: Bool
  }

  public struct Credit: Sendable, Hashable {
    public let text: String
    /// http or https address.
    public let link: String
  }
}
