import Catalogs
import Fetching
import JSON
import System
import Text

/// Collects the films of pages.
struct TMDBFilms {
  private(set) var entries: [FeedEntry] = []
  private(set) var skipped: [String: Int] = [:]
  private let posters: String
  /// The names of genres by their ids.
  private let genres: [Int: String]

  static let facts = [
    FactField("Genre", isFacet: true), FactField("Year", isFacet: true, isOrder: true, form: .year),
    FactField("Language", isFacet: true),
  ]

  /// The members that are read of a film.
  static let keys: Set<String> = [
    "id", "title", "original_title", "original_language", "release_date", "overview", "poster_path",
    "vote_count", "vote_average", "genre_ids", "name", "original_name", "first_air_date",
  ]

  /// - Parameter posters: the prefix of a poster's path.
  init(posters: String, genres: [Int: String]) {
    (self.posters, self.genres) = (posters, genres)
  }

  mutating func skip(_ reason: String) {
    skipped[reason, default: 0] += 1
  }

  /// Reads the pages of a list in order; refuses a list without a readable page.
  mutating func read(_ parts: [FeedAnswer.Part], section: String?) throws(FeedError) {
    var pages: [(number: Int, results: [JSONValue])] = []
    var words: String?
    for part in parts {
      let document = TMDBDocument(part.bytes)
      words = words ?? document?.words(without: nil)
      guard let results = document?.results else {
        skip("unreadable page")
        continue
      }
      pages.append((document?.number ?? pages.count + 1, results))
    }
    guard !pages.isEmpty else {
      throw .refused(
        words.map { "TMDB says \($0)" }
          ?? "this is not an answer of TMDB: \(section ?? "it") has no array results")
    }
    // A list that changes while it is read may have a film on two pages.
    var keys: Set<String> = []
    for page in pages.enumerated().sorted(by: {
      ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
    }) {
      for film in page.element.results {
        guard let entry = entry(film, section) else { continue }
        if keys.insert(entry.key).inserted { entries.append(entry) }
      }
    }
  }

  private mutating func entry(_ film: JSONValue, _ section: String?) -> FeedEntry? {
    guard film.object != nil else {
      skip("no object")
      return nil
    }
    guard let id = film["id"]?.number?.whole(in: -1 << 53...1 << 53), id != 0 else {
      skip("no usable id")
      return nil
    }
    // A series has a name where a film has a title.
    let isSeries = film.text("title") == nil
    guard let title = film.text(isSeries ? "name" : "title") else {
      skip("no title")
      return nil
    }
    let released = film[isSeries ? "first_air_date" : "release_date"]?.string.flatMap(Day.init)
    let original = film.text(isSeries ? "original_name" : "original_title").flatMap { $0 == title ? nil : $0 }
    // Films that ship with the program have negative ids and no page at the service.
    let page = id > 0 ? "https://www.themoviedb.org/\(isSeries ? "tv" : "movie")/\(id)" : nil
    return FeedEntry(
      key: String(id), title: .plain(title), subtitle: released.map { String($0.year) },
      description: .plain(film.text("overview") ?? ""), picture: film["poster_path"]?.string.flatMap(poster),
      link: page
    ) {
      $0.alternativeTitle = original
      $0.sections = section.map { [$0] } ?? []
      $0.facts = Self.facts(film, original: original, released: released)
      $0.values = [
        genres(of: film), released.map { String($0.year) } ?? "",
        film["original_language"]?.string.map(Self.name(ofLanguage:)) ?? "",
      ]
    }
  }

  private func genres(of film: JSONValue) -> String {
    let names = (film["genre_ids"]?.array ?? []).compactMap { $0.number.flatMap { Int(exactly: $0) } }
      .compactMap { genres[$0] }
    return names.joined(separator: String(FeedEntry.valueSeparator))
  }

  /// The name of a language in itself, which all visitors know; that of a rare one is its code.
  private static func name(ofLanguage code: String) -> String {
    let code = language(code)
    return code == "und" ? "" : languages[code] ?? code
  }

  private static let languages = [
    "ar": "العربية", "bn": "বাংলা", "cs": "Čeština", "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά",
    "en": "English",
    "es": "Español", "fa": "فارسی", "fi": "Suomi", "fr": "Français", "he": "עברית", "hi": "हिन्दी",
    "hu": "Magyar",
    "id": "Indonesia", "it": "Italiano", "ja": "日本語", "ko": "한국어", "nl": "Nederlands", "no": "Norsk",
    "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский", "sv": "Svenska", "ta": "தமிழ்",
    "te": "తెలుగు", "th": "ไทย", "tl": "Tagalog", "tr": "Türkçe", "uk": "Українська", "vi": "Tiếng Việt",
    "yue": "粵語", "zh": "中文",
  ]

  private static func facts(_ film: JSONValue, original: String?, released: Day?) -> [Fact] {
    var facts: [Fact] = []
    if let original {
      facts.append(.originalTitle(original, language: language(film["original_language"]?.string)))
    }
    if let released { facts.append(.released(released)) }
    if let votes = film["vote_count"]?.number?.whole(in: 1...1_000_000_000),
      let rating = film["vote_average"]?.number, (0...10).contains(rating)
    {
      facts.append(.rating(rating, votes: votes))
    }
    return facts
  }

  /// The language as BCP 47: the service writes Cantonese as "cn", and no language as "xx".
  private static func language(_ code: String?) -> String {
    guard let code, (2...3).contains(code.utf8.count), code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return "und"
    }
    switch code {
    case "cn": return "yue"
    case "xx": return "und"
    default: return code
    }
  }

  private func poster(_ path: String) -> String? {
    guard path.hasPrefix("/"), path.utf8.count <= 200, !path.contains(".."),
      path.dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }),
      path.utf8.count > 1
    else { return nil }
    return posters + path
  }
}

extension JSONValue {
  /// A member's trimmed text; nil if it is empty.
  fileprivate func text(_ key: String) -> String? {
    self[key]?.string.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// An answer of TMDB: a page of a list, or an error in the service's own words.
struct TMDBDocument {
  /// Bytes of an answer; a page of 20 films takes 20,000.
  static let byteLimit = 512 << 10
  /// Room for 500 films.
  private static let limits = JSONLimits(values: 5_000, bytes: byteLimit)
  /// The members that are read of an answer.
  private static let keys: Set<String> = TMDBFilms.keys.union([
    "results", "page", "total_pages", "genres", "status_message", "status_code",
  ])

  private let value: JSONValue

  /// Nil for anything but a JSON object.
  init?(_ bytes: some Collection<UInt8>) {
    guard let value = try? JSONValue(answer: bytes, within: Self.limits, keeping: Self.keys),
      value.object != nil
    else { return nil }
    self.value = value
  }

  /// The names of genres by their ids; nil for another answer.
  var genres: [Int: String]? {
    value["genres"]?.array.map { genres in
      let pairs = genres.compactMap { genre in
        genre["id"]?.number.flatMap { Int(exactly: $0) }.flatMap { id in genre.text("name").map { (id, $0) } }
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// The films; nil for an error.
  var results: [JSONValue]? { value["results"]?.array }

  /// The number of the page, from 1; nil if missing.
  var number: Int? { value["page"]?.number?.whole(in: 1...1_000_000) }

  /// The pages of the list; 1 if missing.
  var total: Int { value["total_pages"]?.number?.whole(in: 1...1_000_000) ?? 1 }

  /// The service's error on one line, with its number.
  /// - Parameter key: masked if the service echoes it.
  func words(without key: FeedKey?) -> String? {
    guard let text = value["status_message"]?.string else { return nil }
    // Masked before it is cut, or a part of the key could remain.
    let message = (key?.masked(in: text) ?? text).oneLine(limit: 200)
    if message.isEmpty { return nil }
    let code = value["status_code"]?.number?.whole(in: 0...1_000_000)
    return "\"\(message)\"\(code.map { " (\($0))" } ?? "")"
  }
}
