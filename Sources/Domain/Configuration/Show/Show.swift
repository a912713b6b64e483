public import JSON
public import Search

/// What one deployment serves: one file `config/<name>.json`.
public struct Show: Sendable {
  /// The name of its file without `.json`; names its folder on disk and its cookie.
  public let slug: String
  public let name: String
  public let shortName: String
  public let packageID: String
  /// The feed's own settings; its `kind` says who reads them.
  public let feed: JSONValue
  public let bundled: String?
  /// Name of the sanitizer's level for descriptions.
  public let markup: String
  public let pictures: PictureSources
  /// What the feed's texts are written in (BCP 47); nil if that is not known.
  public let language: String?
  /// In ``language``, else in English.
  public let noun: Noun
  /// The same in other languages, by their tags.
  public let nouns: [String: Noun]
  /// Taken off the end of every title.
  public let strippedSuffix: String?
  public let match: SearchMatch
  public let credit: Credit?
  public let favoritesPlace: FavoritesPlace
  public let looks: Looks
  /// Whether it is shown on a screen that many use one after the other.
  public var isKiosk: Bool
  public let serving: Serving

  /// Reads a show from its JSON.
  /// - Parameter places: those of the document; nil if its keys have no order.
  /// - Throws: every fault of the document.
  public init(
    _ document: JSONValue, places: JSONPlaces? = nil, slug: String, markupLevels: [String],
    feed readFeed: (SettingsReader) -> Void
  ) throws(ShowFaults) {
    let reader = SettingsReader(document, places: places)
    self.init(reader, slug: slug, markupLevels: markupLevels, feed: readFeed)
    let faults = reader.finish()
    guard faults.isEmpty else { throw ShowFaults(faults: faults) }
  }

  /// Reads a show's file: ``SettingsReader/finish()`` then has its faults.
  /// - Parameters:
  ///   - slug: the file's name without `.json`.
  ///   - markupLevels: levels that the sanitizer knows.
  ///   - readFeed: reads the settings of the feed.
  public init(
    _ file: SettingsReader, slug: String, markupLevels: [String], feed readFeed: (SettingsReader) -> Void
  ) {
    self.slug = slug
    _ = file.optional(
      "$schema", .text(FieldPattern.text, "an address or path"), "where editors find the schema of this file",
      example: "./show.schema.json")
    name = file.required(
      "name", .visibleText, "the show's name, at the head of every page", example: "Star Trek Characters")
    shortName = file.required(
      "shortName", .visibleText, "a short name for home screens and tabs",
      note: "At most 12 characters are sure to be shown there.", example: "Trek")
    packageID = file.required(
      "packageID",
      .text(#"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$"#, "a reverse domain name"),
      "what browsers know the show by once it is on a home screen",
      note: "A name of yours that no other show has, and that never changes.", example: "org.example.trek")
    file.required("feed", "where the entries come from", reading: readFeed)
    feed = file.raw("feed")
    bundled = file.optional(
      "bundled", .text(FieldPattern.text, "a file or folder"),
      "answers of the feed that are shown until it has answered",
      note: "A path relative to the folder of this file.", standard: "the first start waits for the feed",
      example: "bundled/trek.json")
    markup = file.optional(
      "markup", .choice(markupLevels), default: "description",
      "how much of a description's HTML is kept", example: "description")
    pictures =
      file.optional(
        "pictures", "where pictures may come from", standard: "there are no pictures",
        reading: PictureSources.init) ?? PictureSources(hosts: [], privateAddresses: false)
    language =
      file.optional(
        "language", .languageTag, "the language of the entries' texts",
        standard: "that of the feed's settings, else unknown", example: "en") ?? feed["language"]?.string
    noun =
      file.optional("noun", "what entries are called", standard: "entry, entries") { Noun($0) }
      ?? Noun(one: "entry", many: "entries")
    nouns = file.objects(
      "nouns", named: FieldPattern.languageTag, "a language tag",
      "what entries are called in other languages",
      standard: "the same in all", example: ["de": ["one": "Figur", "many": "Figuren"]]
    ) { Noun($0, one: "Figur", many: "Figuren") }
    strippedSuffix = file.optional(
      "titles", "what happens to titles", standard: "they stay as they come"
    ) { titles in
      titles.required(
        "strip", .text, "what is taken off the end of every title that has it", example: " (Star Trek)")
    }
    match =
      file.optional("search", "how the search works", standard: "contains") { search in
        search.required(
          "match", .choice, "whether a search finds titles that begin with it, or all texts that hold it",
          example: "contains")
      } ?? .contains
    credit = file.optional(
      "credit", "who made the data, at the foot of every page", standard: "nobody is named",
      reading: Credit.init)
    favoritesPlace =
      file.optional(
        "favorites", "where visitors' favorites are kept", standard: "in files, in the state folder"
      ) { favorites in
        favorites.required(
          "store", .choice, "what favorites are kept in",
          note: "With postgresql, several replicas share them; --database-file says where the database is.",
          example: "postgresql")
      } ?? .files
    looks = file.required("looks", "colours, shape of pictures, and emblem", reading: Looks.init)
    isKiosk = file.optional(
      "kiosk", .flag, default: false,
      "whether it is shown on a screen that many use one after the other",
      note: "Nothing then leads out of the show, and after a while without a touch it begins anew. "
        + "A single screen is opened at an address with ?kiosk=1 instead.", example: true)
    serving =
      file.optional(
        "server", "how the show is served; flags and the environment go before", reading: Serving.init)
      ?? Serving(SettingsReader(.object([:])))
  }
}

/// Everything that is wrong with a show's file.
public struct ShowFaults: Error {
  public let faults: [Fault]
}

extension Show {
  public struct PictureSources: Sendable, Hashable {
    /// Hosts that pictures may come from; `*.example.org` stands for every host below it.
    public let hosts: Set<String>
    /// Whether a host may be in the house: loopback, link-local and private addresses.
    public let privateAddresses: Bool

    init(hosts: Set<String>, privateAddresses: Bool) {
      self.hosts = hosts
      self.privateAddresses = privateAddresses
    }

    init(_ pictures: SettingsReader) {
      hosts = Set(
        pictures.required(
          "hosts", .texts(FieldPattern.hosts, "host names"), "hosts that pictures are fetched from",
          note: "*.example.org stands for every host below it.", example: ["example.org", "*.example.org"]))
      privateAddresses = pictures.optional(
        "privateAddresses", .flag, default: false, "whether these hosts may lie in the house", example: false)
    }
  }

  public struct Credit: Sendable, Hashable {
    public let text: String
    public let link: String

    init(_ credit: SettingsReader) {
      text = credit.required("text", .text, "the sentence to show", example: "Data from DuckDuckGo")
      link = credit.required(
        "link", .text(#"^https?://[^\u0000-\u001F\u007F]*$"#, "an http or https address"),
        "where the sentence leads", example: "https://duckduckgo.com/")
    }
  }
}

extension Show {
  /// What one entry and several are called: "character", "characters".
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

    /// Reads what entries are called in one language.
    public init(_ noun: SettingsReader, one: String = "character", many: String = "characters") {
      let word = SettingForm<String>.text(FieldPattern.text, "a word")
      self.one = noun.required("one", word, "the word for one entry", example: .text(one))
      self.many = noun.required("many", word, "the word for several entries", example: .text(many))
      let phrase = SettingForm.text(#"^([^{}\u0000-\u001F\u007F]|\{count\})+$"#, "a phrase with {count}")
      let counted = noun.optional(
        "counted", "phrases with a number, where one and many are not enough for a language"
      ) { counted in
        ["zero", "one", "two", "few", "many", "other"].map { category in
          let text = counted.optional(
            category, phrase, "the phrase for numbers of the plural category \(category)",
            example: .text("{count} \(category == "one" ? one : many)"))
          return (category, text)
        }
      }
      self.counted = Dictionary(uniqueKeysWithValues: counted ?? []).compactMapValues(\.self)
    }
  }
}

extension Show {
  /// What visitors' favorites are kept in.
  public enum FavoritesPlace: String, Sendable, CaseIterable {
    /// In the state folder.
    case files
    /// In a database that several replicas share.
    case postgresql
  }
}
