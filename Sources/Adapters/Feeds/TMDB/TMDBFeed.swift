public import Catalogs
public import Configuration
public import Fetching

/// Film lists of The Movie Database: `https://api.themoviedb.org/3/movie/<list>`, a page of 20 at a time.
///
/// Source of the format: https://developer.themoviedb.org/reference/movie-now-playing-list
public struct TMDBFeed: Feed {
  public static let kind = "tmdb"
  public static let keyVariable: String? = "TMDB_API_KEY"

  public static func fault(of key: FeedKey) -> String? { key.faultForTMDB }

  private var settings: TMDBSettings
  private var key: FeedKey?

  public init(_ settings: SettingsReader) {
    self.settings = TMDBSettings(settings)
  }

  public func with(_ key: FeedKey) -> TMDBFeed {
    var feed = self
    feed.key = key
    return feed
  }

  public var obstacle: String? {
    guard key == nil else { return nil }
    return "TMDB is not asked, because it asks for a key: get one at https://www.themoviedb.org/settings/api "
      + "and set it as TMDB_API_KEY, or name a file that holds it with --feed-key-file"
  }

  public var address: WebAddress? { WebAddress(settings.address) }
  public var facts: [FactField] { TMDBFilms.facts }

  public func moved(to address: WebAddress) -> TMDBFeed {
    var feed = self
    feed.settings.address = address.stem
    return feed
  }

  /// Asks for all pages in turn, and for the names of genres.
  ///
  /// A failing first page of a list fails the visit. A failing later page ends its list; a busy service ends all.
  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    guard let key else { throw .refused(obstacle ?? "") }
    return try TMDBLists(settings: settings, key: key, source: source).answer()
  }

  /// Reads parts named by list and, from the second page on, number: `popular`, `popular.2`; and the part `genres`.
  public func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent {
    let genres = answer.parts.first { $0.name == TMDBLists.genres }.flatMap { TMDBDocument($0.bytes)?.genres }
    var films = TMDBFilms(posters: settings.posters, genres: genres ?? [:])
    let lists = answer.parts.filter { $0.name != TMDBLists.genres }
    var sections: [Section] = []
    // A snapshot of a single part has no name.
    let isNameless = lists.count == 1 && lists.allSatisfy { settings.section(of: $0) == nil }
    for section in settings.sections {
      let parts = lists.filter {
        isNameless ? settings.sections.count == 1 : settings.section(of: $0) == section.id
      }
      if parts.isEmpty { continue }
      sections.append(section)
      try films.read(parts, section: section.id)
    }
    let strays = lists.filter { settings.section(of: $0) == nil }
    if isNameless, sections.isEmpty {
      try films.read(strays, section: nil)
    } else if !isNameless {
      for _ in strays { films.skip("part of no section") }
    }
    let content = FeedContent(
      entries: [], sections: sections, order: .feed, facts: facts, skipped: films.skipped)
    guard !films.entries.isEmpty else {
      throw .refused("the answer of TMDB holds no usable film\(content.skippedSummary)")
    }
    films.entries.forEach(take)
    return content
  }
}

/// The settings of film lists.
struct TMDBSettings: Sendable {
  /// Base of the API.
  var address: String
  /// The lists, with the service's ids.
  let sections: [Section]
  /// Pages to ask for in each list.
  let pages: Int
  let language: String?
  let region: String?
  /// The prefix of a poster's path.
  let posters: String

  init(_ settings: SettingsReader) {
    address = settings.optional(
      "address", .baseAddress, default: "https://api.themoviedb.org/3", "the base of the API",
      example: "https://api.themoviedb.org/3")
    let ids = settings.optional(
      "sections", .texts("^(?=.*[a-z0-9])[a-z0-9_]{1,40}$", "TMDB's film lists, each once", isSet: true),
      default: ["now_playing", "popular", "top_rated", "upcoming"],
      "the film lists to show, in this order", standard: "now_playing, popular, top_rated, upcoming",
      example: ["popular", "top_rated"])
    let titles = settings.texts(
      "titles", named: ids, "the titles of sections, by their ids", standard: "the id in words",
      example: .members([("popular", "Loved by many")]))
    sections = ids.map { Section(id: $0, title: titles[$0] ?? Self.title(of: $0)) }
    pages = settings.optional(
      "pages", .integer(1...20), default: 5, "pages of 20 films to ask for in each section",
      example: 5)
    language = settings.optional(
      "language", .text("^[A-Za-z]{2,3}(-[A-Za-z]{2,4})?$", "a language"),
      "the language of titles", standard: "the service's default", example: "en-US")
    region = settings.optional(
      "region", .text("^[A-Za-z]{2}$", "a country"), "the country for dates of release",
      standard: "any", example: "GB")
    let posters = settings.optional(
      "posters", .baseAddress, default: "https://image.tmdb.org/t/p", "the base of posters' addresses",
      example: "https://image.tmdb.org/t/p")
    let size = settings.optional(
      "posterSize", .text("^(original|w[0-9]{1,4})$", "a size of TMDB's pictures"), default: "w185",
      "the size of posters", example: "w185")
    self.posters = "\(posters)/\(size)"
  }

  /// The section of a part; nil if unknown.
  func section(of part: FeedAnswer.Part) -> String? {
    let id = part.name.prefix { $0 != "." }
    return sections.first { $0.id == id }?.id
  }

  /// The query of a page of a list, or with nil of the genres, without a key.
  func query(page: Int?) -> String {
    let members = [
      ("page", page.map { String($0) }), ("language", language), ("region", page.flatMap { _ in region }),
    ]
    return members.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: "&")
  }

  /// "now_playing" is "Now Playing".
  private static func title(of id: String) -> String {
    id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
