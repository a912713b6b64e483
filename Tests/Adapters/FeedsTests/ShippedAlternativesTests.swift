import Catalogs
import Feeds
import Foundation
import JSON
import TestSupport
import Testing

/// Fallback feeds of the two bundled character shows, with made-up answers in the services' formats.
@Suite("Bundled fallback feeds", .serialized)
struct ShippedAlternativesTests {

  private func alternatives(_ show: String) throws -> [any Feed] {
    let bytes = try Array(Data(contentsOf: URL(filePath: "\(projectFolder)/config/\(show).json")))
    let feed = try #require(JSONValue(parsing: bytes)["feed"])
    return try FeedKinds.feed(from: feed).get().alternatives.map(\.feed)
  }

  @Test("Pages of a category of MediaWiki", arguments: ["simpsons", "wire"])
  func category(show: String) throws {
    let pages = [
      #"""
      {"continue": {"gcmcontinue": "page|42|7", "continue": "gcmcontinue||"}, "query": {"pages": [
        {"pageid": 7, "ns": 0, "title": "Ada Quill", "extract": "Ada keeps the lamp of the harbour.",
         "thumbnail": {"source": "https://upload.wikimedia.org/a/ada.jpg", "width": 330, "height": 440},
         "fullurl": "https://en.wikipedia.org/wiki/Ada_Quill"},
        {"pageid": 8, "ns": 0, "title": "Bo (Quiet Street)", "extract": "",
         "fullurl": "https://en.wikipedia.org/wiki/Bo_(Quiet_Street)"}]}}
      """#,
      #"{"batchcomplete": true, "query": {"pages": [{"pageid": 9, "ns": 0, "title": "Cleo Reed"}]}}"#,
    ]
    let answer = FeedAnswer(
      parts: pages.enumerated().map { .init(name: "page.\($0 + 1)", bytes: Array($1.utf8)) })
    let entries = try #require(alternatives(show).first).decode(answer).entries
    // Ids are slugs of titles, as with DuckDuckGo, whose topics come from the same category.
    #expect(entries.map(\.key) == ["Ada Quill", "Bo (Quiet Street)", "Cleo Reed"])
    #expect(entries[0].description == .plain("Ada keeps the lamp of the harbour."))
    #expect(entries[0].picture == "https://upload.wikimedia.org/a/ada.jpg")
    #expect(entries[0].link == "https://en.wikipedia.org/wiki/Ada_Quill")
    #expect(entries[1].picture == nil)
  }

  @Test("A cast of TVmaze, with a role of two actors", arguments: ["simpsons", "wire"])
  func cast(show: String) throws {
    func part(_ person: String, _ character: String, picture: Bool) -> String {
      let image = picture ? #"{"medium": "https://static.tvmaze.com/c.jpg", "original": "x"}"# : "null"
      return #"""
        {"person": {"id": 1, "name": "\#(person)", "image": {"medium": "https://static.tvmaze.com/p.jpg"}},
         "character": {"id": 2, "url": "https://www.tvmaze.com/characters/2/x", "name": "\#(character)",
           "image": \#(image)}, "self": false, "voice": true}
        """#
    }
    let answer = [
      part("Jo March", "Ada Quill", picture: true), part("Amy Vale", "Bo", picture: false),
      part("Kim Ash", "Bo", picture: false),
    ]
    let feed = try #require(alternatives(show).last)
    let entries = try feed.decode(FeedAnswer(Array("[\(answer.joined(separator: ","))]".utf8))).entries
    #expect(entries.map(\.key) == ["Ada Quill", "Bo", "Bo"])
    #expect(entries[0].subtitle == "Jo March")
    #expect(entries.map(\.picture) == ["c", "p", "p"].map { "https://static.tvmaze.com/\($0).jpg" })
    #expect(entries[0].link == "https://www.tvmaze.com/characters/2/x")
  }
}
