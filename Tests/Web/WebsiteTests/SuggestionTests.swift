import Catalogs
import HTTPServer
import JSON
import Testing
import Text

@testable import Website

@Suite("Suggestions")
struct SuggestionTests {
  private let test: TestSite

  init() throws {
    test = try TestSite(TestSite.cast)
  }

  private func suggestions(_ target: String, host: String = "box:8080") throws -> JSONValue {
    let response = test.get(target, headers: [("Host", host)])
    #expect(response.status == 200)
    #expect(response.header("Content-Type") == "application/x-suggestions+json")
    return try JSONValue(parsing: response.body)
  }

  @Test("A suggestion has completions, descriptions and absolute addresses")
  func completions() throws {
    let answer = try suggestions("/suggest?q=lisa")
    #expect(
      answer
        == .array([
          .string("lisa"), .array([.string("Lisa Simpson"), .string("Bart Simpson")]),
          .array([.string("Plays the saxophone."), .string("Brother of Lisa & Maggie.")]),
          .array([
            .string("http://box:8080/entries/lisa-simpson?q=Lisa%20Simpson"),
            .string("http://box:8080/entries/bart-simpson?q=Bart%20Simpson"),
          ]),
        ]))
  }

  @Test("Addresses have the requested host")
  func origins() throws {
    _ = try suggestions("/suggest?q=lisa")
    let answer = try suggestions("/suggest?q=lisa", host: "box.local")
    #expect(answer.array?[3].array?.first?.string?.hasPrefix("http://box.local/") == true)
  }

  @Test("The query is returned as typed, and an unknown one has no completions")
  func echo() throws {
    for typed in ["%20%22%3Cb%3E%26", "xyz%00", ""] {
      let answer = try suggestions("/suggest?q=\(typed)")
      #expect(answer.array?[0].string == PercentCoding.decodeForm(Array(typed.utf8)[...]))
      #expect(answer.array?[1] == .array([]))
    }
  }

  @Test("A corrected query has its correction in a fifth element")
  func corrected() throws {
    let answer = try suggestions("/suggest?q=lisa%20simspon")
    #expect(answer.array?[1].array?.first == .string("Lisa Simpson"))
    #expect(answer.array?[4]["meant"]?.string == "Lisa Simpson")
    #expect(try suggestions("/suggest?q=lisa").array?.count == 4)
  }

  @Test("A long description is cut between words")
  func cut() {
    let text = String(repeating: "word ", count: 30) + "end"
    #expect(Wording.beginning(of: text, limit: 100) == String(repeating: "word ", count: 19) + "word…")
    #expect(Wording.beginning(of: "short", limit: 100) == "short")
    #expect(Wording.beginning(of: String(repeating: "👩‍🚀", count: 9), limit: 4) == "👩‍🚀👩‍🚀👩‍🚀👩‍🚀…")
  }

  @Test("The OpenSearch description escapes the show's name")
  func escapedName() throws {
    let test = try TestSite(TestSite.cast, show: TestSite.show("Cats & <Dogs>"))
    let text = String(
      decoding: test.get("/opensearch.xml", headers: [("Host", "box")]).body, as: UTF8.self)
    #expect(text.contains("<LongName>Cats &amp; &lt;Dogs&gt;</LongName>"))
    #expect(!text.contains("<Dogs>"))
  }
}
