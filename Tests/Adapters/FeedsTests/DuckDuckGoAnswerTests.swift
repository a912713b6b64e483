import Catalogs
import Dispatch
import Feeds
import Foundation
import JSON
import TestSupport
import Testing

@Suite("A whole answer of DuckDuckGo")
struct DuckDuckGoAnswerTests {
  @Test(
    "A broken entry is skipped and counted",
    arguments: [
      ("null", "no object"), ("7", "no object"), ("\"text\"", "no object"), ("[]", "no object"),
      ("{}", "no usable FirstURL"), (#"{"Text": "A - B"}"#, "no usable FirstURL"),
      (#"{"FirstURL": 7, "Text": "A - B"}"#, "no usable FirstURL"),
      (#"{"FirstURL": "", "Text": "A - B"}"#, "no usable FirstURL"),
      (#"{"FirstURL": "javascript:alert(1)", "Text": "A - B"}"#, "no usable FirstURL"),
      (#"{"FirstURL": "https://duckduckgo.com/", "Text": "A - B"}"#, "no usable FirstURL"),
      (#"{"FirstURL": "https://duckduckgo.com/A"}"#, "no title"),
      (#"{"FirstURL": "https://duckduckgo.com/A", "Text": null, "Result": []}"#, "no title"),
      (#"{"FirstURL": "https://duckduckgo.com/A", "Text": " ", "Result": "<b></b>"}"#, "no title"),
      (#"{"Name": "G", "Topics": {}}"#, "no usable FirstURL"),
    ])
  func brokenEntries(topic: String, reason: String) throws {
    let content = try Topics.decode([Topics.topic("Apu"), topic, Topics.topic("Moe"), topic])
    #expect(content.entries.map(\.key) == ["Apu", "Moe"])
    #expect(content.skipped == [reason: 2])
  }

  @Test("A truncated character costs only itself")
  func cutCharacter() throws {
    var bytes = Array(Topics.answer([Topics.topic("Apu", text: "Apu - Caf#"), Topics.topic("Moe")]).utf8)
    bytes.replace("#".utf8, with: [0xC3])
    let content = try Topics.feed().decode(FeedAnswer(bytes))
    #expect(content.entries.map(\.key) == ["Apu", "Moe"])
  }

  @Test("Groups and nested groups become sections in order, except empty ones")
  func groups() throws {
    let content = try Topics.decode([
      Topics.topic("Top"), Topics.group("See also", [Topics.topic("A"), Topics.topic("B")]),
      Topics.group("Empty", []),
      Topics.group(
        "Films & more", [Topics.topic("C"), Topics.group("Short", [Topics.topic("D")]), Topics.topic("E")]),
    ])
    #expect(content.entries.map(\.key) == ["Top", "A", "B", "C", "D", "E"])
    #expect(
      content.entries.map(\.sections) == [
        [], ["see-also"], ["see-also"], ["films-more"], ["short"], ["films-more"],
      ])
    #expect(content.sections.map(\.title) == ["See also", "Films & more", "Short"])
    #expect(content.sections.map(\.id) == ["see-also", "films-more", "short"])
  }

  @Test("Sections with equal slugs stay distinct; equal names are merged")
  func sectionNames() throws {
    let content = try Topics.decode([
      Topics.group("C", [Topics.topic("A")]), Topics.group("C++", [Topics.topic("B")]),
      Topics.group("C", [Topics.topic("D")]), Topics.group("映画", [Topics.topic("E")]),
      Topics.group("Ver também", [Topics.topic("F")]),
    ])
    // The id depends on the name alone, not on those before it.
    let hash = "0b6ca5b3"
    #expect(content.entries.map(\.sections) == [["c"], ["c__2"], ["c"], ["section-\(hash)"], ["ver-tambem"]])
    #expect(content.sections.count == 4)
  }

  @Test("A repeated page is one entry in every group that names it")
  func repeated() throws {
    let again = #"{"FirstURL": "http://duckduckgo.com/Apu", "Text": "Other - words"}"#
    let content = try Topics.decode([
      Topics.topic("Apu"), Topics.group("Shops", [again, again]),
      Topics.group("People", [Topics.topic("Apu")]),
      Topics.topic("Apu"),
    ])
    #expect(content.entries.map(\.key) == ["Apu"])
    #expect(content.entries.first?.title == .plain("Apu"))
    #expect(content.entries.first?.sections == ["shops", "people"])
    #expect(content.skipped.isEmpty)
  }

  @Test("Deeply nested groups are skipped without overflowing a small stack")
  func deepNesting() async throws {
    let depth = 200
    let nested =
      String(repeating: #"{"Name": "G", "Topics": ["#, count: depth) + String(repeating: "]}", count: depth)
    let content = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "small stack").async {
        continuation.resume(
          with: Result { try Topics.decode([Topics.topic("Apu"), nested, Topics.topic("Moe")]) })
      }
    }
    #expect(content.entries.count == 2)
    #expect(content.skipped == ["nested too deep": 1])
  }

  @Test(
    "An answer of another shape is refused",
    arguments: [
      "", "no JSON", "[]", "null", "{}", #"{"RelatedTopics": null}"#, #"{"RelatedTopics": {}}"#,
      #"{"RelatedTopics": "x"}"#, #"{"RelatedTopics": []}"#, #"{"RelatedTopics": [{}, 7]}"#,
      #"{"RelatedTopics": [{"FirstURL": "https://duckduckgo.com/A", "Text": "A - B"}]"#, "<html></html>",
    ])
  func refused(text: String) throws {
    let feed = try Topics.feed()
    let error = thrown(FeedError.self) { try feed.decode(FeedAnswer(Array(text.utf8))) }
    guard case .refused = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
