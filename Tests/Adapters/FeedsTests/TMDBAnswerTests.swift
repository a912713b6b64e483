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
  @Test("Sections keep the configured order, films their list's, and a film is in each of its lists")
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

  @Test("Pages are ordered by number, and a film on two pages is listed once")
  func pages() throws {
    let content = try Films.decode([
      ("popular.3", Films.page([Films.film(5)], number: 3)),
      ("popular", Films.page([Films.film(4)], number: 2)),
      ("popular", Films.page([Films.film(7), Films.film(4)], number: 1)),
    ])
    #expect(content.entries.map(\.key) == ["7", "4", "5"])
    #expect(content.skipped.isEmpty)
  }

  @Test("An unreadable page is skipped; a list without a readable page refuses the answer")
  func unreadable() throws {
    let good = ("popular", Films.page([Films.film(1)]))
    let content = try Films.decode([good, ("popular.2", "{"), ("upcoming", Films.page([]))])
    #expect(content.entries.map(\.key) == ["1"])
    #expect(content.skipped == ["unreadable page": 1])
    #expect(throws: FeedError.self) { try Films.decode([good, ("upcoming", "{")]) }
  }

  @Test(
    "An answer without a list of films is refused",
    arguments: ["", "[]", "null", "{}", #"{"results": {}}"#, #"{"results": []}"#, #"{"results": [{}]}"#])
  func refused(text: String) throws {
    let error = thrown(FeedError.self) { try Films.decode([("popular", text)]) }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("The service's error is reported on one line")
  func serviceError() {
    let text = #"{"status_code": 7, "status_message": "Invalid\nAPI key.", "success": false}"#
    #expect(throws: FeedError.refused(#"TMDB says "Invalid API key." (7)"#)) {
      try Films.decode([("popular", text)])
    }
  }

  @Test(
    "Every fault of the settings has its path",
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

@Suite("The bundled films")
struct BundledFilmsTests {
  @Test("Every section has at least twelve films; none is skipped or has a link")
  func bundled() throws {
    let folder = "\(projectFolder)/config/bundled/movies"
    let log = CollectedLog()
    let source = CatalogSource(try Films.feed(), snapshot: Snapshot(directory: folder, kind: "none"))
    let start = FeedStart(
      Sources(source, location: .path(folder), isOffline: true), store: .forTests(), log: log)
    let content = try #require(try start.begin(asking: FeedSource(Fetcher(userAgent: "tests"))).catalog)
    #expect(content.sections.map(\.id) == ["now_playing", "popular", "top_rated", "upcoming"])
    for section in content.sections.indices {
      #expect(content.entries.filter { $0.sections == [section] }.count >= 12)
    }
    #expect(log.lines.map { $0.contains("skipped") } == [false])
    #expect(content.entries.allSatisfy { $0.link == nil && !$0.text.isEmpty })
    for position in content.entries.indices {
      #expect(content.facts(at: position).map(\.field.label) == ["Genre", "Year", "Language"])
    }
  }
}
