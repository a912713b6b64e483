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

  public var host: String? { WebAddress(settings.address)?.host }

  public func moved(to address: WebAddress) -> TMDBFeed {
    var feed = self
    feed.settings.move(to: address)
    return feed
  }

  /// Asks one page after the other.
  ///
  /// A list whose first page does not come fails the whole; a later page costs only itself and those
  /// after it, and a service that is busy by then is left alone.
  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    guard let key else { throw .refused(obstacle ?? "") }
    return try TMDBLists(settings: settings, key: key, source: source).answer()
  }

  /// Reads parts named as the list and, from its second page on, the page: `popular`, `popular.2`.
  public func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent {
    var films = TMDBFilms(posters: settings.posters)
    var sections: [Section] = []
    // A single answer is kept without its name.
    let isNameless = answer.parts.count == 1 && answer.parts.allSatisfy { settings.section(of: $0) == nil }
    for section in settings.sections {
      let parts = answer.parts.filter {
        isNameless ? settings.sections.count == 1 : settings.section(of: $0) == section.id
      }
      if parts.isEmpty { continue }
      sections.append(section)
      try films.read(parts, section: section.id)
    }
    let strays = answer.parts.filter { settings.section(of: $0) == nil }
    if isNameless, sections.isEmpty {
      try films.read(strays, section: nil)
    } else if !isNameless {
      for _ in strays { films.skip("part of no section") }
    }
    let content = FeedContent(
      entries: films.entries, sections: sections, order: .feed, skipped: films.skipped)
    guard !films.entries.isEmpty else {
      throw .refused("the answer of TMDB holds no usable film\(content.skippedInWords)")
    }
    return content
  }
}
