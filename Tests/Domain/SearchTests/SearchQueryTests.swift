import Testing

@testable import Search

@Suite("Search queries")
struct SearchQueryTests {
  @Test(
    "A text without letters or signs is an empty query",
    arguments: ["", " ", " \t\n", "\u{0}\u{1}", "\u{200F}", "\u{301}", "\u{202E}\u{AD}", "\u{FEFF} "],
    [SearchMatch.prefix, .contains])
  func isEmpty(typed: String, match: SearchMatch) {
    let query = SearchQuery(typed, match: match)
    #expect(query.isEmpty)
    #expect(query.shown == "")
    #expect(query == SearchQuery("", match: match))
  }

  @Test(
    "The typed text is displayed without control characters",
    arguments: [
      ("Homer", "Homer"), ("  Homer", "Homer"), ("San ", "San "), ("a\u{0}b\u{9C}c", "abc"),
      ("a\r\nb\tc", "a  b c"),
      ("100% <b>\"'&*_", "100% <b>\"'&*_"), ("\u{202E}abc\u{2066}", "abc"), ("👩‍👩‍👧", "👩‍👩‍👧"),
      ("\u{200F}שלום", "\u{200F}שלום"),
    ])
  func shows(typed: String, shown: String) {
    #expect(SearchQuery(typed, match: .contains).shown == shown)
  }

  @Test("Repaired invalid UTF-8 is plain text")
  func takesRepairedBytes() {
    let query = SearchQuery(String(decoding: [0x61, 0xFF, 0xC3], as: UTF8.self), match: .contains)
    #expect(query.shown == "a\u{FFFD}\u{FFFD}")
    #expect(!query.isEmpty)
  }

  @Test("A query is cut to 200 characters", arguments: [SearchMatch.prefix, .contains])
  func cuts(match: SearchMatch) {
    let longest = String(repeating: "é", count: 200)
    #expect(SearchQuery(longest, match: match).shown == longest)
    #expect(SearchQuery(longest + "x", match: match) == SearchQuery(longest, match: match))
    #expect(SearchQuery(longest + String(repeating: "y", count: 100_000), match: match).shown == longest)
  }

  @Test("A query is cut after 16 different words")
  func words() {
    let words = (0..<30).map { "w\($0)" }
    let first = words.prefix(SearchQuery.mostWords).joined(separator: " ")
    #expect(SearchQuery(first, match: .contains).shown == first)
    let cut = SearchQuery(words.joined(separator: "  "), match: .contains)
    #expect(cut.shown == first)
    #expect(cut == SearchQuery(first, match: .contains))
    #expect(cut.terms.count == SearchQuery.mostWords)
    let repeated = String(repeating: "a b ", count: 50)
    #expect(SearchQuery(repeated, match: .contains).shown == repeated)
    #expect(SearchQuery(words.joined(separator: " "), match: .prefix).shown == words.joined(separator: " "))
  }

  @Test("A cut does not split a character")
  func cutsBetweenCharacters() {
    let start = String(repeating: "a", count: 199)
    #expect(SearchQuery(start + "e\u{301}", match: .contains).shown == start)
    #expect(
      SearchQuery("e" + String(repeating: "\u{301}", count: 500), match: .contains).shown.unicodeScalars.count
        == 200)
  }

  @Test("Queries of different kinds are not equal")
  func isHashable() {
    #expect(SearchQuery("a", match: .prefix) != SearchQuery("a", match: .contains))
    #expect(Set([SearchQuery("a", match: .prefix), SearchQuery("a", match: .prefix)]).count == 1)
  }
}
