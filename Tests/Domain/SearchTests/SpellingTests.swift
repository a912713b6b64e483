import Search
import Testing

@Suite("Spellings in a search")
struct SpellingTests {
  private func titles(
    _ typed: String, in titles: [String], isGerman: Bool = false, match: SearchMatch = .contains
  ) -> [String] {
    let index = SearchIndex(titles.map { SearchText(title: $0) }, answering: match)
    let query = SearchQuery(typed, match: match, isGerman: isGerman)
    return index.suggestions(for: query, limit: titles.count).map { titles[$0] }
  }

  @Test("A hyphen within a word equals a space, one before it does not")
  func splitsAtHyphens() {
    let list = ["Saint Exupéry", "Saint-Exupéry", "-5"]
    #expect(titles("saint-exupéry", in: list) == ["Saint-Exupéry", "Saint Exupéry"])
    #expect(titles("-5", in: list) == ["-5"])
    #expect(titles("-", in: list) == ["-5", "Saint-Exupéry"])
  }

  @Test("In German ae, oe and ue stand for umlauts too, but not after a vowel")
  func readsUmlauts() {
    let list = ["Jäger", "Löwe", "Müller", "Mueller", "Neun"]
    #expect(titles("mueller", in: list, isGerman: true) == ["Mueller", "Müller"])
    #expect(titles("loewe", in: list, isGerman: true) == ["Löwe"])
    #expect(titles("neue", in: list, isGerman: true).isEmpty)
    #expect(titles("mueller", in: list) == ["Mueller"])
  }

  @Test("A title spelled as typed comes first")
  func ranksExactSpelling() {
    #expect(titles("müller", in: ["Muller", "Müller"]) == ["Müller", "Muller"])
    #expect(titles("ñ", in: ["Nandu", "Nube", "Ñandú"]) == ["Ñandú", "Nandu", "Nube"])
    #expect(titles("مكتبة", in: ["مكتبه", "مكتبة"]) == ["مكتبة", "مكتبه"])
  }

  @Test("A search for beginnings takes Arabic letters as they are")
  func keepsLetters() {
    #expect(titles("مكتبه", in: ["مكتبة", "مكتبه"], match: .prefix) == ["مكتبه"])
  }
}
