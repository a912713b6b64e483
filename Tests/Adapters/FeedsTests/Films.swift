import Catalogs
import Feeds
import Fetching
import JSON
import TestSupport
import Testing

/// Small answers in TMDB's shape.
enum Films {
  static let keyText = "0123456789abcdef0123456789ABCDEF"

  static func page(_ films: [String], number: Int = 1, of total: Int = 1) -> String {
    #"{"page": \#(number), "results": [\#(films.joined(separator: ", "))], "total_pages": \#(total)}"#
  }

  static func film(_ id: Int, title: String? = nil, more: String = "") -> String {
    #"{"id": \#(id), "title": "\#(title ?? "Film \(id)")"\#(more)}"#
  }

  static func feed(_ address: String = "https://api.example.org/3", _ more: String = "") throws -> any Feed {
    let text = #"{"kind": "tmdb", "address": "\#(address)"\#(more)}"#
    return try #require(
      try FeedKinds.feed(from: JSONValue(parsing: Array(text.utf8))).get().catalog)
  }

  static func keyed(_ server: StubServer, key: String = keyText, _ more: String = "") throws -> any Feed {
    try feed(server.address("/3"), more).with(#require(FeedKey(key)))
  }

  static func decode(_ parts: [(name: String, text: String)], _ more: String = "") throws -> FeedContent {
    try feed("https://api.example.org/3", more).decode(
      FeedAnswer(parts: parts.map { FeedAnswer.Part(name: $0.name, bytes: Array($0.text.utf8)) }))
  }

  /// The only film of a list.
  static func entry(_ film: String, _ more: String = "") throws -> FeedEntry {
    let content = try decode([("popular", page([film]))], more)
    #expect(content.entries.count == 1)
    return try #require(content.entries.first)
  }
}
