import Search
import Testing

@Suite("Prefixes of titles")
struct PrefixTests {
  private func found(_ typed: String, among titles: [String]) -> [String] {
    let index = SearchIndex(titles.map { SearchText(title: $0) }, answering: .prefix)
    let query = SearchQuery(typed, match: .prefix)
    #expect(index.results(for: query).total == index.suggestions(for: query, limit: .max / 2).count)
    return index.suggestions(for: query, limit: 100).map { titles[$0] }
  }

  private static let cities = ["Alabama, US", "Albuquerque, US", "Anaheim, US", "Arizona, US", "Sydney, AU"]

  @Test(
    "A longer prefix finds fewer cities, in any case",
    arguments: [
      ("A", ["Alabama, US", "Albuquerque, US", "Anaheim, US", "Arizona, US"]), ("s", ["Sydney, AU"]),
      ("Al", ["Alabama, US", "Albuquerque, US"]), ("Alb", ["Albuquerque, US"]), ("ALB", ["Albuquerque, US"]),
      ("alabama, us", ["Alabama, US"]),
    ])
  func cities(typed: String, titles: [String]) {
    #expect(found(typed, among: Self.cities) == titles)
  }

  @Test(
    "What begins no name finds nothing",
    arguments: [
      "b", "lbu", "US", ",", "A-", "Alabama, USA", "%", "*", "[A", "\\", "\"", "'", "é́é", "\u{FFFD}", "🏙️",
      "ア",
      String(repeating: "A", count: 2_000), String(decoding: [0x41, 0xFF, 0xC3], as: UTF8.self),
    ])
  func invalid(typed: String) {
    #expect(found(typed, among: Self.cities) == [])
  }

  @Test(
    "A text without letters or signs is no prefix",
    arguments: ["", " ", "\u{0}\u{1B}", "\u{301}", "\u{200F}"])
  func blank(typed: String) {
    #expect(SearchQuery(typed, match: .prefix).isEmpty)
  }

  @Test(
    "A letter without a mark finds those with marks; a typed mark puts its names first",
    arguments: [
      ("e", ["Eze", "Éze", "E\u{301}pinal", "Êtes"]),
      ("é", ["Éze", "E\u{301}pinal", "Eze", "Êtes"]), ("É", ["Éze", "E\u{301}pinal", "Eze", "Êtes"]),
      ("e\u{301}", ["Éze", "E\u{301}pinal", "Eze", "Êtes"]), ("éz", ["Éze", "Eze"]), ("ez", ["Eze", "Éze"]),
      ("œ", ["Œdipe"]), ("oe", ["Œdipe"]), ("ê", ["Êtes", "Eze", "Éze", "E\u{301}pinal"]),
    ])
  func marks(typed: String, titles: [String]) {
    #expect(found(typed, among: ["Eze", "Éze", "E\u{301}pinal", "Êtes", "Œdipe"]) == titles)
  }

  @Test("Letters behind the last mark need none")
  func lastMark() {
    #expect(
      found("são jose", among: ["Sao José", "São José", "Săo Jose"]) == ["São José", "Sao José", "Săo Jose"])
  }

  @Test(
    "A typed apostrophe stands for any, and the same one comes first; before a word none is needed",
    arguments: [
      ("‘", ["‘Azriqam", "‘Āmir", "'t Zand", "’Aïn"]), ("‘ā", ["‘Āmir", "‘Azriqam", "’Aïn"]),
      ("'", ["‘Azriqam", "‘Āmir", "'t Zand", "’Aïn"]), ("l'", ["L'Aquila", "L’Áquila"]),
      ("l’a", ["L’Áquila", "L'Aquila"]), ("cote d’", ["Côte d'Or"]),
      ("a", ["‘Azriqam", "‘Āmir", "’Aïn"]), ("t", ["'t Zand"]),
    ])
  func apostrophes(typed: String, titles: [String]) {
    let all = ["‘Azriqam", "‘Āmir", "'t Zand", "’Aïn", "L'Aquila", "L’Áquila", "Côte d'Or"]
    #expect(found(typed, among: all) == titles)
  }

  @Test(
    "St before another word is Saint as well, and the reverse",
    arguments: [
      ("st l", ["Saint Lucia", "St Louis", "St. Lambert"]),
      ("St. l", ["Saint Lucia", "St Louis", "St. Lambert"]),
      ("saint lo", ["St Louis"]), ("st", ["St Louis", "St. Lambert", "Stade"]), ("st ", ["St Louis"]),
    ])
  func saints(typed: String, titles: [String]) {
    let all = ["Saint Lucia", "St Louis", "St. Lambert", "Stade"]
    #expect(found(typed, among: all).sorted() == titles)
    #expect(
      typed.count < 4
        || SearchIndex(all.map { SearchText(title: $0) }, answering: .contains)
          .results(for: SearchQuery(typed, match: .contains)).total == titles.count
    )
  }

  @Test("Other titles of an entry count too, and no entry is found twice")
  func alternatives() {
    let index = SearchIndex(
      [
        SearchText(title: "Éa", alternative: "Éb"), SearchText(title: "Eb", alternative: "’Éc"),
        SearchText(title: "Ec"),
      ], answering: .prefix)
    func found(_ typed: String) -> [Int] {
      index.suggestions(for: SearchQuery(typed, match: .prefix), limit: 9)
    }
    #expect(
      found("é") == [0, 1, 2] && found("éb") == [0, 1] && found("’é") == [1] && found("éc") == [1, 2])
  }
}
