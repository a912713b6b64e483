import Configuration
import Feeds
import Foundation
import JSON
import TestSupport
import Testing

@Suite("An answer of a suggestion service")
struct SuggestionAnswerTests {
  private func suggestions(_ answer: String) throws -> [Suggestion] {
    let server = try StubServer { _ in .ok(answer) }
    defer { server.stop() }
    return try Completions(server).service.suggestions(for: "x", visitor: "10.0.0.1")
  }

  @Test(
    "Two to five elements are read",
    arguments: [
      #"["x", ["a", "b"]]"#, #"["x", ["a", "b"], []]"#, #"["x", ["a", "b"], [], []]"#,
      #"["x", ["a", "b"], [], [], {"google:suggestrelevance": [2, 1]}]"#,
      #"["x", ["a", "b"], null, 7, null]"#,
      #"[null, ["a", "b"], {}, "x"]"#,
    ])
  func elements(answer: String) throws {
    #expect(try suggestions(answer) == [Suggestion(text: "a"), Suggestion(text: "b")])
  }

  @Test("Descriptions and addresses belong to the completion at the same position")
  func companions() throws {
    let answer =
      #"["x", ["a", 7, "b", "c"], ["of a", "of 7", null], ["https://a.example/", "u", "https://b.example/"]]"#
    #expect(
      try suggestions(answer) == [
        Suggestion(text: "a", description: "of a", address: "https://a.example/"),
        Suggestion(text: "b", address: "https://b.example/"), Suggestion(text: "c"),
      ])
  }

  private static let answers: [(String, [String])] = [
    (#"["x", [null, 7, true, {}, [], "", " \n", "a", "a", " a "]]"#, ["a"]), (#"["x", []]"#, []),
    (#"["x", ["a\nb\u0000c\td"]]"#, ["a b c d"]), (#"["x", ["\u202Ea\u2066b"]]"#, ["ab"]),
    ("[\"x\", [\((1...21).map { "\"\($0)\"" }.joined(separator: ","))]]", (1...20).map(String.init)),
  ]

  @Test("Completions that are not text or duplicates are dropped", arguments: answers)
  func dropped(answer: String, texts: [String]) throws {
    #expect(try suggestions(answer).map(\.text) == texts)
  }

  @Test(
    "An invalid address or a javascript: address is dropped",
    arguments: ["javascript:x", "/x", "data:,x", ""])
  func addresses(address: String) throws {
    #expect(try suggestions(#"["x", ["a"], [], ["\#(address)"]]"#) == [Suggestion(text: "a")])
  }

  @Test("Long texts are cut")
  func cut() throws {
    let long = String(repeating: "e\u{301}", count: 500)
    let suggestion = try #require(try suggestions(#"["x", ["\#(long)"], ["\#(long)"]]"#).first)
    #expect(suggestion.text.unicodeScalars.count == 201)
    #expect(suggestion.text.hasSuffix("…"))
    #expect(suggestion.description?.unicodeScalars.count == 301)
  }

  @Test(
    "A text in another character set is decoded",
    arguments: [
      ("text/javascript; charset=ISO-8859-1", [0x65, 0xE9]),
      ("text/plain;charset=\"windows-1252\"", [0x65, 0xE9]),
      ("application/json; charset=utf-8", [0x65, 0xC3, 0xA9]), ("application/json", [0x65, 0xC3, 0xA9]),
      ("a/b; charset=no-such-set", [0x65, 0xC3, 0xA9]),
      ("a/b; x=y; charset=/../", [0x65, 0xC3, 0xA9]),
    ] as [(String, [UInt8])])
  func charsets(type: String, text: [UInt8]) throws {
    let body = Array(#"["x", ["caf"#.utf8) + text.dropFirst() + Array(#""]]"#.utf8)
    let server = try StubServer { _ in .ok(body, type: type) }
    defer { server.stop() }
    let found = try Completions(server).service.suggestions(for: "x", visitor: "10.0.0.1")
    #expect(found.map(\.text) == ["café"])
  }

  @Test(
    "Answers of another shape are refused",
    arguments: [
      "", "{", "null", "7", "{}", "[]", #"["x"]"#, #"["x", "a"]"#, #"["x", null]"#, #"["x", {"a": 1}]"#,
    ])
  func otherShapes(answer: String) throws {
    #expect(throws: SuggestionFault.unavailable) { try suggestions(answer) }
  }
}

@Suite("The settings of a suggestion service")
struct SuggestionSettingsTests {
  @Test("The results address has the query percent-encoded, on one line and cut")
  func results() throws {
    let results = try Completions.feed("https://s.example/?q={query}").search(
      asking: nil, nil, CollectedLog()
    )
    .results
    #expect(results.address("Firefox for iOS") == "https://results.example/?q=Firefox%20for%20iOS")
    #expect(results.address(" a&b=c#d+\"é\n") == "https://results.example/?q=a%26b%3Dc%23d%2B%22%C3%A9")
    #expect(
      results.address(String(repeating: "a", count: 900)).utf8.count == "https://results.example/?q=".utf8
        .count + 200)
    #expect(results.origin == "https://results.example")
    #expect(results.isFramed() == false)
  }

  @Test("An offline show has no suggestions")
  func offline() throws {
    let search = try Completions.feed("https://s.example/?q={query}").search(asking: nil, nil, CollectedLog())
    #expect(throws: SuggestionFault.unavailable) { try search.suggestions("a", "10.0.0.1") }
    #expect(SuggestionFault.unavailable.description == "Suggestions are not available at the moment")
  }

  @Test(
    "Every fault has its path",
    arguments: [
      (#""results": {"address": "https://r.example/{query}"}"#, ["feed.address"]),
      (#""address": "https://s.example/{query}""#, ["feed.results"]),
      (
        #""address": "https://s.example/", "results": {"address": "x{query}"}"#,
        ["feed.address", "feed.results.address"]
      ),
      (#""address": "https://{query}.example/", "results": {}"#, ["feed.address", "feed.results.address"]),
      (#""address": "https://s.example:{query}/", "results": 7"#, ["feed.address", "feed.results"]),
      (
        #""address": "ftp://s.example/{query}", "results": {"address": "https://r.example/{query}", "frame": 1}"#,
        ["feed.address", "feed.results.frame"]
      ),
      (
        #""address": "https://s.example/{query}", "results": {"address": "https://r.example/{query}", "x": 1}, "language": "e\"n""#,
        ["feed.language", "feed.results.x"]
      ),
    ])
  func faults(members: String, places: [String]) throws {
    let value = try JSONValue(parsing: Array(#"{"kind": "suggestions", \#(members)}"#.utf8))
    guard case .failure(let error) = FeedKinds.feed(from: value) else {
      Issue.record("it was taken")
      return
    }
    #expect(error.faults.map(\.path) == places)
  }

  @Test("--feed replaces the suggestion service only by an address with {query}")
  func moved() throws {
    let feed = try Completions.feed("https://s.example/?q={query}")
    #expect(feed.moved(to: "http://10.0.0.1:81/?x={query}&y") != nil)
    #expect(feed.moved(to: "http://10.0.0.1:81/") == nil)
    #expect(feed.moved(to: "answers.json") == nil)
  }
}
