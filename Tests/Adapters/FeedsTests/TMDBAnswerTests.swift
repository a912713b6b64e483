import Catalogs
import Feeds
import Fetching
import Foundation
import JSON
import System
import TestSupport
import Testing

@Suite("A whole answer of TMDB")
struct TMDBAnswerTests {
  @Test("Sections stand in the configuration's order, films in their list's, and a film in each of its lists")
  func order() throws {
    let content = try Films.decode([
      ("upcoming", Films.page([Films.film(9), Films.film(2)])),
      ("popular", Films.page([Films.film(2), Films.film(1)])),
    ])
    #expect(content.order == .feed)
    #expect(
      content.sections == [
        Section(id: "popular", title: "Popular"), Section(id: "upcoming", title: "Upcoming"),
      ])
    #expect(content.entries.map(\.key) == ["2", "1", "9", "2"])
    #expect(content.entries.map(\.sections) == [["popular"], ["popular"], ["upcoming"], ["upcoming"]])
  }

  @Test("Pages of a list follow one another by their numbers, and a film that moved on is there once")
  func pages() throws {
    let content = try Films.decode([
      ("popular.3", Films.page([Films.film(5)], number: 3)),
      ("popular", Films.page([Films.film(4)], number: 2)),
      ("popular", Films.page([Films.film(7), Films.film(4)], number: 1)),
    ])
    #expect(content.entries.map(\.key) == ["7", "4", "5"])
    #expect(content.skipped.isEmpty)
  }

  @Test("Titles are made from the ids, unless the configuration has them")
  func titles() throws {
    let content = try Films.decode(
      ["now_playing", "top_rated"].map { ($0, Films.page([Films.film(1)])) },
      #", "sections": ["top_rated", "now_playing"], "titles": {"top_rated": "The best"}"#)
    #expect(content.sections.map(\.title) == ["The best", "Now Playing"])
  }

  @Test("A page that cannot be read costs itself, a list without a readable page the whole answer")
  func unreadable() throws {
    let good = ("popular", Films.page([Films.film(1)]))
    let content = try Films.decode([good, ("popular.2", "{"), ("upcoming", Films.page([]))])
    #expect(content.entries.map(\.key) == ["1"])
    #expect(content.skipped == ["unreadable page": 1])
    #expect(throws: FeedError.self) { try Films.decode([good, ("upcoming", "{")]) }
  }

  @Test("A file of no section is left out and counted")
  func strays() throws {
    let content = try Films.decode([
      ("error_401", #"{"status_message": "No"}"#), ("popular", Films.page([Films.film(1)])),
    ])
    #expect(content.entries.map(\.key) == ["1"])
    #expect(content.skipped == ["part of no section": 1])
  }

  @Test("A single answer without a name belongs to the only section, and to none of several")
  func nameless() throws {
    let answer = FeedAnswer(Array(Films.page([Films.film(1)]).utf8))
    let one = try Films.feed("https://api.example.org/3", #", "sections": ["popular"]"#).decode(answer)
    #expect(one.entries.map(\.sections) == [["popular"]])
    let several = try Films.feed().decode(answer)
    #expect(several.entries.map(\.sections) == [[]])
    #expect(several.sections.isEmpty)
  }

  @Test(
    "What is no list of films is refused",
    arguments: ["", "[]", "null", "{}", #"{"results": {}}"#, #"{"results": []}"#, #"{"results": [{}]}"#])
  func refused(text: String) throws {
    let error = #expect(throws: FeedError.self) { try Films.decode([("popular", text)]) }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A fault of the service is told in its own words, on one line")
  func words() {
    let text = #"{"status_code": 7, "status_message": "Invalid\nAPI key.", "success": false}"#
    #expect(throws: FeedError.refused(#"TMDB says "Invalid API key." (7)"#)) {
      try Films.decode([("popular", text)])
    }
  }

  @Test("Without an answer there is nothing")
  func empty() {
    #expect(throws: FeedError.self) { try Films.decode([]) }
  }

  @Test(
    "Every fault of the settings is told with its place",
    arguments: [
      (#""sections": []"#, "feed.sections"), (#""sections": ["Popular"]"#, "feed.sections"),
      (#""sections": ["a", "a"]"#, "feed.sections"), (#""sections": ["../x"]"#, "feed.sections"),
      (#""sections": [7]"#, "feed.sections"), (#""pages": 0"#, "feed.pages"), (#""pages": 21"#, "feed.pages"),
      (#""titles": {"nope": "x"}"#, "feed.titles.nope"),
      (#""titles": {"popular": 7}"#, "feed.titles.popular"),
      (#""language": "e&n""#, "feed.language"), (#""language": "en-US-x""#, "feed.language"),
      (#""region": "GBR""#, "feed.region"), (#""posterSize": "185""#, "feed.posterSize"),
      (#""posterSize": "w1/2""#, "feed.posterSize"), (#""posterSize": "w-12""#, "feed.posterSize"),
      (#""posters": "x""#, "feed.posters"),
      (#""address": "ftp://example.org""#, "feed.address"), (#""address": "http://a/?x""#, "feed.address"),
      (#""key": "x""#, "feed.key"),
    ])
  func settings(member: String, place: String) throws {
    let value = try JSONValue(parsing: Array(#"{"kind": "tmdb", \#(member)}"#.utf8))
    guard case .failure(let error) = FeedKinds.feed(from: value) else {
      Issue.record("it was taken")
      return
    }
    #expect(error.faults.map(\.path) == [place])
  }
}

@Suite(
  "Recorded answers of TMDB",
  .enabled(if: RecordedFilms.exist, "RECORDED names no folder with recorded answers"))
struct RecordedFilmsTests {
  @Test("Four lists of twenty are read, and each film has what the service knows of it")
  func lists() throws {
    let content = try RecordedFilms.content()
    #expect(content.sections.map(\.title) == ["Now Playing", "Popular", "Top Rated", "Upcoming"])
    for section in content.sections {
      #expect(content.entries.filter { $0.sections == [section.id] }.count == 20)
    }
    #expect(content.skipped == ["part of no section": 1])
    #expect(Set(content.entries.map(\.key)).count == 56)
    #expect(content.entries.allSatisfy { !$0.description.raw.isEmpty && $0.subtitle?.count == 4 })
  }
}

@Suite("The bundled films")
struct BundledFilmsTests {
  @Test("Every section has at least twelve, none is left out, and none claims a page at the service")
  func bundled() throws {
    let folder = "\(projectFolder)/config/bundled/movies"
    let source = CatalogSource(try Films.feed(), snapshot: Snapshot(directory: folder, kind: "none"))
    let start = FeedStart(Sources(source, location: .path(folder), isOffline: true), log: SilentLog())
    let content = try #require(try start.begin(asking: FeedSource(Fetcher(userAgent: "tests"))).content)
    #expect(content.sections.map(\.id) == ["now_playing", "popular", "top_rated", "upcoming"])
    for section in content.sections {
      #expect(content.entries.filter { $0.sections == [section.id] }.count >= 12)
    }
    #expect(content.skipped.isEmpty)
    #expect(content.entries.allSatisfy { $0.link == nil && !$0.description.raw.isEmpty })
  }
}

private enum RecordedFilms {
  /// A folder with the service's own answers, where whoever runs the tests has one.
  static let folder = (ProcessInfo.processInfo.environment["RECORDED"] ?? "") + "/tmdb"
  static let exist = FileManager.default.fileExists(atPath: folder)

  static func content() throws -> FeedContent {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return try Films.decode(
      names.map { name in
        let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(name)")), as: UTF8.self)
        return (String(name.dropLast(5)), text)
      })
  }
}
