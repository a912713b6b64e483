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
    #expect(titles("ueber", in: ["Räuber", "Tag über Tag", "Über Fluss"], isGerman: true)[0] == "Über Fluss")
    #expect(titles("tag ueber", in: ["Tag der Räuber", "Tag über Tag"], isGerman: true)[0] == "Tag über Tag")
    #expect(titles("mueller", in: list) == ["Mueller"])
  }

  @Test("A title spelled as typed comes first")
  func ranksExactSpelling() {
    #expect(titles("müller", in: ["Muller", "Müller"]) == ["Müller", "Muller"])
    #expect(titles("ñ", in: ["Nandu", "Nube", "Ñandú"]) == ["Ñandú", "Nandu", "Nube"])
    #expect(titles("مكتبة", in: ["مكتبه", "مكتبة"]) == ["مكتبة", "مكتبه"])
  }

  @Test("Of equally good titles those with the words as typed come first")
  func ranksWords() {
    func first(_ typed: String, _ titles: [String]) -> String {
      let query = SearchQuery(typed, match: .contains)
      return titles[query.writtenFirst(Array(titles.indices)) { titles[$0] }[0]]
    }
    #expect(first("niño", ["El nino", "El niño"]) == "El niño")
    #expect(first("nin\u{303}o", ["El nino", "El niño"]) == "El niño")
    #expect(first("nino", ["El niño", "El nino"]) == "El niño")
    #expect(first("مكتبه", ["مكتبة", "مكتبه"]) == "مكتبه")
    #expect(first("l’été d’amour", ["L'ete d'amour", "L'été d'amour"]) == "L'été d'amour")
    #expect(titles("شيء", in: ["شئ", "شيء"]).count == 2)
    #expect(titles("قرائه", in: ["قراءة"]).isEmpty)
  }

  @Test("A search for beginnings takes Arabic letters as they are")
  func keepsLetters() {
    #expect(titles("مكتبه", in: ["مكتبة", "مكتبه"], match: .prefix) == ["مكتبه"])
  }
}
