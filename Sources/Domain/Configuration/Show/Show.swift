public import JSON
public import Search
import System

/// The settings of a show, from its file `config/<name>.json`.
public struct Show: Sendable {
  /// The name of its file without `.json`, and of its state folder and its cookie.
  public var slug: String
  public let name: String
  public let shortName: String
  public let packageID: String
  /// The feed's own settings, read according to their `kind`.
  public let feed: JSONValue
  public let bundled: String?
  /// Name of the sanitizer's level for descriptions.
  public let markup: String
  public let pictures: PictureSources
  /// The language of the feed's texts (BCP 47); nil if unknown.
  public let language: String?
  /// The zone of times that are in UTC or have an offset; nil for that of the list, or of the machine.
  public let timeZone: String?
  /// The type of an entry in the vocabulary of schema.org; nil for that of its data.
  public let thing: String?
  /// In ``language``, or in English.
  public let noun: Noun
  /// In other languages, by their tags.
  public let nouns: [String: Noun]
  /// The show's own words in other languages, by their tags.
  public let translations: [String: Translation]
  /// A suffix to remove from titles.
  public let strippedSuffix: String?
  public let match: SearchMatch
  public let credit: Credit?
  /// In place of ``credit`` while the bundled answers are served.
  public let bundledCredit: Credit?
  public let favoritesPlace: FavoritesPlace
  public let looks: Looks
  public let spoilers: SpoilerFacts
  /// Whether it is shown on a public screen.
  public var isKiosk: Bool
  /// Whether titles end with the letters of a country, such as "Springfield, US"; its kind of feed says so.
  public var namesCountries = false
  public let serving: Serving

  private static let things = [
    "Book", "City", "CreativeWork", "Event", "Movie", "MusicAlbum", "Organization", "Person", "Place",
    "Product", "Recipe", "TVSeries", "Taxon", "Thing", "VideoGame", "VisualArtwork",
  ]

  /// Reads a show from its JSON.
  /// - Parameter places: those of the document; nil if its keys have no order.
  /// - Throws: all faults of the document.
  public init(
    _ document: JSONValue, places: JSONPlaces? = nil, slug: String, markupLevels: [String],
    feed readFeed: (SettingsReader) -> Void
  ) throws(ShowFaults) {
    let reader = SettingsReader(document, places: places)
    self.init(reader, slug: slug, markupLevels: markupLevels, feed: readFeed)
    let faults = reader.finish()
    guard faults.isEmpty else { throw ShowFaults(faults: faults) }
  }

  /// Reads a show's file; ``SettingsReader/finish()`` then returns its faults.
  /// - Parameters:
  ///   - slug: the file's name without `.json`.
  ///   - markupLevels: the levels of the sanitizer.
  ///   - readFeed: reads the settings of the feed.
  public init(
    _ file: SettingsReader, slug: String, markupLevels: [String], feed readFeed: (SettingsReader) -> Void
  ) {
    self.slug = slug
    _ = file.optional(
      "$schema", .text(FieldPattern.text, "an address or path"),
      "the location of this file's schema, for editors",
      example: "./show.schema.json")
    name = file.required(
      "name", .visibleText, "the show's name, at the top of every page", example: "Star Trek Characters")
    shortName = file.required(
      "shortName", .visibleText, "a short name for home screens and tabs",
      note: "Some home screens show only 12 characters.", example: "Trek")
    packageID = file.required(
      "packageID",
      .text(#"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$"#, "a reverse domain name"),
      "the show's id on home screens", note: "A unique name of your own that never changes.",
      example: "org.example.trek")
    file.required("feed", "the source of the entries", reading: readFeed)
    feed = file.raw("feed")
    bundled = file.optional(
      "bundled", .text(FieldPattern.text, "a file or folder"),
      "answers of the feed to show until it responds",
      note: "A path relative to the folder of this file.", standard: "the first start waits for the feed",
      example: "bundled/trek.json")
    markup = file.optional(
      "markup", .choice(markupLevels), default: "description",
      "how much of a description's HTML is kept", example: "description")
    pictures =
      file.optional(
        "pictures", "the sources of pictures", standard: "no pictures",
        reading: PictureSources.init) ?? PictureSources(hosts: [], privateAddresses: false)
    language =
      file.optional(
        "language", .languageTag, "the language of the entries' texts and their order",
        standard: "that of the feed's settings, or unknown", example: "en") ?? feed["language"]?.string
    timeZone = file.optional(
      "timeZone", .text.map { Zone.named($0)?.name },
      "the time zone of times that are written in UTC or with an offset",
      note: "A name of the tz database. Times with a zone of their own stay in that zone.",
      standard: "that of the calendar, or of the machine that reads the list", example: "Europe/Berlin")
    thing = file.optional(
      "type", .choice(Self.things), "what an entry is, for search engines (schema.org)",
      standard: "Movie, Place or Thing, by its data", example: "Person")
    noun =
      file.optional("noun", "the words for entries", standard: "entry, entries") { Noun($0) }
      ?? Noun(one: "entry", many: "entries")
    nouns = file.objects(
      "nouns", named: FieldPattern.languageTag, "a language tag",
      "the words for entries in other languages",
      standard: "the same words", example: ["de": ["one": "Figur", "many": "Figuren"]]
    ) { Noun($0, one: "Figur", many: "Figuren") }
    translations = file.objects(
      "translations", named: FieldPattern.languageTag, "a language tag",
      "the show's own words in other languages", standard: "the same words",
      example: ["de": ["name": "Figuren aus Star Trek", "labels": ["Status": "Zustand"]]],
      reading: Translation.init)
    strippedSuffix = file.optional(
      "titles", "changes to titles", standard: "titles stay as they are"
    ) { titles in
      titles.required(
        "strip", .text, "a suffix to remove from titles", example: " (Star Trek)")
    }
    match =
      file.optional("search", "how the search works", standard: "contains") { search in
        search.required(
          "match", .choice,
          "whether a search finds titles that begin with the text, or all texts that contain it",
          example: "contains")
      } ?? .contains
    credit = file.optional(
      "credit", "the source of the data, at the bottom of every page", standard: "no credit",
      reading: Credit.init)
    bundledCredit = file.optional(
      "bundledCredit", "the source of the bundled data, while that is shown", standard: "the credit",
      reading: Credit.init)
    favoritesPlace =
      file.optional(
        "favorites", "where visitors' favorites are stored", standard: "in files, in the state folder"
      ) { favorites in
        favorites.required(
          "store", .choice, "the kind of store",
          note: "With postgresql, replicas share favorites; --database-file names the database.",
          example: "postgresql")
      } ?? .files
    looks = file.required("looks", "colours, shape of pictures, and icon", reading: Looks.init)
    spoilers = SpoilerFacts(file, feed: feed)
    isKiosk = file.optional(
      "kiosk", .flag, default: false,
      "whether the show runs on a public screen",
      note: "No links then leave the show, and it resets after a while without input. "
        + "For a single screen, open the show with ?kiosk=1 instead.", example: true)
    serving =
      file.optional(
        "server", "how the show is served; flags and environment variables override it", reading: Serving.init
      )
      ?? Serving(SettingsReader(.object([:])))
  }
}

/// The words of a show's file in another language.
public struct Translation: Sendable {
  public let name: String?
  public let credit: String?
  public let bundledCredit: String?
  /// Labels of facts and titles of sections, by those of the list.
  public let labels: [String: String]

  init(_ file: SettingsReader) {
    name = file.optional("name", .visibleText, "the show's name", example: "Figuren aus Star Trek")
    credit = file.optional(
      "credit", .visibleText, "the text of the credit", example: "Daten von DuckDuckGo")
    bundledCredit = file.optional(
      "bundledCredit", .visibleText, "the text of the bundled data's credit", example: "Daten von GeoNames")
    let labels = file.texts(
      "labels", .visibleText, "labels of facts and titles of sections", standard: "the same words",
      example: ["Status": "Zustand"])
    self.labels = Dictionary(labels.map { ($0.name, $0.value) }) { first, _ in first }
  }
}

/// All faults of a show's file.
public struct ShowFaults: Error {
  public let faults: [Fault]
}

extension Show {
  public struct PictureSources: Sendable, Hashable {
    /// Hosts that pictures may come from; `*.example.org` stands for every host below it.
    public let hosts: Set<String>
    /// Whether hosts may have loopback, link-local and private addresses.
    public let privateAddresses: Bool

    init(hosts: Set<String>, privateAddresses: Bool) {
      (self.hosts, self.privateAddresses) = (hosts, privateAddresses)
    }

    init(_ pictures: SettingsReader) {
      hosts = Set(
        pictures.required(
          "hosts", .texts(FieldPattern.hosts, "host names"), "hosts to fetch pictures from",
          note: "*.example.org stands for every host below it.", example: ["example.org", "*.example.org"]))
      privateAddresses = pictures.optional(
        "privateAddresses", .flag, default: false, "whether these hosts may have private addresses",
        example: false)
    }
  }

  public struct Credit: Sendable, Hashable {
    public let text: String
    public let link: String

    init(_ credit: SettingsReader) {
      text = credit.required("text", .text, "the sentence to show", example: "Data from DuckDuckGo")
      link = credit.required(
        "link", .text(#"^https?://[^\u0000-\u001F\u007F]*$"#, "an http or https address"),
        "the link of the sentence", example: "https://duckduckgo.com/")
    }
  }
}
