import Dispatch
import TestSupport
import Testing

@testable import Search

@Suite("Search index")
struct SearchIndexTests {
  /// All results; checks that their number agrees.
  private func found(_ index: SearchIndex, _ typed: String, _ match: SearchMatch) -> [Int] {
    let results = index.results(for: SearchQuery(typed, match: match))
    let all = results.page(from: 0, limit: .max)
    #expect(results.total == all.count)
    return all
  }

  @Test(
    "Results agree with a linear scan, for both kinds of index",
    arguments: [(40, 33), (700, 10), (4_500, 2)], [SearchMatch.prefix, .contains])
  func equalsScan(size: (texts: Int, rounds: Int), answering: SearchMatch) {
    var generator = SeededGenerator(seed: UInt64(size.texts))
    let texts = Sample.texts(size.texts, using: &generator)
    let (index, scan) = (SearchIndex(texts, answering: answering), PlainScan(texts))
    let prefixes = PrefixScan(texts)
    for round in 0..<size.rounds {
      let text = texts[Int.random(in: texts.indices, using: &generator)]
      let source = round % 3 == 0 && !text.description.isEmpty ? text.description : text.title
      var typed = Sample.piece(of: source, using: &generator)
      if round % 4 == 0 { typed += " " + Sample.piece(of: text.title, using: &generator) }
      if answering == .prefix {
        let query = SearchQuery(typed, match: .prefix)
        guard !query.isEmpty else { continue }
        let expected = prefixes.results(for: typed)
        #expect(found(index, typed, .prefix) == expected.sorted(), "\(typed)")
        #expect(index.suggestions(for: query, limit: 12) == Array(expected.prefix(12)), "\(typed)")
        continue
      }
      for match in SearchMatch.allCases where !SearchQuery(typed, match: match).isEmpty {
        let expected = scan.results(for: typed, match: match)
        #expect(found(index, typed, match) == expected, "\(typed) \(match)")
        let suggestions = index.suggestions(for: SearchQuery(typed, match: match), limit: 12)
        let ranked = scan.ranked(expected, for: typed, match: match).prefix(12)
        #expect(suggestions == Array(ranked), "\(typed) \(match)")
      }
    }
  }

  private static let large: SearchIndex = {
    var generator = SeededGenerator(seed: 11)
    return SearchIndex(Sample.texts(4_500, using: &generator))
  }()

  @Test("Pages and ranks agree", arguments: ["a", "an", "an a", "s", "han", "a b", "100%", ""])
  func pagesAgree(typed: String) {
    let index = Self.large
    for match in [SearchMatch.prefix, .contains] {
      let results = index.results(for: SearchQuery(typed, match: match))
      let all = results.page(from: 0, limit: results.total)
      #expect(all == all.sorted() && Set(all).count == all.count)
      for rank in stride(from: 0, to: all.count, by: 1 + all.count / 30) {
        #expect(results.rank(of: all[rank]) == rank)
        #expect(results.page(from: rank, limit: 60) == Array(all[rank...].prefix(60)))
      }
      for missing in Set(0..<4_500).subtracting(all).prefix(50) { #expect(results.rank(of: missing) == nil) }
    }
  }

  @Test("Ranks and positions out of range are answered with nothing")
  func outside() {
    let index = SearchIndex(["a", "b", "ab"].map { SearchText(title: $0) })
    for typed in ["", "a", "b", "x"] {
      for match in [SearchMatch.prefix, .contains] {
        let results = index.results(for: SearchQuery(typed, match: match))
        for rank in [-1, results.total, .max, .min] {
          #expect(results.page(from: rank, limit: 10) == [])
        }
        for position in [-1, 3, 5_000, .max, .min] { #expect(results.rank(of: position) == nil) }
        #expect(results.page(from: 0, limit: 0) == [])
        #expect(results.page(from: 0, limit: -1) == [])
      }
    }
  }

  @Test("An empty query matches everything and suggests nothing", arguments: ["", "  ", "\u{200F}"])
  func everything(typed: String) {
    let index = SearchIndex(["b", "a"].map { SearchText(title: $0) })
    for match in [SearchMatch.prefix, .contains] {
      #expect(found(index, typed, match) == [0, 1])
      #expect(index.suggestions(for: SearchQuery(typed, match: match), limit: 10) == [])
    }
  }

  @Test("An empty index finds nothing")
  func nothing() {
    let index = SearchIndex([])
    #expect(index.count == 0)
    for match in [SearchMatch.prefix, .contains] {
      #expect(found(index, "a", match) == [])
      #expect(found(index, "", match) == [])
      #expect(index.suggestions(for: SearchQuery("a", match: match), limit: 10) == [])
    }
  }

  @Test("Empty titles are indexed")
  func emptyTitles() {
    let index = SearchIndex([
      SearchText(title: ""), SearchText(title: " ", description: "x"),
      SearchText(title: "\u{301}", alternative: ""),
    ])
    #expect(found(index, "", .prefix) == [0, 1, 2])
    #expect(found(index, "x", .prefix) == [])
    #expect(found(index, "x", .contains) == [1])
  }

  @Test("Duplicates are all found", arguments: [3, 3_000])
  func duplicates(count: Int) {
    let title = "San José de la Montaña, a very long name that goes on and on and on, CR"
    let index = SearchIndex(Array(repeating: SearchText(title: title, description: title), count: count))
    for typed in ["s", "san jose", title] {
      for match in [SearchMatch.prefix, .contains] {
        #expect(found(index, typed, match) == Array(0..<count))
        #expect(index.suggestions(for: SearchQuery(typed, match: match), limit: 3) == [0, 1, 2])
      }
    }
    #expect(found(index, title + "x", .prefix) == [])
    #expect(found(index, title + "x", .contains) == [])
  }

  @Test("A trailing space counts for a prefix, not between words")
  func trailingSpace() {
    let index = SearchIndex(["San Juan", "Sandy", "San", "Big San "].map { SearchText(title: $0) })
    #expect(found(index, "san", .prefix) == [0, 1, 2])
    #expect(found(index, "san ", .prefix) == [0])
    #expect(found(index, "  san   j", .prefix) == [0])
    #expect(found(index, "san ", .contains) == [0, 1, 2, 3])
  }

  @Test("All words must match, in title, alternative title or description, in any order")
  func allWords() {
    let index = SearchIndex([
      SearchText(title: "Homer Simpson", description: "Works at the plant."),
      SearchText(title: "Lisa Simpson", description: "Plays the saxophone.", alternative: "Élise"),
    ])
    #expect(found(index, "simpson", .contains) == [0, 1])
    #expect(found(index, "plant homer", .contains) == [0])
    #expect(found(index, "sax elise simp", .contains) == [1])
    #expect(found(index, "homer sax", .contains) == [])
    #expect(found(index, "simpson works", .contains) == [0])
    #expect(found(index, "eli", .prefix) == [1])
    #expect(found(index, "works", .prefix) == [])
  }

  @Test(
    "Punctuation is plain text",
    arguments: ["%", "_", "*", ".", "\\", "\"", "'", "<b>", "[a-z]", "(", "?", "👍", "\u{FFFD}"])
  func signs(sign: String) {
    let index = SearchIndex(["plain", "x\(sign)y", "\(sign)"].map { SearchText(title: $0) })
    #expect(found(index, sign, .contains) == [1, 2])
    #expect(found(index, sign, .prefix) == [2])
  }

  @Test("Suggestions are exact titles, then beginnings, then beginnings of words, then the others")
  func suggestionOrder() {
    let titles = ["Banana", "Red Ana", "Anabel", "Mary-Ana", "Ana", "Joe", "ÁNA", "(Ana)", "Ana Ba"]
    let index = SearchIndex(
      titles.map { SearchText(title: $0, description: $0 == "Joe" ? "Brother of Ana" : "") })
    let query = SearchQuery("ana", match: .contains)
    #expect(index.suggestions(for: query, limit: 20) == [4, 6, 2, 8, 1, 3, 7, 0, 5])
    #expect(index.suggestions(for: query, limit: 5) == [4, 6, 2, 8, 1])
    #expect(index.suggestions(for: query, limit: 0) == [])
    #expect(index.suggestions(for: SearchQuery("ana", match: .prefix), limit: 20) == [4, 6, 2, 8])
    #expect(index.suggestions(for: SearchQuery("ba ana", match: .contains), limit: 20) == [8, 0])
  }

  @Test("Titles with more of the words come first, whatever fields have the others")
  func wordsInTitles() {
    let index = SearchIndex([
      SearchText(title: "Beast", description: "A lion.", facts: "Keller"),
      SearchText(title: "Kellerlion", description: "Stone."),
      SearchText(title: "Lion with Keller's Hat"), SearchText(title: "Stallion", description: "Keller"),
      SearchText(title: "Winged Lion", facts: "Felix Keller"), SearchText(title: "Lion"),
      SearchText(title: "Keller", description: "Lion"),
    ])
    func best(_ typed: String) -> [Int] {
      index.suggestions(for: SearchQuery(typed, match: .contains), limit: 20)
    }
    #expect(best("lion keller") == [2, 1, 4, 6, 3, 0])
    #expect(best("keller lion") == [2, 1, 4, 6, 3, 0])
    #expect(best("lion keller lion") == [2, 1, 4, 6, 3, 0])
    #expect(best("keller felix lion") == [4])
    #expect(best("lion stone keller") == [1])
  }
}
