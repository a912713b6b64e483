import TestSupport
import Testing

@testable import Search

@Suite("Hits")
struct HitsTests {
  /// The text with its hits in brackets.
  private func marked(_ text: String, _ query: String, match: SearchMatch, field: SearchField = .title)
    -> String
  {
    var bytes = Array(text.utf8)
    for hit in SearchQuery(query, match: match).hits(in: text, field: field).reversed() {
      bytes.insert(UInt8(ascii: "]"), at: hit.upperBound)
      bytes.insert(UInt8(ascii: "["), at: hit.lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "Each word is marked wherever it occurs",
    arguments: [
      ("Homer Simpson", "om", "H[om]er Simpson"), ("Homer Simpson", "simp HOM", "[Hom]er [Simp]son"),
      ("banana", "an", "b[anan]a"), ("banana", "ana", "b[anana]"), ("banana", "nan ban", "[banan]a"),
      ("abc", "a b", "[ab]c"), ("aaaa", "aa", "[aaaa]"), ("abc", "x", "abc"), ("", "x", ""),
      ("abc", "", "abc"),
      ("a <b> c", "<b>", "a [<b>] c"), ("100% a_b*", "% _ *", "100[%] a[_]b[*]"),
    ])
  func marksWords(text: String, query: String, expected: String) {
    #expect(marked(text, query, match: .contains) == expected)
    #expect(marked(text, query, match: .contains, field: .description) == expected)
  }

  @Test(
    "A hit covers whole characters of the original",
    arguments: [
      ("São", "a", "S[ã]o"), ("Sa\u{303}o", "a", "S[a\u{303}]o"), ("Sa\u{303}o", "sa", "[Sa\u{303}]o"),
      ("e\u{302}\u{301}x", "e", "[e\u{302}\u{301}]x"), ("ße", "s", "[ß]e"), ("aß", "as", "[aß]"),
      ("aßb", "sb", "a[ßb]"),
      ("ﬁx", "i", "[ﬁ]x"), ("Ærø", "e", "[Æ]rø"), ("Łódź", "odz", "Ł[ódź]"), ("한글", "하", "[한]글"),
      ("👩‍👩‍👧!", "👧", "[👩‍👩‍👧]!"), ("👍🏽a", "👍", "[👍🏽]a"), ("x🇩🇪", "🇪", "x[🇩🇪]"), ("שָׁלוֹם", "של", "[שָׁל]וֹם"),
      ("a\u{AD}b", "ab", "[a\u{AD}b]"), ("a\u{200F}b", "b", "a\u{200F}[b]"),
      ("L’Aquila", "l'a", "[L’A]quila"),
      ("हिन्दी", "ह", "[हि]न्दी"), ("e\u{301}\r\ne", "e", "[e\u{301}]\r\n[e]"), ("ẞß", "ssss", "[ẞß]"),
      ("İı", "ii", "[İı]"),
    ])
  func coversCharacters(text: String, query: String, expected: String) {
    // Compared byte for byte: strings that are canonically equal would pass.
    #expect(Array(marked(text, query, match: .contains).utf8) == Array(expected.utf8))
  }

  @Test(
    "A prefix is marked only at the beginning of a title",
    arguments: [
      ("San Santa", "san", "[San] Santa"), ("San Santa", "san ", "[San ]Santa"),
      ("San  \t Santa", "san s", "[San  \t S]anta"),
      ("  San", "san", "  [San]"), ("Sandy", "san ", "Sandy"), ("Le San", "san", "Le San"),
      ("Sand", "sandy", "Sand"),
      ("‘Ali", "‘", "[‘]Ali"), ("‘Ali", "‘a", "[‘A]li"), ("‘Ali", "'a", "[‘A]li"), ("‘Ali", "a", "‘[A]li"),
      ("Éze", "é", "[É]ze"), ("Éze", "e", "[É]ze"), ("Eze", "é", "[E]ze"),
    ])
  func marksPrefix(text: String, query: String, expected: String) {
    #expect(marked(text, query, match: .prefix) == expected)
    #expect(marked(text, query, match: .prefix, field: .description) == text)
  }

  @Test("White space between words is not marked")
  func leavesSpaces() {
    #expect(marked("a b", " a  b ", match: .contains) == "[a] [b]")
  }

  @Test("A hit never begins or ends inside a character")
  func splitsNothing() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let text = Sample.title(using: &generator) + Sample.title(using: &generator)
      let boundaries = Set(text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count])
      let query = SearchQuery(Sample.piece(of: text, using: &generator), match: .contains)
      var end = -1
      for hit in query.hits(in: text) {
        #expect(hit.lowerBound > end && hit.upperBound > hit.lowerBound)
        end = hit.upperBound
        for offset in [hit.lowerBound, hit.upperBound] {
          let index = text.utf8.index(text.startIndex, offsetBy: offset)
          #expect(boundaries.contains(index.utf16Offset(in: text)))
        }
      }
      // An apostrophe before a word is not part of it.
      let isApostrophe = Folding.fold(query.shown) == [UInt8(ascii: "'")]
      #expect(query.isEmpty || isApostrophe || end > 0, "\(text) does not hold \(query.shown)")
    }
  }

  @Test("A text has at most 1,000 marks, the first ones of all words")
  func most() {
    let text = String(repeating: "ab x ", count: 3_000)
    let hits = SearchQuery("b a", match: .contains).hits(in: text)
    // "ab" is one hit of two words.
    #expect(hits.count == SearchQuery.mostHits / 2)
    #expect(hits.last?.upperBound ?? .max <= 5 * SearchQuery.mostHits)
  }

  @Test("The first hit of a long description is searched near its beginning")
  func near() {
    let query = SearchQuery("needle", match: .contains)
    for (before, isFound) in [(SearchQuery.mostLookedAt - 7, true), (SearchQuery.mostLookedAt, false)] {
      let text = String(repeating: "x", count: before) + " needle"
      #expect((query.firstHit(in: text, missingIn: "") != nil) == isFound)
    }
  }
}
