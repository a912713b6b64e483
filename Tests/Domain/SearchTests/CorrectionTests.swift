import Search
import Testing

@Suite("Typing errors")
struct CorrectionTests {
  private static let titles = [
    "Bart Simpson", "Homer Simpson", "Mr. Burns", "Godzilla", "Dr. Julius Hibbert", "Saint-Denis", "‘Azriqam",
    "O'Hara", "Москва", "San Antonio de Areco", "Springfield", "Amélie",
  ]

  private func corrected(
    _ typed: String, _ match: SearchMatch, among titles: [String] = titles
  ) -> [String] {
    let index = SearchIndex(titles.map { SearchText(title: $0) }, answering: match)
    let found = index.corrections(of: SearchQuery(typed, match: match), limit: 3)
    return found.compactMap { index.results(for: $0).page(from: 0, limit: 1).first.map { titles[$0] } }
  }

  @Test(
    "One error is corrected at the beginning of a title",
    arguments: [
      ("homr", "Homer Simpson"), ("hoemr simpson", "Homer Simpson"), ("godzila", "Godzilla"),
      ("goddzilla", "Godzilla"), ("gosxilla", ""), ("gofzilla", "Godzilla"), ("godzixlla", "Godzilla"),
      ("odzilla", "Godzilla"), ("saint denis", "Saint-Denis"), ("saintdenis", "Saint-Denis"),
      ("ohara", "O'Hara"), ("мсоква", "Москва"), ("amlie", "Amélie"), ("sprinfield", "Springfield"),
    ], SearchMatch.allCases)
  func beginnings(slip: (typed: String, title: String), match: SearchMatch) {
    let index = SearchIndex(Self.titles.map { SearchText(title: $0) }, answering: match)
    // A query with results needs no correction.
    guard index.results(for: SearchQuery(slip.typed, match: match)).total == 0 else { return }
    #expect(corrected(slip.typed, match).first ?? "" == slip.title)
  }

  @Test(
    "In a search anywhere one error in each word is corrected",
    arguments: [
      ("simpsn", "Bart Simpson"), ("burnd", "Mr. Burns"), ("julios hibert", "Dr. Julius Hibbert"),
      ("homr simspon", "Homer Simpson"), ("bart simspon", "Bart Simpson"), ("mr byrns", "Mr. Burns"),
      ("qqqqq", ""), ("homr qqqqq", ""),
    ])
  func anywhere(slip: (typed: String, title: String)) {
    #expect(corrected(slip.typed, .contains).first ?? "" == slip.title)
  }

  @Test("A word that a description or a fact has stays as it was typed, beside a corrected one")
  func heldWords() {
    let texts = [
      SearchText(title: "Bart", description: "burnz"), SearchText(title: "Homer", facts: "bxrt"),
      SearchText(title: "Homer Burns"), SearchText(title: "Homer Bart"),
    ]
    let index = SearchIndex(texts)
    func corrected(_ typed: String) -> [String] {
      index.corrections(of: SearchQuery(typed, match: .contains), limit: 3).map(\.shown)
    }
    #expect(corrected("bqrt burnz") == ["bart burnz"])
    #expect(corrected("hoemr bxrt") == ["homer bxrt"])
  }

  @Test(
    "Likelier corrections come first: neighbouring keys, then distant ones; words, then parts")
  func order() {
    #expect(corrected("chat", .prefix, among: ["Chot", "Chst", "Chxt"]) == ["Chst", "Chot", "Chxt"])
    #expect(corrected("bats", .prefix, among: ["Batch", "Cats", "Bsts", "Batz"]).first == "Batz")
  }

  @Test("Missing punctuation weighs less than any error")
  func punctuation() {
    #expect(
      corrected("london gb", .prefix, among: ["London, CA", "London, GB", "Londongb"]).first == "London, GB")
  }

  @Test(
    "Short texts, punctuation and an empty text are not corrected", arguments: ["", "x", "xq", "%%%%", "???"])
  func shortTexts(typed: String) {
    #expect(corrected(typed, .prefix) == [])
    #expect(corrected(typed, .contains) == [])
  }

  @Test(
    "A prefix of fewer than four letters is not corrected, words of three are",
    arguments: [("hmo", false), ("h m o", false), ("l'mo", false), ("homt", true), ("h-omt", true)])
  func shortPrefixes(typed: String, isCorrected: Bool) {
    #expect(corrected(typed, .prefix).isEmpty != isCorrected)
    #expect(corrected("bsrt", .contains).first == "Bart Simpson" && corrected("bsr", .contains) != [])
  }

  @Test("Every correction has results")
  func finds() {
    for typed in ["hmoer", String(repeating: "homr ", count: 40), String(repeating: "a", count: 200)] {
      for match in SearchMatch.allCases {
        let index = SearchIndex(Self.titles.map { SearchText(title: $0) }, answering: match)
        for found in index.corrections(of: SearchQuery(typed, match: match), limit: 3) {
          #expect(index.results(for: found).total > 0)
        }
      }
    }
  }

  @Test("A search with too many branches is given up")
  func steps() {
    let typed = String(repeating: "abcdefghijklmnopqrst", count: 2)
    let right = "z" + typed.dropFirst()
    func titles(ofEach width: Int) -> [String] {
      (0..<38).flatMap { length in
        (0..<width).compactMap { Unicode.Scalar(0x4E00 + $0) }.map { typed.prefix(length) + String($0) }
      } + [right]
    }
    #expect(corrected(typed, .prefix, among: titles(ofEach: 3)) == [right])
    #expect(corrected(typed, .prefix, among: titles(ofEach: 100)) == [])
  }
}
