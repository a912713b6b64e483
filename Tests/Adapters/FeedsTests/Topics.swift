import Catalogs
import Feeds
import JSON
import Testing
import Text

/// Small answers in DuckDuckGo's shape.
enum Topics {
  static func topic(
    _ name: String, text: String? = nil, result: String? = nil, icon: String = #"{"URL": ""}"#
  ) -> String {
    let text = text ?? "\(name) - About \(name)"
    let result = result ?? "<a href=\"https://duckduckgo.com/\(name)\">\(name)</a><br>About \(name)"
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("FirstURL")
      writer.string("https://duckduckgo.com/\(name)")
      writer.key("Text")
      writer.string(text)
      writer.key("Result")
      writer.string(result)
    }
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self) + ", \"Icon\": \(icon)}"
  }

  static func group(_ name: String, _ topics: [String]) -> String {
    #"{"Name": "\#(name)", "Topics": [\#(topics.joined(separator: ", "))]}"#
  }

  static func answer(_ topics: [String]) -> String {
    #"{"Heading": "", "RelatedTopics": [\#(topics.joined(separator: ", "))]}"#
  }

  static func feed(_ address: String = "https://api.example.org/?q=cast") throws -> any Feed {
    let settings = JSONValue.object(["kind": .string("duckduckgo"), "address": .string(address)])
    return try #require(try FeedKinds.feed(from: settings).get().catalog)
  }

  static func decode(_ topics: [String]) throws -> FeedContent {
    try feed().decode(FeedAnswer(Array(answer(topics).utf8)))
  }

  /// The only entry of an answer.
  static func entry(_ topic: String) throws -> FeedEntry {
    let content = try decode([topic])
    #expect(content.entries.count == 1)
    return try #require(content.entries.first)
  }
}

extension FeedText {
  /// The text, or the unchanged markup.
  var raw: String {
    switch self {
    case .plain(let text): text
    case .markup(let markup): String(decoding: markup.bytes, as: UTF8.self)
    }
  }

  var isMarkup: Bool {
    if case .markup = self { true } else { false }
  }
}
